package grbl

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// Bytes that Grbl obeys as they arrive, between lines and without an answer.
const (
	askStatus  = '?'
	feedHold   = '!'
	cycleStart = '~'
	softReset  = 0x18
)

const (
	statusInterval = 200 * time.Millisecond // between two looks at a motion; Grbl asks for at most 5 to 10 a second
	alarmDeadTime  = 600 * time.Millisecond // after an alarm, in which a reset is forgotten
	restInterval   = 100 * time.Millisecond // between two looks at a machine that slows down
	restLooks      = 50                     // at it, after which it does not come to rest
	stopTimeout    = restLooks * restInterval
	// times Answer after which a hold that nobody asked for counts as a fault of the line
	holdFaultAnswers = 3
	holdPin          = "H" // among a report's pins: the hold button is pressed
)

// Driver is an arm.Arm on a controller that runs Grbl or one of its relatives. Homing resets it, which lets fall what
// the tool holds.
type Driver struct {
	session.Arm
	cfg  Config
	conn session.Session

	// What is known of the controller, guarded by conn's lock.
	firmware  Firmware
	reported  reported
	alarmed   time.Time   // when the latest alarm came
	alarm     *AlarmError // which a reset has to end; nil: none
	refusing  bool        // grblHAL answers all G-code as it did a refused line, until an empty one
	blanks    int         // empty lines that wait for their ok
	astray    *arm.Point  // where it was reported beside its way
	banners   int         // how many have come
	halting   bool        // a feed hold was sent to stop for good
	held      bool        // by Hold
	standing  *arm.Point  // where it was held; nil: not known
	resetting bool        // answers and alarms until the next banner are leftovers
	deaf      bool        // it may hear nothing but a reset
}

// receive takes in one line from the controller.
func (d *Driver) receive(text string) {
	d.cfg.Log.Debug().Str("line", text).Msg("arm says")
	m, err := Parse(text)
	if err != nil {
		d.conn.Strange(text)
		return
	}
	switch m := m.(type) {
	case OK:
		d.answered(nil)
	case Fault:
		d.answered(&m)
	case Alarm:
		d.raised(m.Code)
	case Banner:
		d.greeted(m)
	case Setting:
		if m.Text == "" {
			d.reported.settings[m.Number] = m.Value
		}
	case Feedback:
		if m.Tag == "VER" {
			d.conn.Version = m.Text
		}
		d.firmware.build(m)
	case Status:
		d.report(m)
	}
}

// greeted is the end of a reset, its own or one of which nobody here knows.
func (d *Driver) greeted(m Banner) {
	d.banners++
	d.firmware, d.conn.Version = m.Firmware, m.Version
	d.alarm, d.refusing, d.blanks = nil, false, 0
	if !d.resetting {
		d.deaf, d.conn.Stopped, d.held = false, nil, false
		d.conn.Lose(fmt.Errorf("%w: its controller restarted (a dip of its supply, its reset button, or another program); "+
			"home it before it moves again", arm.ErrPositionLost))
	}
}

// raised is an alarm. One that only asks for homing belongs to a start, whose greeting has said all.
func (d *Driver) raised(code int) {
	d.alarmed = arm.Now()
	err := &AlarmError{Code: code, Firmware: d.firmware, Foreign: len(d.conn.Open) == 0}
	switch {
	case d.resetting:
	case d.firmware.wantsHoming(code):
		if d.conn.Distrust == nil {
			d.conn.Lose(err)
		}
	case d.firmware != Grbl && d.conn.Distrust != nil && !d.conn.Homing:
		d.deaf, d.alarm = true, err // what is asked of a relative it goes on to answer
	default:
		d.deaf, d.alarm = true, err
		d.conn.Lose(err)
	}
}

func (d *Driver) report(s Status) {
	ours := d.held || d.halting
	if s.State != d.reported.status.State {
		if text := d.reported.holder(s, ours || d.conn.Stopped != nil || d.deaf); text != "" {
			d.cfg.Log.Warn().Str("state", string(s.State)).Msg(text)
		}
	}
	d.reported.take(s, ours)
	if at, known := d.reported.place(s); known && beside(at, d.conn.Way) {
		d.astray = &at
	}
}

