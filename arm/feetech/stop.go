package feetech

import (
	"context"
	"fmt"

	"draughtsman/arm"
)

// cutShort ends a motion under way with an error, unless another one ends it already, and reports whether there is one.
// changed is closed when it has ended.
func (d *Driver) cutShort(why error) (moving bool, changed <-chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.moving && d.stopping == nil {
		d.stopping = why
	}
	return d.moving, d.changed
}

// Stop brings the arm to rest where it is, with its grip. A motion under way returns ErrStopped, and everything but
// Position and Home is refused from then on. An arm that did nothing is ready for more.
func (d *Driver) Stop(ctx context.Context) error {
	moving, changed := d.cutShort(fmt.Errorf("%w in the middle of a motion; home it before it moves again",
		arm.ErrStopped))
	if !moving {
		return nil
	}
	select {
	case <-changed:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("stop the arm: %w", context.Cause(ctx))
	}
}

// Hold brings the arm to rest with its grip. Calls under way and later ones wait until Resume.
func (d *Driver) Hold(ctx context.Context) error {
	d.mu.Lock()
	d.held = true
	moving := d.moving
	d.mu.Unlock()
	if !moving {
		return nil
	}
	if err := d.standing(ctx); err != nil {
		return fmt.Errorf("hold the arm: %w", err)
	}
	return nil
}

// Resume lets a held arm go on.
func (d *Driver) Resume(context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.held = false
	return nil
}
