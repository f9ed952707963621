package feetech

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// control is whether the arm may move, and how a motion is held and ended.
type control struct {
	session.Monitor       // guards what follows
	distrust        error // why the arm may not move; nil once it is homed
	stopping        error // set while somebody waits for a motion to end
	moving          bool  // goals are being sent
	held            bool  // by Hold
	ended           int   // motions that have
}

// ready is the error where the arm may not move now.
func (c *control) ready() (err error) {
	c.Do(func() { err = c.distrust })
	return err
}

// lose makes everything but Home be refused from now on. The first reason is kept.
func (c *control) lose(reason error) { c.Do(func() { c.distrust = cmp.Or(c.distrust, reason) }) }

// interrupted reports whether a motion has to end now.
func (c *control) interrupted(ctx context.Context) (held bool, err error) {
	if c.Do(func() { held, err = c.held, c.stopping }); err == nil && ctx.Err() != nil {
		err = fmt.Errorf("%w in the middle of a motion: %w; home it before it moves again", arm.ErrStopped,
			context.Cause(ctx))
	}
	return held, err
}

// end has a motion under way end with an error, unless another one ends it already, and waits until it has.
func (c *control) end(ctx context.Context, limit time.Duration, why error) error {
	moving, ended := false, 0
	c.Do(func() {
		if moving, ended = c.moving, c.ended; moving {
			c.stopping = cmp.Or(c.stopping, why)
		}
	})
	return c.Wait(ctx, limit, func() bool { return !moving || c.ended > ended })
}

// Stop brings the arm to rest where it is, with its grip. A motion under way returns ErrStopped, and everything but
// Position and Home is refused from then on. An arm that did nothing is ready for more.
func (d *Driver) Stop(ctx context.Context) error {
	if err := d.control.end(ctx, math.MaxInt64, fmt.Errorf("%w in the middle of a motion; home it before it moves again",
		arm.ErrStopped)); err != nil {
		return fmt.Errorf("stop the arm: %w", err)
	}
	return nil
}

// Hold brings the arm to rest with its grip. Calls under way and later ones wait until Resume.
func (d *Driver) Hold(ctx context.Context) error {
	moving := false
	if d.control.Do(func() { d.control.held, moving = true, d.control.moving }); !moving {
		return nil
	}
	if err := d.servos.standing(ctx); err != nil {
		return fmt.Errorf("hold the arm: %w", err)
	}
	return nil
}

// Resume lets a held arm go on.
func (d *Driver) Resume(context.Context) error {
	d.control.Do(func() { d.control.held = false })
	return nil
}
