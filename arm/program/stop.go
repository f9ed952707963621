package program

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// errHeld keeps a request from being sent while the arm is held. No caller sees it.
var errHeld = errors.New("the arm is held")

// carry has the program do something and waits until it has. It waits first while the arm is held. Began tells whether
// it was asked at all; if it failed then in a way that leaves the place uncertain, the position counts as lost.
func (d *driver) carry(ctx context.Context, method string, params any, limit time.Duration, way arm.Way) (began bool,
	err error) {
	var c *call
	for c == nil {
		if err := d.resumed(ctx); err != nil {
			return false, err
		}
		c, err = d.s.send(method, params, d.barred, func(c *call) { d.doing, d.way, d.since = c, way, arm.Now() })
		if err != nil && !errors.Is(err, errHeld) {
			return false, err
		}
	}
	err = d.await(ctx, c, limit)
	var stopped error
	var failed *failureError
	d.s.Do(func() {
		d.doing, d.way = nil, arm.Way{}
		if errors.As(c.err, &failed) && failed.Code == "stopped" && d.stopped == nil {
			d.stopped, d.at = err, nil // by somebody at the machine
		}
		stopped = d.stopped
	})
	switch {
	case stopped != nil && ctx.Err() == nil && d.s.Err() == nil:
		return true, stopped // though it may have ended well just before
	case stopped != nil, failed == nil:
	case errors.Is(failed, arm.ErrDisconnected):
		d.s.fail(err)
	case !kept[failed.Code]:
		err = d.lose(err)
	}
	return true, err
}

// barred is why nothing that moves may be sent now. Call it with the lock held.
func (d *driver) barred() error {
	switch {
	case d.stopped != nil:
		return d.stopped
	case d.distrust != nil && !d.homing:
		return d.distrust
	case d.held:
		return errHeld
	}
	return nil
}

// resumed waits until the arm is not held any more.
func (d *driver) resumed(ctx context.Context) error {
	for {
		var bar error
		err := d.s.Wait(ctx, time.Hour, func() bool {
			bar = d.barred()
			return !errors.Is(bar, errHeld)
		})
		switch {
		case err == nil:
			return bar
		case !errors.Is(err, session.ErrTimeout):
			return err
		}
	}
}

// await waits for the answer to what is under way. The limit counts anew when the arm was held and goes on. When ctx
// ends the arm is stopped.
func (d *driver) await(ctx context.Context, c *call, limit time.Duration) error {
	for {
		var held, over bool
		d.s.Do(func() { held = d.held })
		waits := limit
		if held {
			waits = time.Hour
		}
		err := d.s.Wait(ctx, waits, func() bool {
			over = c.done
			return over || d.held != held
		})
		switch {
		case over:
			return c.err
		case err == nil, held && errors.Is(err, session.ErrTimeout):
		case errors.Is(err, session.ErrTimeout):
			return d.s.late(c, limit)
		case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
			return d.interrupt(ctx, c)
		default:
			return err
		}
	}
}

// interrupt stops what is under way because its context has ended, and says what became of it.
func (d *driver) interrupt(ctx context.Context, c *call) error {
	cause, anyway := context.Cause(ctx), context.WithoutCancel(ctx)
	if err := d.halt(anyway); err != nil {
		return fmt.Errorf("%w: %w", err, cause)
	}
	err := d.s.Wait(anyway, d.cfg.Answer, func() bool { return c.done })
	if errors.Is(err, session.ErrTimeout) {
		return fmt.Errorf("%w: %w", d.s.late(c, d.cfg.Answer), cause)
	}
	d.s.Do(func() { err = d.stopped })
	return fmt.Errorf("%w: %w", err, cause)
}

// Stop brings the arm to rest where it is, with its grip. What is under way returns ErrStopped, and everything but
// Position and Home is refused from then on. An arm that did nothing is ready for more.
func (d *driver) Stop(ctx context.Context) error {
	if err := d.halt(ctx); err != nil {
		return fmt.Errorf("stop the arm: %w", err)
	}
	return nil
}

