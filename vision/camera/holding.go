package camera

import (
	"errors"

	"draughtsman/vision/v4l2"
)

// newHolder holds focus, exposure and white balance of a camera of this computer; nil where there is nothing to hold.
func (c *Camera) newHolder() *holder {
	if c.source.kind != device {
		return nil
	}
	device, ok := c.openControls()
	if !ok {
		return nil
	}
	return newHolder(device, c.with.Device, logger{
		warn: func(text string) { c.with.Log.Warn().Stringer("source", c.source).Msg(text) },
		note: func(text string) { c.with.Log.Info().Stringer("source", c.source).Msg(text) },
	})
}

// openControls opens what the camera controls by itself; ok is false where that cannot be set, which is logged.
func (c *Camera) openControls() (*v4l2.Controls, bool) {
	device, err := c.with.host.Controls(c.source.path())
	if err == nil {
		return device, true
	}
	if !errors.Is(err, v4l2.ErrNoV4L2) || c.with.Device.controlled() {
		c.with.Log.Warn().Stringer("source", c.source).Err(err).Msg("what the camera sets by itself cannot be held")
	}
	return nil, false
}

// controlled reports whether somebody has said how something is to be set.
func (d Device) controlled() bool {
	for _, wish := range d.controls() {
		if wish != (Control{}) {
			return true
		}
	}
	return false
}

// holdAgain sets a camera that was away as it was set before: one that was unplugged has forgotten it.
func (c *Camera) holdAgain() {
	if c.holder == nil {
		return
	}
	_ = c.holder.close() // it belongs to a cable that came out
	device, ok := c.openControls()
	if !ok {
		c.holder = nil
		return
	}
	c.holder.device, c.holder.phase = device, starting
}

// closeHolder closes the holder's device.
func (c *Camera) closeHolder() {
	if c.holder != nil {
		_ = c.holder.close() // nothing is lost: what was set was read back
	}
}

// received hands a picture over, or keeps it back while the camera still sets itself.
func (c *Camera) received(frame Frame) error {
	if c.holder != nil {
		ready, err := c.holder.ready(frame.Image, frame.Time)
		if err != nil {
			c.holder.giveUp(err)
		} else if !ready {
			return frame.Close()
		}
	}
	c.peekers.show(frame)
	c.offer(frame)
	return nil
}
