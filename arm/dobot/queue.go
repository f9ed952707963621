package dobot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// watch notices an answer that is late.
func (d *Driver) watch(a *session.Answer, since time.Time) error {
	d.conn.Do(func() {
		if !a.Done && arm.Since(since) >= firstAnswerTimeout {
			d.overdue = a
		}
	})
	return nil
}

func (d *Driver) urgent() bool { return d.overdue != nil && !d.overdue.Done }

// tend finds out what became of a command whose answer is late, and sends it again if it has not arrived.
func (d *Driver) tend(ctx context.Context) error {
	var a *session.Answer
	d.conn.Do(func() { a, d.overdue = d.overdue, nil })
	err := d.settle(ctx, a)
	d.conn.Do(func() {
		d.close(a, err)
		a.Err = err
	})
	return err
}

// sendAttempts is how often a command is sent before its line counts as dead.
const sendAttempts = 5

// settle makes sure that a command has arrived, once if that matters.
func (d *Driver) settle(ctx context.Context, a *session.Answer) error {
	p, again := read(a.Text), session.Line{Text: a.Text, Moves: a.Moves}
	for range sendAttempts {
		answered, err := d.outcome(ctx, a)
		if err == nil && !answered && p.Queued && p.ID != idPace {
			answered, err = d.arrivedInQueue(ctx, p)
		}
		if err != nil || answered {
			return err
		}
		if a, err = d.conn.SendReady(again); err != nil {
			return err
		}
	}
	return d.unsure(p)
}

// outcome waits until a command is answered, or is known not to be any more: then a question is answered that was
// asked later.
func (d *Driver) outcome(ctx context.Context, a *session.Answer) (answered bool, err error) {
	err = d.conn.Wait(ctx, firstAnswerTimeout, func() bool { return a.Done })
	if errors.Is(err, session.ErrTimeout) {
		_, err = d.ask(ctx, question(idVersion))
	}
	if err == nil {
		d.conn.Do(func() { err = a.Err })
	}
	if errors.Is(err, errLost) {
		return false, nil
	}
	return err == nil, err
}

// arrivedInQueue reports whether a command whose answer is lost is in the queue. The speed that is set already is
// queued once more: its number tells how many came before it.
func (d *Driver) arrivedInQueue(ctx context.Context, p Packet) (bool, error) {
	var before uint64
	var probe session.Line
	d.conn.Do(func() { before, probe = d.last, d.speed })
	for missing := uint64(1); missing <= sendAttempts; missing++ {
		a, err := d.conn.SendReady(probe)
		if err != nil {
			return false, err
		}
		answered, err := d.outcome(ctx, a)
		switch {
		case err != nil:
			return false, err
		case !answered:
			continue // this one may be in the queue, too
		}
		switch number([]byte(a.Said)) - before - 1 {
		case missing:
			return true, nil
		case 0:
			return false, nil
		default:
			return false, d.unsure(p)
		}
	}
	return false, d.unsure(p)
}

// unsure is the error when too much has been lost to tell what is queued.
func (d *Driver) unsure(p Packet) error {
	return d.conn.Lost(fmt.Errorf("%w: so much was lost on the line that it is not known whether %s has arrived; a "+
		"shorter cable, away from the motors', then home it", arm.ErrNoAnswer, meanings[p.ID]))
}

// room returns when the queue has room for one more command. Before the first one it makes sure that the controller
// has not restarted.
func (d *Driver) room(ctx context.Context) error {
	counted, waiting := false, uint64(0)
	look := func() { counted, waiting = d.counted, d.last-d.done }
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
	said, err := d.ask(ctx, question(idDone))
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
		if said, err = d.ask(ctx, question(idDone)); err == nil {
			err = d.advanced(number(said))
		}
	}
	return err
}

// advanced notes how far the queue is. It does not go back, unless the controller has restarted.
func (d *Driver) advanced(n uint64) (err error) {
	d.conn.Do(func() {
		if d.counted && int64(n-d.done) < 0 {
			d.restart()
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
		d.conn.Do(func() { left = int64(d.last - d.done) })
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
