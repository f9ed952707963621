package rig

import (
	"testing"

	"draughtsman/internal/config"
	"draughtsman/vision/camera"
)

func TestDeviceOf(t *testing.T) {
	focus, exposure, white := 35, 15.6, 4600
	for _, test := range []struct {
		of   config.Camera
		want camera.Device
	}{
		{config.Camera{Source: "0"}, camera.Device{}},
		{config.Camera{Size: "1280x720", Rate: 30, Autofocus: "on", AutoExposure: "off", AutoWhiteBalance: "on"},
			camera.Device{
				Width: 1280, Height: 720, Rate: 30, Focus: camera.Control{Automatic: true},
				WhiteBalance: camera.Control{Automatic: true},
			}},
		{config.Camera{Focus: &focus, ExposureMS: &exposure, WhiteBalanceK: &white}, camera.Device{
			Focus: camera.Control{ByHand: true, Value: 35}, Exposure: camera.Control{ByHand: true, Value: 156},
			WhiteBalance: camera.Control{ByHand: true, Value: 4600},
		}},
	} {
		if got := deviceOf(test.of); got != test.want {
			t.Errorf("%+v: %+v, want %+v", test.of, got, test.want)
		}
	}
}
