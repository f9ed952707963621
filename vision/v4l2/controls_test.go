package v4l2_test

import (
	"errors"
	"strconv"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/internal/testkit/playback"
	"draughtsman/vision/v4l2"
)

func itoa(n uint32) string { return strconv.FormatUint(uint64(n), 10) }

func TestControls(t *testing.T) {
	camera := playback.C920()
	c := v4l2.NewControls(camera.Open())
	defer c.Close()
	for _, name := range []string{v4l2.Focus, v4l2.Exposure, v4l2.WhiteBalance} {
		if err := c.SetAutomatic(name, false); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if now, err := c.Set(v4l2.Focus, 42); now != 40 || err != nil {
		t.Errorf("the focus is %d, %v", now, err)
	}
	if now, err := c.Set(v4l2.Exposure, 9999); now != 2047 || err != nil {
		t.Errorf("the exposure is %d, %v", now, err)
	}
	got, err := c.Settings()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]v4l2.Setting{
		{Name: "focus", Most: 250, Step: 5, Value: 40},
		{Name: "exposure", Least: 3, Most: 2047, Step: 1, Value: 2047},
		{Name: "white balance", Least: 2000, Most: 6500, Step: 1, Value: 4600},
	}, got); diff != "" {
		t.Error(diff)
	}
	if v := camera.Value(playback.ExposureAuto); v != 1 {
		t.Errorf("the automatic exposure is %d, want 1 (manual)", v)
	}
	if err := c.SetAutomatic(v4l2.Exposure, true); err != nil || camera.Value(playback.ExposureAuto) != 3 {
		t.Errorf("%v, %d", err, camera.Value(playback.ExposureAuto))
	}
	if v := camera.Value(playback.ExposureAutoPriority); v != 0 {
		t.Error("the exposure may still lower the rate")
	}
}

// Drivers other than uvcvideo call the automatic exposure 0.
func TestOtherAutomaticExposure(t *testing.T) {
	camera := playback.C920()
	camera.Controls[playback.ExposureAuto].Menu = []int32{0, 1}
	camera.Controls[playback.ExposureAuto].Value = 1
	c := v4l2.NewControls(camera.Open())
	defer c.Close()
	if err := c.SetAutomatic(v4l2.Exposure, true); err != nil || camera.Value(playback.ExposureAuto) != 0 {
		t.Errorf("%v, %d", err, camera.Value(playback.ExposureAuto))
	}
}

// What a camera does not do is an error, not a belief.
func TestRefusals(t *testing.T) {
	for name, test := range map[string]struct {
		has  func(c *playback.Camera)
		does func(c *v4l2.Controls) error
		is   error
	}{
		"deaf": {
			func(c *playback.Camera) { c.Controls[playback.FocusAuto].Deaf = true },
			func(c *v4l2.Controls) error { return c.SetAutomatic(v4l2.Focus, false) }, v4l2.ErrRefused,
		},
		"set while automatic": {
			func(*playback.Camera) {},
			func(c *v4l2.Controls) error { _, err := c.Set(v4l2.Exposure, 100); return err }, v4l2.ErrRefused,
		},
		"no such control": {
			func(c *playback.Camera) { delete(c.Controls, playback.FocusAbsolute) },
			func(c *v4l2.Controls) error { _, err := c.Set(v4l2.Focus, 10); return err }, v4l2.ErrRefused,
		},
		"gone": {
			func(c *playback.Camera) { c.Unplug() },
			func(c *v4l2.Controls) error { return c.SetAutomatic(v4l2.Exposure, true) }, syscall.ENODEV,
		},
	} {
		t.Run(name, func(t *testing.T) {
			camera := playback.C920()
			test.has(camera)
			c := v4l2.NewControls(camera.Open())
			defer c.Close()
			if err := test.does(c); !errors.Is(err, test.is) {
				t.Errorf("%v, want %v", err, test.is)
			}
		})
	}
}

// A camera without a motor for its lens has no focus to set.
func TestFixedFocus(t *testing.T) {
	camera := playback.C920()
	delete(camera.Controls, playback.FocusAuto)
	delete(camera.Controls, playback.FocusAbsolute)
	delete(camera.Controls, playback.ExposureAutoPriority)
	c := v4l2.NewControls(camera.Open())
	defer c.Close()
	got, err := c.Settings()
	if err != nil || len(got) != 2 || got[0].Name != v4l2.Exposure {
		t.Errorf("%+v, %v", got, err)
	}
	if err := c.SetAutomatic(v4l2.Exposure, true); err != nil {
		t.Error(err)
	}
}
