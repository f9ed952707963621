package config

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/files"
)

// Camera says where the pictures come from.
type Camera struct {
	// Source is a device's number or path, a file, a pattern or an address.
	Source string `yaml:"source"`
	// GiveUp is how long a camera that has stopped in the middle is tried again, such as 30s; 15 s if left out.
	GiveUp time.Duration `yaml:"give_up,omitempty" range:"1s..24h, a few pictures; a day in which nobody comes"`
	// Lens is the file that `draughtsman calibrate lens` writes; a relative path begins at this file's folder. If
	// left out it has the name of the calibration with "-lens" behind it.
	Lens string `yaml:"lens,omitempty"`

	// What follows is for a camera of this computer. Size is its pictures', such as 1280x720, Rate how many a second.
	Size string  `yaml:"size,omitempty"`
	Rate float64 `yaml:"rate,omitempty" range:"0.1..1000 1/s, a slow exposure; a camera for slow motion"`
	// The camera goes on setting these by itself where they are "on"; left out or "off" they are held once the
	// picture has settled.
	Autofocus        string `yaml:"autofocus,omitempty"`
	AutoExposure     string `yaml:"auto_exposure,omitempty"`
	AutoWhiteBalance string `yaml:"auto_white_balance,omitempty"`
	// Or they are set by hand: the focus in the driver's units.
	Focus         *int     `yaml:"focus,omitempty" range:"-100000..100000, drivers differ"`
	ExposureMS    *float64 `yaml:"exposure_ms,omitempty" range:"0.01..10000 ms, daylight; the dark"`
	WhiteBalanceK *int     `yaml:"white_balance_k,omitempty" range:"1000..25000 K, a candle; a blue sky"`
}

// Pixels is the size of the pictures; 0, 0: as they come.
func (c Camera) Pixels() (width, height int) {
	w, h, _ := strings.Cut(c.Size, "x")
	width, wrong := strconv.Atoi(w)
	height, wrongToo := strconv.Atoi(h)
	if wrong != nil || wrongToo != nil {
		return 0, 0
	}
	return width, height
}

// ofComputer reports whether a source is a camera of this computer.
func (c Camera) ofComputer() bool {
	_, err := strconv.ParseUint(c.Source, 10, 8)
	return err == nil || strings.HasPrefix(c.Source, "/dev/")
}

func (c Camera) validate() error {
	if c.Source == "" {
		return wrongValue("camera.source",
			"is missing: a device number such as 0 or a path (`draughtsman cameras` lists them), a file, a pattern, or an "+
				"http or rtsp address")
	}
	width, height := c.Pixels()
	if c.Size != "" && files.InRange(calibration.StraightLens(width, height, float64(width+height))) != nil {
		return wrongValue("camera.size", "is %q; it is width and height in pixels, such as 1280x720, each from 16 to 20000",
			c.Size)
	}
	for _, s := range c.switches() {
		switch {
		case s.auto != "" && s.auto != "on" && s.auto != "off":
			return wrongValue("camera."+s.key, "is %q; say on or off", s.auto)
		case s.auto == "on" && s.value != "":
			return wrongValue("camera."+s.hand, "is %s, and %s is on; leave one of them out", s.value, s.key)
		}
	}
	if key := c.deviceKey(); key != "" && !c.ofComputer() {
		return wrongValue("camera."+key,
			"is for a camera of this computer, and %s is none: set it at the camera, and leave it out here", c.Source)
	}
	return nil
}

// control is how one of the things that a camera sets by itself is described.
type control struct{ key, auto, hand, value string }

func (c Camera) switches() []control {
	text := func(there bool, value func() any) string {
		if !there {
			return ""
		}
		return fmt.Sprint(value())
	}
	return []control{
		{"autofocus", c.Autofocus, "focus", text(c.Focus != nil, func() any { return *c.Focus })},
		{"auto_exposure", c.AutoExposure, "exposure_ms", text(c.ExposureMS != nil, func() any { return *c.ExposureMS })},
		{"auto_white_balance", c.AutoWhiteBalance, "white_balance_k",
			text(c.WhiteBalanceK != nil, func() any { return *c.WhiteBalanceK })},
	}
}

// deviceKey is the first key that is set and needs a camera of this computer.
func (c Camera) deviceKey() string {
	switch {
	case c.Size != "":
		return "size"
	case c.Rate != 0:
		return "rate"
	}
	for _, s := range c.switches() {
		switch {
		case s.auto != "":
			return s.key
		case s.value != "":
			return s.hand
		}
	}
	return ""
}