// answered gives an answer to the oldest line that waits for one. An answer that nobody waits for is a leftover:
// after a reset Grbl still says "ok" to a line that raised an alarm. A controller that says it is locked has been
// reset behind our back.
func (d *Driver) answered(fault *Fault) {
	switch {
	case d.resetting:
	case fault == nil && d.blanks > 0:
		d.blanks--
	case len(d.conn.Open) == 0:
		d.conn.Unasked()
	case fault == nil:
		d.conn.Answered(nil)
	default:
		d.refusing, d.blanks = d.firmware == GrblHAL, 0
		var err error = &RejectedError{Line: d.conn.Open[0].Text, Code: fault.Code, Text: fault.Text, Firmware: d.firmware,
			Own: d.conn.Open[0].Moves}
		if fault.Code != 8 && fault.Code != 9 {
			d.conn.Answered(err)
			return
		}
		d.conn.Lose(fmt.Errorf("%w: %w; home it before it moves again", arm.ErrPositionLost, err))
	}
}

// frame ends a line, without the spaces that are there for people: Grbl passes over them, and one whose highest bit
// is garbled would be 0xA0, which toggles the pump. What the line's motion does was not reported before. An empty
// line in front has grblHAL forget that it refused one (protocol.c, gc_state.last_error).
func (d *Driver) frame(a *session.Answer) string {
	d.reported.idleSince = time.Time{}
	text := strings.ReplaceAll(a.Text, " ", "") + "\n"
	if d.refusing {
		d.refusing = false
		d.blanks++
		text = "\n" + text
	}
	return text
}

// watch asks how a machine gets on whose answer is awaited. One that has left its way is held at once.
func (d *Driver) watch(a *session.Answer, since time.Time) error {
	var astray *arm.Point
	d.conn.Do(func() { astray, d.astray = d.astray, nil })
	if astray != nil {
		err := fmt.Errorf("%w: it has left its way and is at %v, a line was garbled or another program moves it; see that "+
			"it is free, then home it", arm.ErrPositionLost, *astray)
		d.conn.Do(func() {
			d.deaf = true // until it is reset it would go on with the rest of its way
			d.conn.Lose(err)
		})
		return session.Both(err, d.signal(feedHold))
	}
	if err := d.alive(a, since); err != nil {
		return err
	}
	return d.signal(askStatus)
}

// alive tells whether an answer can still come: the controller says something, and it has not been at rest for long
// with the answer missing.
func (d *Driver) alive(a *session.Answer, began time.Time) (err error) {
	d.conn.Do(func() {
		if a.Done {
			return
		}
		switch {
		case d.conn.Silent(began) > d.cfg.Answer:
			err = fmt.Errorf("%w: nothing has come from it for %v; check its power and cable, then home it", arm.ErrNoAnswer,
				d.cfg.Answer)
		case !d.reported.idleSince.IsZero() && arm.Since(d.reported.idleSince) > d.cfg.Answer+a.Takes:
			err = fmt.Errorf("%w: it stands still and has not answered %q, a line or its answer was lost on the way; home it "+
				"before it moves again", arm.ErrNoAnswer, a.Text)
		case d.reported.status.State == StateAlarm && arm.Since(d.reported.since) > d.cfg.Answer:
			err = fmt.Errorf("%w: it reports one, and which was lost on the line; see that the machine is free, then home it",
				arm.ErrAlarm)
		case d.reported.status.State == StateSleep && arm.Since(d.reported.since) > d.cfg.Answer:
			err = fmt.Errorf("%w: it sleeps ($SLP, or $62 of grblHAL) and its motors are off; home it before it moves again",
				arm.ErrPositionLost)
		case !d.reported.strayHold.IsZero() && arm.Since(d.reported.strayHold) > holdFaultAnswers*d.cfg.Answer:
			err = fmt.Errorf("%w: it holds, and no hold button was seen to be pressed: a byte was garbled into a hold, or "+
				"another program holds it; see that it is free, then home it", arm.ErrPositionLost)
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
	const maxAsks = 4 // a byte may be lost on the line
	seen := 0
	d.conn.Do(func() { seen = d.reported.count })
	for range maxAsks {
		if err := d.signal(askStatus); err != nil {
			return Status{}, err
		}
		var silence error
		err := d.conn.Wait(ctx, d.cfg.Answer/maxAsks, func() bool {
			s = d.reported.status
			if d.alarm != nil && d.firmware.silencedBy(d.alarm.Code) {
				silence = d.alarm
			}
			return d.reported.count > seen || silence != nil
		})
		switch {
		case err == nil && silence != nil:
			return Status{}, silence
		case !errors.Is(err, session.ErrTimeout):
			return s, err
		}
	}
	var alarm *AlarmError
	if d.conn.Do(func() { alarm = d.alarm }); alarm != nil {
		return Status{}, alarm
	}
	return Status{}, fmt.Errorf("%w: no status report came within %v", arm.ErrNoAnswer, d.cfg.Answer)
}
