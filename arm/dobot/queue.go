package dobot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// room returns when the queue has room for one more command. Before the first one it makes sure that the controller
// has not restarted.
func (d *Driver) room(ctx context.Context) error {
	counted, waiting := false, uint64(0)
	look := func() { counted, waiting = d.link.counted, d.link.last-d.done }
	if d.conn.Do(look); !counted {
		return d.ended(ctx, d.begin(ctx))
	}
	for began := arm.Now(); waiting >= queueDepth; d.conn.Do(look) {
		if arm.Since(began) > queueDepth*d.cfg.Answer {
			return d.stuck(waiting)
		}
		if err := d.progress(ctx); err != nil {
			return d.ended(ctx, err)
		}
	}
	return nil
}

// begin makes sure that the arm is fit to go on, and asks where its counting has come to.
func (d *Driver) begin(ctx context.Context) error {
	if err := d.healthy(ctx); err != nil {
		return err
	}
	said, err := d.link.ask(ctx, question(idDone))
	if err == nil {
		d.conn.Do(func() { d.done = number(said) })
	}
	return err
}

// stuck is the error when the queue does not go on.
func (d *Driver) stuck(left uint64) error {
	return d.conn.Lost(fmt.Errorf("%w: it stands still and has %d commands left; look at its light, then home it",
		arm.ErrNoAnswer, left))
}

// progress lets a moment pass, and asks how far the queue is.
func (d *Driver) progress(ctx context.Context) error {
	err := d.conn.Wait(ctx, pollInterval, func() bool { return d.conn.Barred() != nil })
	if err == nil || errors.Is(err, session.ErrTimeout) {
		err = d.conn.Ready()
	}
	if err == nil {
		var said []byte
		if said, err = d.link.ask(ctx, question(idDone)); err == nil {
			err = d.advanced(number(said))
		}
	}
	return err
}

// advanced notes how far the queue is. It does not go back, unless the controller has restarted.
func (d *Driver) advanced(n uint64) (err error) {
	d.conn.Do(func() {
		if d.link.counted && int64(n-d.done) < 0 {
			d.link.restart()
		}
		d.done, err = n, d.conn.Barred()
	})
	return err
}

// ended is an error of who is in motion: when its context has ended, the arm is stopped; what else leaves the
// motion's end in doubt, ends the trust in it.
func (d *Driver) ended(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return d.conn.Interrupt(ctx)
	case errors.Is(err, arm.ErrAlarm):
		return d.conn.Lost(err)
	}
	return err
}

// arrived returns when all that was queued has been carried out and the tool stands where it was sent.
func (d *Driver) arrived(ctx context.Context, to arm.Point) error {
	at, err := d.finish(ctx, &to, d.cfg.Answer)
	if err == nil && at.Distance(to) > targetToleranceMM {
		err = d.conn.Lost(fmt.Errorf("%w: it was sent to %v and is at %v; is something in its way?", arm.ErrPositionLost, to,
			at))
	}
	return d.ended(ctx, err)
}

// queuePolls is how often the queue is asked for until the arm is asked for its alarms and its place.
const queuePolls = 4

// finish returns when the queue has been carried out and the tool stands still, and where; at the place where it
// should, if that is known, no second look is taken. It is an error when the tool stands still for so long before.
func (d *Driver) finish(ctx context.Context, to *arm.Point, longest time.Duration) (arm.Point, error) {
	var at *arm.Point
	moved := arm.Now() // as far as is known
	for look := 0; ; look++ {
		if err := d.progress(ctx); err != nil {
			return arm.Point{}, err
		}
		var left int64
		d.conn.Do(func() { left = int64(d.link.last - d.done) })
		if left > 0 && look%queuePolls != queuePolls-1 {
			continue
		}
		if err := d.healthy(ctx); err != nil {
			return arm.Point{}, err
		}
		now, err := d.where(ctx)
		if err != nil {
			return arm.Point{}, err
		}
		still := at != nil && at.Distance(*now) < 0.01
		switch at = now; {
		case left <= 0 && (still || to != nil && at.Distance(*to) < arrivedToleranceMM):
			return *now, d.conn.Ready()
		case !still:
			moved = arm.Now()
		case arm.Since(moved) > longest:
			return *now, d.stuck(uint64(left))
		}
	}
}
