package dobot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

const (
	firstAnswerTimeout = 100 * time.Millisecond // until an answer counts as late the first time
	probeInterval      = 500 * time.Millisecond // between two questions to a port that says nothing yet
	pollInterval       = 20 * time.Millisecond  // between two looks at how far a motion is
	queueDepth         = 16                     // commands that are in the queue at a time
	targetToleranceMM  = 1.0                    // mm off its target at which a motion has failed
	wayToleranceMM     = 2.0                    // mm beside its way at which a stopped one is elsewhere
	arrivedToleranceMM = 0.05                   // mm off its target at which the tool has arrived for sure
)

// Driver is an arm.Arm on a Dobot Magician. Homing leads back from everything; what the suction cup holds it keeps.
type Driver struct {
	session.Arm
	cfg  Config
	conn session.Session

	// What is known of the arm, guarded by conn's lock.
	decoder Decoder
	counted bool              // since the queue was emptied the last time
	last    uint64            // number of the command that was queued last
	done    uint64            // of the one that was carried out last, as it told last
	sent    []*session.Answer // that have not come, in the order of their commands
	speed   session.Line      // what has set the speed last
	overdue *session.Answer   // one that is waited for in vain
}

// split cuts what comes from the arm into packets.
func (d *Driver) split(b []byte, emit func(string)) {
	d.decoder.feed(b, func(raw []byte) { emit(string(raw)) })
}

// errLost is the error of a command, or of its answer, where something that was sent later is answered: answers come
// in the order of the commands.
var errLost = fmt.Errorf("%w: a packet was lost on the line", arm.ErrNoAnswer)

// receive takes in one packet from the arm: the answer to the oldest command that is like it and has none. It may be
// that of a later one; then that one is taken to have none, and is asked for again.
func (d *Driver) receive(raw string) {
	p, err := Parse([]byte(raw))
	if err != nil {
		return
	}
	d.cfg.Log.Debug().Str("line", p.text()).Msg("arm says")
	if p.Queued && len(p.Params) < 8 || !p.Write && len(p.Params) < needs[p.ID] {
		return
	}
	if p.ID == idVersion && !p.Write {
		d.conn.Version = fmt.Sprintf("%d.%d.%d", p.Params[0], p.Params[1], p.Params[2])
	}
	i := slices.IndexFunc(d.sent, func(a *session.Answer) bool {
		q := read(a.Text)
		return q.ID == p.ID && q.Write == p.Write && q.Queued == p.Queued
	})
	if i < 0 || p.Queued && !d.count(number(p.Params)) {
		return
	}
	for _, passed := range d.sent[:i] {
		d.close(passed, errLost)
	}
	a := d.sent[i]
	d.sent = d.sent[i+1:]
	a.Said = string(p.Params)
	d.close(a, nil)
}

// close delivers the answer to a command. What is to be carried out in turn is cut short while the arm is being
// stopped.
func (d *Driver) close(a *session.Answer, err error) {
	if a.Done {
		return
	}
	if d.conn.Stopping != nil && read(a.Text).Queued {
		err = d.conn.Stopping
	}
	d.conn.Deliver(a, err)
}

// count notes the number of a command that was queued. Numbers that do not rise are those of a controller that has
// restarted.
func (d *Driver) count(n uint64) bool {
	if d.counted && int64(n-d.last) <= 0 {
		d.restart()
		return false
	}
	d.last, d.counted = n, true
	return true
}

// restart is a reset that nobody here asked for.
func (d *Driver) restart() {
	d.counted = false
	d.conn.Restarted()
}

// frame is a packet as its bytes go out.
func (d *Driver) frame(a *session.Answer) string {
	d.sent = append(d.sent, a)
	if read(a.Text).ID == idPace {
		d.speed = session.Line{Text: a.Text}
	}
	return string(wire(a.Text))
}

// ask sends a command that may be sent twice until it is answered, each time waiting twice as long.
func (d *Driver) ask(ctx context.Context, p Packet) ([]byte, error) {
	said, err := d.insist(ctx, p, firstAnswerTimeout, d.cfg.Answer)
	if errors.Is(err, session.ErrTimeout) {
		err = d.conn.Lost(fmt.Errorf("%w: nothing has come to %s for %v; check its power and cable, then home it",
			arm.ErrNoAnswer, meanings[p.ID], d.cfg.Answer.Round(time.Second/10)))
	}
	return said, err
}

// insist sends a command until one of the times is answered; the error is session.ErrTimeout when none is in all that
// time.
func (d *Driver) insist(ctx context.Context, p Packet, limit, total time.Duration) ([]byte, error) {
	var tries []*session.Answer
	for began := arm.Now(); arm.Since(began) < total; limit *= 2 {
		a, err := d.conn.Send(session.Line{Text: p.text()})
		if err != nil {
			return nil, err
		}
		tries = append(tries, a)
		var answer *session.Answer
		err = d.conn.Wait(ctx, min(limit, total-arm.Since(began)), func() bool {
			lost := 0
			for _, a := range tries {
				switch {
				case a.Done && !errors.Is(a.Err, errLost):
					answer = a
				case a.Done:
					lost++
				}
			}
			return answer != nil || lost == len(tries)
		})
		switch {
		case answer != nil:
			return []byte(answer.Said), answer.Err
		case errors.Is(err, session.ErrTimeout):
			d.conn.Do(d.giveUp)
		case err != nil:
			return nil, err
		}
	}
	return nil, session.ErrTimeout
}

// giveUp drops a packet whose rest does not come, so that it does not swallow others.
func (d *Driver) giveUp() { d.decoder.giveUp(func(raw []byte) { d.receive(string(raw)) }) }

// healthy tells whether the arm has no alarm.
func (d *Driver) healthy(ctx context.Context) error {
	said, err := d.ask(ctx, question(idAlarms))
	if err != nil {
		return err
	}
	switch set := alarms(said); {
	case len(set) == 0:
		return nil
	case set[0] == alarmRestarted:
		d.conn.Do(d.restart)
		return d.conn.Ready()
	default:
		return &AlarmError{Alarms: set}
	}
}

// where is the tool's place.
func (d *Driver) where(ctx context.Context) (*arm.Point, error) {
	said, err := d.ask(ctx, question(idPose))
	if err != nil {
		return nil, err
	}
	at := place(said)
	return &at, nil
}
