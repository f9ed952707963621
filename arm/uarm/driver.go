package uarm

import (
	"fmt"
	"strings"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// The requests of the driver itself.
const (
	askVersion  = "P2203"
	askBelieved = "P2220" // where the firmware takes the tool to be
	askAngles   = "P2200" // of the joints, from their encoders
	askPlace    = "M2221" // of the tool at some angles
	readAnew    = "M2000" // stop, and take the place for the tool's that the encoders have
	askMoving   = "M2200"
	askPower    = "P2234" // of the arm's own supply
	motorsOn    = "M17"
	tellStops   = "M2122 V1" // as "@9"
	normalTool  = "M2400 S0" // the pump, right below the wrist
	quickStop   = "M410"     // acted on as it is read
)

const (
	silenceInterval = 200 * time.Millisecond // between two looks at how long the arm has been silent
	motionEndTime   = 100 * time.Millisecond // from the ok of a motion to its end, or to asking again
	stopTimeout     = 8 * time.Second        // the longest time that stopping may take
	lateEventTime   = time.Second            // until when "@9" may still be of an earlier motion
	// after a quick stop, in which motions are dropped: half a second, and some more
	stopDeadTime       = 700 * time.Millisecond
	encoderToleranceMM = 3.0  // mm off where it should be at which the arm is elsewhere by its encoders
	targetToleranceMM  = 0.05 // mm off where it was sent at which it was told something else
)

// Driver is an arm.Arm on a uArm Swift. Homing leads back from everything but a halt, out of which only switching the
// arm off and on does; what the pump holds it keeps.
type Driver struct {
	session.Arm
	cfg  Config
	conn session.Session

	// What is known of the arm, guarded by conn's lock.
	foreign string    // the name of another firmware that answers
	last    uint32    // number of the last request
	stops   int       // "@9" that have come
	before  int       // that had come when the latest request was sent
	powered bool      // as far as is known
	fresh   bool      // set up since the last reset
	angular bool      // a quick stop has made the firmware take joints' angles for its place
	quick   time.Time // when it was told last to stop at once
	stood   time.Time // when the last "@9" came
	sent    time.Time // when the latest request was
	senses  senses
}

var _ arm.Feeler = (*Driver)(nil)

// receive takes in one line from the arm.
func (d *Driver) receive(text string) {
	d.cfg.Log.Debug().Str("line", text).Msg("arm says")
	if name := session.Firmware([]string{text}); d.conn.Version == "" && name != "" && name != "uArm" && name != "Marlin" {
		d.foreign = name
	}
	m, err := Parse(text)
	if err != nil {
		d.conn.Strange(text)
		return
	}
	switch m := m.(type) {
	case Reply:
		d.reply(m)
	case Unknown:
		d.unknown(m)
	case Event:
		d.event(m)
	case Halt:
		d.fresh = false
		d.conn.ShutDown(&HaltError{Why: m.Text})
	case Start:
		d.started()
	case Note:
		if strings.HasPrefix(m.Text, "FIRMWARE_NAME:") {
			d.foreign = "Marlin"
		}
	}
}

// reply gives an answer to the request of its number. One that nobody waits for any more is a leftover.
func (d *Driver) reply(r Reply) {
	var err error
	for _, a := range d.conn.Open {
		if a.Number == r.Number {
			switch {
			case r.Code != 0:
				err = &RejectedError{Line: a.Text, Code: r.Code}
			case d.conn.Stopping != nil && strings.HasPrefix(a.Text, "G"):
				err = d.conn.Stopping // what ends now was cut short
			}
			a.Said = r.Text
			d.conn.Deliver(a, err)
			return
		}
	}
}

// unknown is the echo of an unknown command. Marlin, which knows no numbers, echoes them too.
func (d *Driver) unknown(u Unknown) {
	if strings.HasPrefix(u.Command, "#") && d.conn.Version == "" {
		d.foreign = "Marlin"
		return
	}
	for _, a := range d.conn.Open {
		if strings.HasPrefix(a.Text, u.Command) || strings.HasSuffix(u.Command, a.Text) {
			d.conn.Deliver(a, &RejectedError{Line: a.Text})
			return
		}
	}
}

func (d *Driver) event(e Event) {
	switch {
	case e.ID == 5 && e.Text == "V1":
		d.powered = true
	case e.ID == 5 && e.Text == "V0":
		d.powered = false
		d.conn.Lose(fmt.Errorf("%w: its own power supply went off, and it has sunk down; switch the supply on, then home it",
			arm.ErrPositionLost))
	case e.ID == 9:
		d.stops, d.stood = d.stops+1, arm.Now()
	}
}

// started is a reset that nobody here asked for.
func (d *Driver) started() {
	d.fresh, d.angular = false, false
	d.conn.Restarted()
}

// frame numbers requests. What must be acted on as it is read goes without.
func (d *Driver) frame(a *session.Answer) string {
	d.last, d.before, d.sent = d.last+1, d.stops, arm.Now()
	a.Number = d.last
	return fmt.Sprintf("#%d %s\n", a.Number, a.Text)
}

// watch tells whether an answer can still come: the arm says nothing while it moves, so it may be silent for as long
// as the motion may take, but not after it has said that it stands still. Right after a motion was sent the end of an
// earlier one may be meant by that.
func (d *Driver) watch(a *session.Answer, since time.Time) (err error) {
	d.conn.Do(func() {
		limit := d.cfg.Answer
		if d.stops == d.before || d.stood.Sub(d.sent) < min(lateEventTime, a.Takes/4) {
			limit += a.Takes
		}
		if a.Done || d.conn.Silent(since) <= limit {
			return
		}
		err = fmt.Errorf("%w: nothing has come to %q for %v; check its power and cable, then home it", arm.ErrNoAnswer,
			a.Text, limit.Round(time.Second/10))
		d.conn.Lose(err)
	})
	return err
}
