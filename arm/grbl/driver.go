package grbl

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/line"
)

// Bytes that Grbl obeys as they arrive, between lines and without an answer.
const (
	askStatus  = '?'
	feedHold   = '!'
	cycleStart = '~'
	softReset  = 0x18
)

const (
	watch   = 200 * time.Millisecond // between two looks at a motion; Grbl asks for at most 5 to 10 a second
	resting = 5 * time.Second        // the longest time that slowing down may take
)

// Driver is an arm.Arm on a controller that runs Grbl. Its methods may be
// called from several goroutines; home, move, grip and release happen one
// after another.
type Driver struct {
	cfg  Config
	conn *line.Conn
	turn chan struct{} // holds the one right to send lines

	// What is known of the controller, guarded by conn's lock.
	version   string
	settings  Settings
	open      []*answer // lines sent and not answered yet, oldest first
	status    Status    // the latest report
	reports   int       // how many have come
	idleSince time.Time // since when they say Idle; zero while they do not
	offset    *arm.Point
	banners   int      // how many have come
	strange   []string // the first lines that were none of Grbl's
	distrust  error    // why the position is not known; nil while it is
	stopped   error    // a motion was interrupted, its rest is in the controller
	halting   bool     // a feed hold was sent to stop for good
	held      bool     // by Hold
	homing    bool
	resetting bool // answers and alarms until the next banner are leftovers
	deaf      bool // it may hear nothing but a reset
}

var (
	_ arm.Arm        = (*Driver)(nil)
	_ arm.Stopper    = (*Driver)(nil)
	_ arm.Holder     = (*Driver)(nil)
	_ arm.Positioner = (*Driver)(nil)
)

// answer is what becomes of a line that was sent.
type answer struct {
	line string
	done bool
	err  error
}

// receive takes in one line from the controller.
func (d *Driver) receive(text string) {
	d.cfg.Log.Debug().Str("line", text).Msg("arm says")
	m, err := Parse(text)
	if err != nil {
		if len(d.strange) < 8 {
			d.strange = append(d.strange, text)
		}
		return
	}
	switch m := m.(type) {
	case OK:
		d.answered(nil)
	case Fault:
		d.answered(&m)
	case Alarm:
		if !d.resetting {
			d.deaf = true
			d.lose(&AlarmError{Code: m.Code})
		}
	case Banner:
		d.banners++
		d.version = m.Version
		if !d.resetting {
			d.deaf, d.stopped, d.held = false, nil, false
			d.lose(fmt.Errorf("%w: its controller restarted (a dip of its supply, or its reset button); home it before it moves again", arm.ErrPositionLost))
		}
	case Setting:
		d.settings[m.Number] = m.Value
	case Feedback:
		if m.Tag == "VER" {
			d.version = m.Text
		}
	case Status:
		d.report(m)
	}
}

func (d *Driver) report(s Status) {
	if s.State != d.status.State && (s.State == StateDoor || s.State == StateHold && !d.held && !d.halting) {
		d.cfg.Log.Warn().Str("state", string(s.State)).Msg("the controller holds the arm by itself: look for a hold button or a door switch; its resume button goes on")
	}
	d.reports++
	d.status = s
	if s.WCO != nil {
		d.offset = s.WCO
	}
	if s.State != StateIdle {
		d.idleSince = time.Time{}
	} else if d.idleSince.IsZero() {
		d.idleSince = time.Now()
	}
}

// answered gives an answer to the oldest line that waits for one. An answer
// that nobody waits for is a leftover: after a reset Grbl still says "ok" to a
// line that raised an alarm.
func (d *Driver) answered(fault *Fault) {
	if d.resetting || len(d.open) == 0 {
		return
	}
	a := d.open[0]
	d.open = d.open[1:]
	a.done = true
	if fault != nil {
		a.err = &RejectedError{Line: a.line, Code: fault.Code}
	}
}

// lose ends the trust in the position, and every wait for an answer. The first
// reason is kept.
func (d *Driver) lose(reason error) {
	if d.distrust == nil {
		d.distrust = reason
	}
	for _, a := range d.open {
		a.done, a.err = true, reason
	}
	d.open = nil
}

