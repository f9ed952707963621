package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"draughtsman/internal/testkit/expect"
)

// Each key of a camera, and what is said of those that make no sense.
func TestCameraKeys(t *testing.T) {
	load := func(t *testing.T, camera string) (Table, error) {
		table := Example()
		path := filepath.Join(t.TempDir(), "table.yaml")
		expect.OK(t, table.Save(path, ""))
		text, err := os.ReadFile(path)
		expect.OK(t, err)
		whole := strings.Replace(string(text), "camera:\n  source: \"0\"\n", "camera: "+camera+"\n", 1)
		expect.OK(t, os.WriteFile(path, []byte(whole), 0o600))
		return Load(path)
	}
	got, err := load(t, `{source: /dev/v4l/by-id/usb-x, size: 1280x720, rate: 30, autofocus: on, auto_exposure: off, exposure_ms: 15.6, white_balance_k: 4600}`)
	expect.OK(t, err)
	c := got.Camera
	if w, h := c.Pixels(); w != 1280 || h != 720 || c.Rate != 30 || c.Autofocus != "on" || *c.ExposureMS != 15.6 ||
		*c.WhiteBalanceK != 4600 || c.Focus != nil {
		t.Errorf("%+v", c)
	}
	for camera, want := range map[string]string{
		`{source: "0", size: 1280}`:               `camera.size is "1280"; it is width and height in pixels, such as 1280x720`,
		`{source: "0", size: 0x720}`:              "camera.size is",
		`{source: "0", rate: -1}`:                 "camera.rate is -1",
		`{source: "0", autofocus: maybe}`:         `camera.autofocus is "maybe"; say on or off`,
		`{source: "0", autofocus: on, focus: 30}`: "camera.focus is 30, and autofocus is on; leave one of them out",
		`{source: "0", exposure_ms: 0}`:           "camera.exposure_ms is 0 ms; it must be from 0.01 to 10000 ms",
		`{source: "rtsp://x/y", focus: 30}`: "camera.focus is for a camera of this computer, and rtsp://x/y " +
			"is none",
		`{source: film.mp4, size: 640x480}`:              "camera.size is for a camera of this computer",
		`{source: "http://x/video", auto_exposure: off}`: "camera.auto_exposure is for a camera of this computer",
		`{source: ""}`: "camera.source is missing",
	} {
		if _, err := load(t, camera); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "line ") && want != "camera.source is missing" {
			t.Errorf("%s: %v, want a line and …%s…", camera, err, want)
		}
	}
}
