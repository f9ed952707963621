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
	every   = 200 * time.Millisecond // between two looks at a motion; Grbl asks for at most 5 to 10 a second
	numb    = 600 * time.Millisecond // after an alarm, in which a reset is forgotten
	resting = 5 * time.Second        // the longest time that slowing down may take
)

// Driver is an arm.Arm on a controller that runs Grbl. Its methods may be
// called from several goroutines; home, move, grip and release happen one
// after another.
type Driver struct {
	cfg  Config
	conn line.Session

	// What is known of the controller, guarded by conn's lock.
	version   string
	settings  Settings
	status    Status    // the latest report
	reports   int       // how many have come
	alarmed   time.Time // when the latest alarm came
	idleSince time.Time // since when they say Idle; zero while they do not
	offset    *arm.Point
	banners   int      // how many have come
	strange   []string // the first lines that were none of Grbl's
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
	_ arm.Runner     = (*Driver)(nil)
)

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
		d.alarmed = time.Now()
		if !d.resetting {
			d.deaf = true
			d.conn.Lose(&AlarmError{Code: m.Code})
		}
	case Banner:
		d.banners++
		d.version = m.Version
		if !d.resetting {
			d.deaf, d.conn.Stopped, d.held = false, nil, false
			d.conn.Lose(fmt.Errorf("%w: its controller restarted (a dip of its supply, or its reset button); home it before it moves again", arm.ErrPositionLost))
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
	switch {
	case d.resetting || len(d.conn.Open) == 0:
	case fault != nil:
		d.conn.Answered(&RejectedError{Line: d.conn.Open[0].Text, Code: fault.Code})
	default:
		d.conn.Answered(nil)
	}
}

// frame ends a line. What its motion does was not reported before.
func (d *Driver) frame(a *line.Answer) string {
	d.idleSince = time.Time{}
	return a.Text + "\n"
}

// send writes one line, which is then open until it is answered.
func (d *Driver) send(text string) (*line.Answer, error) {
	return d.conn.Send(line.Line{Text: text})
}

// run sends lines, as many at a time as the controller's buffer holds, and
// returns when all are answered.
func (d *Driver) run(ctx context.Context, lines []line.Line) error {
	return d.judge(d.conn.Run(ctx, lines))
}

// watch asks how a machine gets on whose answer is awaited.
func (d *Driver) watch(a *line.Answer, since time.Time) error {
	if err := d.alive(a, since); err != nil {
		return err
	}
	return d.signal(askStatus)
}

// judge draws a conclusion from an answer: a controller that says it is locked
// has been reset behind our back.
func (d *Driver) judge(err error) error {
	var rejected *RejectedError
	if errors.As(err, &rejected) && (rejected.Code == 8 || rejected.Code == 9) {
		err = fmt.Errorf("%w: %w; home it before it moves again", arm.ErrPositionLost, err)
		d.conn.Do(func() { d.conn.Lose(err) })
	}
	return err
}

// alive tells whether an answer can still come: the controller says something,
// and it has not been at rest for long with the answer missing.
func (d *Driver) alive(a *line.Answer, began time.Time) (err error) {
	d.conn.Do(func() {
		if a.Done {
			return
		}
		switch {
		case d.conn.Silent(began) > d.cfg.Answer:
			err = fmt.Errorf("%w: nothing has come from it for %v; check its power and cable, then home it", arm.ErrNoAnswer, d.cfg.Answer)
		case !d.idleSince.IsZero() && time.Since(d.idleSince) > d.cfg.Answer+a.Takes:
			err = fmt.Errorf("%w: it stands still and has not answered %q, an answer was lost on the line; home it before it moves again", arm.ErrNoAnswer, a.Text)
		default:
			return
		}
		d.deaf = true
		d.conn.Lose(err)
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

// Close ends the connection. An arm that is in motion is stopped. Closing
// twice is fine.
func (d *Driver) Close() error {
	var moving, homing bool
	d.conn.Do(func() { moving, homing = len(d.conn.Open) > 0, d.homing })
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
