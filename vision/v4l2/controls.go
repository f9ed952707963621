package v4l2

import (
	"errors"
	"fmt"
	"syscall"
)

// Setting is something that a camera can set by itself or have set for it.
type Setting struct {
	Name string `json:"name"` // Focus, Exposure or WhiteBalance
	On   bool   `json:"on"`   // the camera sets it by itself now
	// Least, Most and Step are what can be set by hand, in the driver's units: for the exposure 0.1 ms, for the white
	// balance kelvins. Most is 0 where nothing can.
	Least int `json:"least,omitempty"`
	Most  int `json:"most,omitempty"`
	Step  int `json:"step,omitempty"`
	// Value is what is set now; a camera that sets it by itself may not say so.
	Value int `json:"value,omitempty"`
}

// ExposureUnits is how many of the driver's units of exposure are a millisecond.
const ExposureUnits = 10

// The settings by name.
const (
	Focus        = "focus"
	Exposure     = "exposure"
	WhiteBalance = "white balance"
)

// Controls by number, from linux/v4l2-controls.h.
const (
	cidAutoWhiteBalance        = 0x0098090c
	cidWhiteBalanceTemperature = 0x0098091a
	cidExposureAuto            = 0x009a0901
	cidExposureAbsolute        = 0x009a0902
	cidExposureAutoPriority    = 0x009a0903
	cidFocusAbsolute           = 0x009a090a
	cidFocusAuto               = 0x009a090c
)

// Values of the menu V4L2_CID_EXPOSURE_AUTO. Webcams (uvcvideo) know 1 and 3,
// others 0 and 1: what the automatic is called comes from the driver's default.
const (
	exposureAuto     = 0
	exposureManual   = 1
	exposureAperture = 3 // the lens's aperture is fixed, the time automatic
)

const (
	flagDisabled = 0x0001
	flagReadOnly = 0x0004
)

// switches is how a setting's automatic is switched.
type switches struct {
	name string
	auto uint32  // the control that switches it
	off  int32   // its value for "by hand"
	on   []int32 // its values for "by itself", the usual one first
	hand uint32  // the control of the value
}

var settings = []switches{
	{Focus, cidFocusAuto, 0, []int32{1}, cidFocusAbsolute},
	{Exposure, cidExposureAuto, exposureManual, []int32{exposureAperture, exposureAuto}, cidExposureAbsolute},
	{WhiteBalance, cidAutoWhiteBalance, 0, []int32{1}, cidWhiteBalanceTemperature},
}

// query asks what a control can be; false: there is none.
func query(d Device, id uint32) (queryctrl, bool, error) {
	about := queryctrl{ID: id}
	err := ask(d, vidiocQueryctrl, &about)
	if lacking(err) || about.Flags&flagDisabled != 0 {
		return about, false, nil
	}
	return about, err == nil, err
}

func get(d Device, id uint32) (int32, error) {
	c := control{ID: id}
	err := ask(d, vidiocGCtrl, &c)
	return c.Value, err
}

// set sets a control and reads it back: drivers round, and some cameras take a value and forget it.
func set(d Device, id uint32, value int32) (int32, error) {
	if err := ask(d, vidiocSCtrl, &control{ID: id, Value: value}); err != nil {
		return 0, err
	}
	return get(d, id)
}

// automatic is what a camera can set by itself.
func automatic(d Device) ([]Setting, error) {
	all := []Setting{}
	for _, s := range settings {
		found, there, err := s.read(d)
		if err != nil {
			return all, fmt.Errorf("it does not say how its %s is set (%w)", s.name, err)
		}
		if there {
			all = append(all, found)
		}
	}
	return all, nil
}

// read is how a setting is; false: the camera cannot set it by itself.
func (s switches) read(d Device) (Setting, bool, error) {
	_, there, err := query(d, s.auto)
	if !there {
		return Setting{}, false, err
	}
	now, err := get(d, s.auto)
	if err != nil {
		return Setting{}, false, err
	}
	found := Setting{Name: s.name, On: now != s.off}
	about, there, err := query(d, s.hand)
	if !there || about.Flags&flagReadOnly != 0 {
		return found, true, err
	}
	found.Least, found.Most, found.Step = int(about.Minimum), int(about.Maximum), int(about.Step)
	value, err := get(d, s.hand)
	found.Value = int(value)
	return found, true, err
}

// Controls sets what an open camera controls by itself. Programs that take pictures from it are not disturbed.
type Controls struct{ device Device }

// NewControls are the controls of an open device.
func NewControls(d Device) *Controls { return &Controls{d} }

// Close closes the device.
func (c *Controls) Close() error { return c.device.Close() }

// Settings are those that the camera can set by itself, as they are now.
func (c *Controls) Settings() ([]Setting, error) { return automatic(c.device) }

// ErrRefused is what a camera does not do although it says that it can.
var ErrRefused = errors.New("the camera does not do it")

// SetAutomatic has the camera set something by itself, or keep it as it is now. The camera is asked afterwards whether
// it does. An automatic exposure stays within the time between two pictures, where the camera knows how: otherwise
// many deliver fewer pictures a second in dim light.
func (c *Controls) SetAutomatic(name string, on bool) error {
	s := find(name)
	if name == Exposure && on {
		if err := c.keepRate(); err != nil {
			return err
		}
	}
	values := []int32{s.off}
	if on {
		values = s.on
	}
	var last error
	for _, v := range values {
		now, err := set(c.device, s.auto, v)
		if err == nil && now == v {
			return nil
		}
		if last = err; err == nil {
			last = fmt.Errorf("set to %d it says %d", v, now)
		}
		if errors.Is(err, syscall.ENODEV) {
			break
		}
	}
	return fmt.Errorf("%w (%w)", ErrRefused, last)
}

// Set sets a value by hand, in the driver's units, and returns what the camera
// then says it is. Its automatic has to be off.
func (c *Controls) Set(name string, value int) (int, error) {
	now, err := set(c.device, find(name).hand, int32(value))
	if err != nil {
		return 0, fmt.Errorf("%w (%w)", ErrRefused, err)
	}
	return int(now), nil
}

// keepRate has the automatic exposure leave the rate alone. Cameras that know no such thing are left as they are.
func (c *Controls) keepRate() error {
	about, there, err := query(c.device, cidExposureAutoPriority)
	if !there || about.Flags&flagReadOnly != 0 {
		return err
	}
	if _, err := set(c.device, cidExposureAutoPriority, 0); err != nil {
		return fmt.Errorf("%w (%w)", ErrRefused, err)
	}
	return nil
}

// find is the setting of a name; another name is a mistake of the caller's.
func find(name string) switches {
	for _, s := range settings {
		if s.name == name {
			return s
		}
	}
	panic("there is no setting " + name)
}

// Controls opens the controls of the camera at a path, which may be a link to it.
func (h Host) Controls(path string) (*Controls, error) {
	if !h.kernel() {
		return nil, ErrNoV4L2
	}
	target, err := h.follow(path)
	if err != nil {
		return nil, err
	}
	d, err := h.open(target)
	if err != nil {
		return nil, fmt.Errorf("the controls of camera %s cannot be opened: %w", path, err)
	}
	return NewControls(d), nil
}
