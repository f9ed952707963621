package grbl

import (
	"context"
	"errors"
	"fmt"
	"strings"
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
	pressed = 3                      // times Answer after which a hold that nobody asked for counts as a fault of the line
	holdPin = "H"                    // among a report's pins: the hold button is pressed
)

// Driver is an arm.Arm on a controller that runs Grbl. Homing resets it, which
// lets fall what the tool holds.
type Driver struct {
	line.Arm
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
	astray    *arm.Point // where it was reported beside its way
	banners   int        // how many have come
	strange   []string   // the first lines that were none of Grbl's
	halting   bool       // a feed hold was sent to stop for good
	held      bool       // by Hold
	standing  *arm.Point // where it was held; nil: not known
	button    bool       // it holds because its button was pressed
	strayHold time.Time  // since when it holds although nothing is known to have asked for it; zero while it does not
	resetting bool       // answers and alarms until the next banner are leftovers
	deaf      bool       // it may hear nothing but a reset
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
	d.strays(s)
	switch {
	case s.State != StateHold || d.held || d.halting || strings.Contains(s.Pins, holdPin):
		d.strayHold = time.Time{}
		d.button = s.State == StateHold && (d.button || strings.Contains(s.Pins, holdPin))
	case d.strayHold.IsZero() && !d.button:
		d.strayHold = time.Now()
	}
	if s.State != StateIdle {
		d.idleSince = time.Time{}
	} else if d.idleSince.IsZero() {
		d.idleSince = time.Now()
	}
}

// answered gives an answer to the oldest line that waits for one. An answer
// that nobody waits for is a leftover: after a reset Grbl still says "ok" to a
// line that raised an alarm. A controller that says it is locked has been reset
// behind our back.
func (d *Driver) answered(fault *Fault) {
	switch {
	case d.resetting || len(d.conn.Open) == 0:
	case fault == nil:
		d.conn.Answered(nil)
	default:
		var err error = &RejectedError{Line: d.conn.Open[0].Text, Code: fault.Code}
		if fault.Code != 8 && fault.Code != 9 {
			d.conn.Answered(err)
			return
		}
		d.conn.Lose(fmt.Errorf("%w: %w; home it before it moves again", arm.ErrPositionLost, err))
	}
}

// frame ends a line, without the spaces that are there for people: Grbl passes
// over them, and one whose highest bit is garbled would be 0xA0, which toggles the
// pump. What the line's motion does was not reported before.
func (d *Driver) frame(a *line.Answer) string {
	d.idleSince = time.Time{}
	return strings.ReplaceAll(a.Text, " ", "") + "\n"
}

// send writes one line, which is then open until it is answered.
func (d *Driver) send(text string) (*line.Answer, error) {
	return d.conn.Send(line.Line{Text: text})
}

// watch asks how a machine gets on whose answer is awaited. One that has left
// its way is held at once.
func (d *Driver) watch(a *line.Answer, since time.Time) error {
	var astray *arm.Point
	d.conn.Do(func() { astray, d.astray = d.astray, nil })
	if astray != nil {
		err := fmt.Errorf("%w: it has left its way and is at %v, a line was garbled; see that it is free, then home it", arm.ErrPositionLost, *astray)
		d.conn.Do(func() {
			d.deaf = true // until it is reset it would go on with the rest of its way
			d.conn.Lose(err)
		})
		return both(err, d.signal(feedHold))
	}
	if err := d.alive(a, since); err != nil {
		return err
	}
	return d.signal(askStatus)
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
		case !d.strayHold.IsZero() && time.Since(d.strayHold) > pressed*d.cfg.Answer:
			err = fmt.Errorf("%w: it holds, and no hold button was seen to be pressed: a byte was garbled into a hold; see that it is free, then home it", arm.ErrPositionLost)
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
