package rig

import (
	"context"
	"math"

	"github.com/rs/zerolog"

	"draughtsman/internal/config"
	"draughtsman/vision/camera"
	"draughtsman/vision/v4l2"
)

// OpenCamera opens the table's camera.
func OpenCamera(ctx context.Context, table config.Table, log zerolog.Logger) (*camera.Camera, error) {
	return camera.Open(ctx, table.Camera.Source, camera.Options{Log: log, GiveUp: table.Camera.GiveUp,
		Device: deviceOf(table.Camera)})
}

// deviceOf are the settings of a camera of this computer, from a table's description.
func deviceOf(c config.Camera) camera.Device {
	width, height := c.Pixels()
	d := camera.Device{
		Width: width, Height: height, Rate: c.Rate,
		Focus:        camera.Control{Automatic: c.Autofocus == "on"},
		Exposure:     camera.Control{Automatic: c.AutoExposure == "on"},
		WhiteBalance: camera.Control{Automatic: c.AutoWhiteBalance == "on"},
	}
	if c.Focus != nil {
		d.Focus = camera.Control{ByHand: true, Value: *c.Focus}
	}
	if c.ExposureMS != nil {
		d.Exposure = camera.Control{ByHand: true, Value: int(math.Round(*c.ExposureMS * v4l2.ExposureUnits))}
	}
	if c.WhiteBalanceK != nil {
		d.WhiteBalance = camera.Control{ByHand: true, Value: *c.WhiteBalanceK}
	}
	return d
}