// busy reports whether there is something to stop. Call it with the lock held.
func (d *driver) busy() bool { return d.doing != nil || d.homing || d.running }

// halt is Stop. The program is told even if nothing is under way here, where that changes nothing.
func (d *driver) halt(ctx context.Context) error {
	if d.s.Err() != nil {
		return nil // its program was ended, which stops the arm
	}
	c, err := d.s.send(stop, nil, func() error {
		if !d.busy() {
			return nil
		}
		reason := fmt.Errorf("%w in the middle of a motion; home it before it moves again", arm.ErrStopped)
		if d.homing {
			reason = fmt.Errorf("%w while homing", arm.ErrStopped)
		}
		d.stopped, d.held, d.at = reason, false, nil
		return nil
	}, func(*call) {})
	if err != nil {
		return err
	}
	err = d.s.Wait(ctx, d.cfg.Answer, func() bool { return c.done })
	switch {
	case errors.Is(err, session.ErrTimeout):
		return d.s.late(c, d.cfg.Answer)
	case err != nil:
		return err
	case c.err != nil:
		// Whatever it does now: an end of its input stops the arm.
		d.s.fail(fmt.Errorf("it was told to stop, and answered: %w", c.err))
		return d.s.Err()
	}
	return nil
}

// holder is a driver whose program can wait in the middle of a motion.
type holder struct{ d *driver }

// Hold brings the arm to rest with its grip; calls under way and later ones wait until Resume. Homing cannot be held.
func (h holder) Hold(ctx context.Context) error {
	d := h.d
	giveBack, err := d.holds.Take(ctx)
	if err != nil {
		return fmt.Errorf("hold the arm: %w", err)
	}
	defer giveBack()
	already := false
	_, err = d.s.askUnless(ctx, hold, nil, d.cfg.Answer, func() error {
		if d.homing {
			return fmt.Errorf("%w, it is just homing, which can only be stopped", arm.ErrNotHomed)
		}
		already, d.held = d.held, true
		return nil
	})
	if err != nil {
		return fmt.Errorf("hold the arm: %w", err)
	}
	d.s.Do(func() {
		if !already {
			d.way.Took += arm.Since(d.since)
		}
	})
	return nil
}

// Resume lets a held arm go on, after it was asked where it stands. One that is not on its way is stopped, and has to
// be homed.
func (h holder) Resume(ctx context.Context) error {
	d := h.d
	giveBack, err := d.holds.Take(ctx)
	if err == nil {
		defer giveBack()
		err = d.resume(ctx)
	}
	if err != nil {
		return fmt.Errorf("resume the arm's motion: %w", err)
	}
	return nil
}

func (d *driver) resume(ctx context.Context) error {
	var held bool
	var bar error
	d.s.Do(func() {
		if held, bar = d.held, d.barred(); errors.Is(bar, errHeld) {
			bar = nil
		}
	})
	if bar != nil || !held {
		return bar
	}
	if err := d.onWay(ctx); err != nil {
		return errors.Join(err, d.halt(context.WithoutCancel(ctx)))
	}
	_, err := d.s.askUnless(ctx, resume, nil, d.cfg.Answer, func() error { return d.stopped })
	if err == nil {
		d.s.Do(func() { d.held, d.since = false, arm.Now() })
	}
	return err
}

// heldToleranceMM is how far from its way, in mm, beyond its accuracy, an arm may stand that was held.
const heldToleranceMM = 0.5

// onWay makes sure that an arm that is held stands where its motion can have brought it.
func (d *driver) onWay(ctx context.Context) error {
	at, err := d.ask(ctx)
	if err != nil {
		return err
	}
	var way arm.Way
	d.s.Do(func() {
		if way = d.way; len(way.Steps) == 0 {
			way.From = d.at // it was at rest
		}
	})
	if err := way.Check(d.cfg.Limits, at, d.about.accuracy()+heldToleranceMM); err != nil {
		return d.lose(err)
	}
	return nil
}
