package marlin

import (
	"context"
	"fmt"
	"strings"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

const (
	silenceInterval   = 200 * time.Millisecond // between two looks at how long the controller has been silent
	refusalTime       = 50 * time.Millisecond  // in which the refusals of lines that were on their way arrive
	maxResends        = 5                      // in a row, until the line counts as too noisy
	stopTimeout       = 8 * time.Second        // the longest time that stopping may take; M410 takes 1 s
	targetToleranceMM = 0.02                   // mm beside its target at which a motion did not end there
	// mm beside its way at which a stopped one is elsewhere: the count of steps is exact
	wayToleranceMM = 0.5
)

// Driver is an arm.Arm on a controller that runs Marlin. Homing (G28) leads back from everything but a halt, out of
// which only a reset does; when it is stopped, Marlin may take that for failed homing and halt.
type Driver struct {
	session.Arm
	cfg  Config
	conn session.Session

	// What is known of the controller, guarded by conn's lock.
	caps     map[string]bool
	foreign  string // the name of another firmware that answers
	last     uint32 // number of the last line sent
	numbered bool   // lines are
	resend   uint32 // the line asked for again; 0: none
	resent   int    // how often, in a row
	asked    bool   // for any, since tend looked
	leftover bool   // the next ok belongs to a Resend
	refusal  string // of the line that the next ok answers
	syncing  string // the text that must come back before any answer counts
	echoed   bool   // it has
	at       arm.Point
	reports  int    // of positions
	before   int    // that had come when M114 was sent
	words    string // the last of the controller's before it halted
	fresh    bool   // its answers are matched
	restart  bool   // it restarted, and was not set up since
	lively   bool   // it says "busy" while it works
	nudged   uint32 // the line that was sent once more because nothing came
}

// receive takes in one line from the controller.
func (d *Driver) receive(text string) {
	d.cfg.Log.Debug().Str("line", text).Msg("arm says")
	if name := session.Firmware([]string{text}); d.conn.Version == "" && name != "" && name != "Marlin" {
		d.foreign = name
	}
	if d.syncing != "" && strings.Contains(text, d.syncing) {
		d.echoed = true
		return
	}
	m, err := Parse(text)
	if err != nil {
		d.conn.Strange(text)
		return
	}
	switch m := m.(type) {
	case OK:
		d.answered(m)
	case Resend:
		d.again(m.Number)
	case Busy:
		d.lively = true
		if strings.Contains(m.What, "paused") {
			d.cfg.Log.Warn().Msg("the controller has paused the arm by itself: its button, or M108, lets it go on")
		}
	case Unknown:
		d.refusal = "this controller does not have that command; it has to be compiled into its firmware"
	case Fault:
		d.words = m.Text
		if !d.numbers(m.Text) {
			d.refusal = m.Text
		}
	case Halt:
		d.killed(m)
	case Start:
		d.started()
	case Identity:
		d.conn.Version = m.Name
	case Capability:
		d.caps[m.Name] = m.On
	case Position:
		d.at = m.At
		d.reports++
	case Note:
		d.words = m.Text
	}
}

// numbers reports whether a fault is about line numbers or checksums; the Resend behind it is what matters.
func (d *Driver) numbers(fault string) bool {
	return strings.Contains(fault, "Last Line") || strings.Contains(fault, "hecksum")
}

// answered gives an answer to the oldest line that waits for one.
func (d *Driver) answered(ok OK) {
	switch {
	case d.leftover:
		d.leftover = false
		return
	case d.syncing != "":
		if d.echoed {
			d.syncing = ""
		}
		d.refusal = ""
		return
	}
	// A number tells that the answers to the lines before it were lost.
	for d.owed(ok.Number) && d.conn.Open[0].Number != 0 && d.conn.Open[0].Number < ok.Number {
		d.answer()
	}
	d.answer()
}

// owed reports whether a line that was sent under a number waits for its answer.
func (d *Driver) owed(number uint32) bool {
	for _, a := range d.conn.Open {
		if a.Number == number {
			return true
		}
	}
	return false
}

func (d *Driver) answer() {
	var err error
	switch {
	case d.conn.Stopping != nil: // what ends now was cut short
		err = d.conn.Stopping
	case d.refusal != "" && len(d.conn.Open) > 0:
		err = &RejectedError{Line: d.conn.Open[0].Text, Why: d.refusal}
	}
	d.refusal, d.resent = "", 0
	if !d.conn.Answered(err) {
		d.conn.Unasked()
	}
}

// again is a Resend. Lines are sent again by Await; not those of a motion that is to be stopped.
func (d *Driver) again(number uint32) {
	d.leftover = true
	d.asked = true
	if d.syncing != "" || !d.numbered {
		return
	}
	for _, a := range d.conn.Open {
		if a.Number != 0 && number < a.Number {
			d.started() // it has forgotten lines that it had answered
			return
		}
		if a.Number != 0 {
			break
		}
	}
	if d.conn.Stopping == nil {
		d.resend = number
		return
	}
	var kept []*session.Answer
	for _, a := range d.conn.Open {
		if a.Number >= number {
			a.Done, a.Err = true, d.conn.Stopping
			continue
		}
		kept = append(kept, a)
	}
	d.conn.Open = kept
}

// killed is kill().
func (d *Driver) killed(m Halt) {
	why := m.Text
	if d.words != "" && strings.Contains(d.words, "Failed") {
		why = d.words + ", a limit switch was not found"
	}
	d.fresh = false
	d.conn.ShutDown(&HaltError{Why: why})
}

// started is a reset that nobody here asked for.
func (d *Driver) started() {
	d.fresh, d.restart, d.numbered = false, true, false
	d.leftover, d.resend = false, 0
	d.conn.Restarted()
}

// frame numbers lines. What must be read whatever its number goes without.
func (d *Driver) frame(a *session.Answer) string {
	if a.Text == "M114" {
		d.before = d.reports
	}
	if !d.numbered || strings.HasPrefix(a.Text, "M110") || a.Text == quickStop {
		return a.Text + "\n"
	}
	d.last++
	a.Number = d.last
	return framed(a.Number, a.Text)
}

// urgent reports whether lines were asked for again.
func (d *Driver) urgent() bool { return d.resend != 0 }

// tend sends lines again that the controller did not receive whole. Those that were on their way behind the first of
// them it refuses too: they are waited for.
func (d *Driver) tend(ctx context.Context) error {
	for more := true; more; {
		d.conn.Do(func() { d.asked = false })
		if err := d.conn.Pause(ctx, refusalTime); err != nil {
			return err
		}
		d.conn.Do(func() { more = d.asked })
	}
	var wires []string
	var noisy error
	d.conn.Do(func() {
		for _, a := range d.conn.Open {
			if d.resend != 0 && a.Number >= d.resend {
				wires = append(wires, a.Wire)
			}
		}
		d.resend = 0
		if d.resent++; d.resent > maxResends {
			noisy = fmt.Errorf("%w: it has asked for the same line %d times, the line is too noisy; check the cable, then "+
				"home it", arm.ErrNoAnswer, d.resent)
			d.fresh = false
			d.conn.Lose(noisy)
		}
	})
	if noisy != nil {
		return noisy
	}
	for _, wire := range wires {
		d.cfg.Log.Debug().Str("line", strings.TrimSpace(wire)).Msg("to the arm again")
		if err := d.conn.Write([]byte(wire)); err != nil {
			return err
		}
	}
	return nil
}

// watch tells whether an answer can still come. A controller that says when it is busy may be silent for Answer only,
// another one while it is known to work. Halfway through that silence the last line is sent once more: if it was lost
// on the way, nothing that follows would give that away; if it was not, Marlin drops a number that it has had.
func (d *Driver) watch(a *session.Answer, since time.Time) (err error) {
	again := ""
	d.conn.Do(func() {
		if a.Done {
			return
		}
		last := d.conn.Open[len(d.conn.Open)-1]
		if d.lively && d.conn.Stopping == nil && d.conn.Silent(since) > d.cfg.Answer/2 && last.Number != d.nudged {
			d.nudged, again = last.Number, last.Wire
		}
		limit := d.cfg.Answer
		if !d.lively {
			limit += a.Takes
		}
		if d.conn.Silent(since) <= limit {
			return
		}
		d.fresh = false
		err = fmt.Errorf("%w: nothing has come to %q for %v; check its power and cable, then home it", arm.ErrNoAnswer,
			a.Text, limit.Round(time.Second/10))
		d.conn.Lose(err)
	})
	if again != "" {
		return d.conn.Write([]byte(again))
	}
	return err
}