// take waits for the right to send lines; give it back with the function.
func (d *Driver) take(ctx context.Context) (giveBack func(), err error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	select {
	case <-d.turn:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if err := d.conn.Err(); err != nil {
		d.turn <- struct{}{}
		return nil, err
	}
	return func() { d.turn <- struct{}{} }, nil
}

// send writes one line, which is then open until it is answered.
func (d *Driver) send(text string) (*answer, error) {
	a := &answer{line: text}
	d.conn.Do(func() {
		d.open = append(d.open, a)
		d.idleSince = time.Time{}
	})
	d.cfg.Log.Debug().Str("line", text).Msg("to the arm")
	if err := d.conn.Write([]byte(text + "\n")); err != nil {
		d.conn.Do(func() { d.lose(err) })
		return nil, err
	}
	return a, nil
}

// run sends lines, as many at a time as the controller's buffer holds, and
// returns when all are answered.
func (d *Driver) run(ctx context.Context, lines []string) error {
	dwell := dwelling(lines)
	var waiting []*answer
	var first error
	sent := 0
	settle := func() {
		err := d.await(ctx, waiting[0], dwell)
		sent -= len(waiting[0].line) + 1
		waiting = waiting[1:]
		if first == nil {
			first = err
		}
	}
	for _, text := range lines {
		for first == nil && sent+len(text)+1 > rxBuffer {
			settle()
		}
		if first == nil {
			first = d.ready()
		}
		if first != nil {
			break
		}
		a, err := d.send(text)
		if err != nil {
			return err
		}
		waiting, sent = append(waiting, a), sent+len(text)+1
	}
	for len(waiting) > 0 {
		settle()
	}
	return first
}

// ready tells why lines may not be sent now.
func (d *Driver) ready() (err error) {
	d.conn.Do(func() {
		if err = d.distrust; err == nil {
			err = d.stopped
		}
	})
	return err
}

// await waits for an answer and watches meanwhile that the controller lives.
// When ctx ends it brings the arm to rest.
func (d *Driver) await(ctx context.Context, a *answer, dwell time.Duration) error {
	began := time.Now()
	for {
		var outcome error
		err := d.conn.Wait(ctx, watch, func() bool {
			if outcome = a.err; !a.done {
				outcome = d.stopped
			}
			return a.done || d.stopped != nil
		})
		switch {
		case err == nil:
			return d.judge(outcome)
		case errors.Is(err, line.ErrTimeout):
			if err := d.alive(a, began, dwell); err != nil {
				return err
			}
			if err := d.signal(askStatus); err != nil {
				return err
			}
		case ctx.Err() != nil:
			return d.interrupt(ctx)
		default:
			return err
		}
	}
}

// judge draws a conclusion from an answer: a controller that says it is locked
// has been reset behind our back.
func (d *Driver) judge(err error) error {
	var rejected *RejectedError
	if errors.As(err, &rejected) && (rejected.Code == 8 || rejected.Code == 9) {
		err = fmt.Errorf("%w: %w; home it before it moves again", arm.ErrPositionLost, err)
		d.conn.Do(func() { d.lose(err) })
	}
	return err
}

// alive tells whether an answer can still come: the controller says something,
// and it has not been at rest for long with the answer missing.
func (d *Driver) alive(a *answer, began time.Time, dwell time.Duration) (err error) {
	d.conn.Do(func() {
		if a.done {
			return
		}
		now := time.Now()
		last, _ := d.conn.Heard()
		if last.Before(began) {
			last = began
		}
		switch {
		case now.Sub(last) > d.cfg.Answer:
			err = fmt.Errorf("%w: nothing has come from it for %v; check its power and cable, then home it", arm.ErrNoAnswer, d.cfg.Answer)
		case !d.idleSince.IsZero() && now.Sub(d.idleSince) > d.cfg.Answer+dwell:
			err = fmt.Errorf("%w: it stands still and has not answered %q, an answer was lost on the line; home it before it moves again", arm.ErrNoAnswer, a.line)
		default:
			return
		}
		d.deaf = true
		d.lose(err)
	})
	return err
}

// signal sends one byte that Grbl obeys at once.
func (d *Driver) signal(b byte) error {
	if b != askStatus {
		d.cfg.Log.Debug().Hex("byte", []byte{b}).Msg("to the arm")
	}
	return d.conn.Write([]byte{b})
}

// ask is a status report that was made after the call.
func (d *Driver) ask(ctx context.Context) (s Status, err error) {
	const tries = 4 // a byte may be lost on the line
	seen := 0
	d.conn.Do(func() { seen = d.reports })
	for range tries {
		if err := d.signal(askStatus); err != nil {
			return Status{}, err
		}
		err := d.conn.Wait(ctx, d.cfg.Answer/tries, func() bool {
			s = d.status
			return d.reports > seen
		})
		if !errors.Is(err, line.ErrTimeout) {
			return s, err
		}
	}
	return Status{}, fmt.Errorf("%w: no status report came within %v", arm.ErrNoAnswer, d.cfg.Answer)
}

// pause lets a moment pass.
func (d *Driver) pause(ctx context.Context, limit time.Duration) error {
	err := d.conn.Wait(ctx, limit, func() bool { return false })
	if errors.Is(err, line.ErrTimeout) {
		return nil
	}
	return err
}

// Close ends the connection. An arm that is in motion is stopped. Closing
// twice is fine.
func (d *Driver) Close() error {
	var moving, homing bool
	d.conn.Do(func() { moving, homing = len(d.open) > 0, d.homing })
	switch {
	case homing:
		_ = d.signal(softReset) // the port may be gone, which closing it will tell
	case moving:
		_ = d.signal(feedHold)
	}
	if err := d.conn.Close(); err != nil {
		return fmt.Errorf("close the connection to the arm: %w", err)
	}
	return nil
}
