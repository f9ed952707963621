package dobot

import (
	"context"
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

	link link
	done uint64 // number of the command that was carried out last, as it told last; guarded by conn's lock
}

// healthy tells whether the arm has no alarm.
func (d *Driver) healthy(ctx context.Context) error {
	said, err := d.link.ask(ctx, question(idAlarms))
	if err != nil {
		return err
	}
	switch set := alarms(said); {
	case len(set) == 0:
		return nil
	case set[0] == alarmRestarted:
		d.conn.Do(d.link.restart)
		return d.conn.Ready()
	default:
		return &AlarmError{Alarms: set}
	}
}

// where is the tool's place.
func (d *Driver) where(ctx context.Context) (*arm.Point, error) {
	said, err := d.link.ask(ctx, question(idPose))
	if err != nil {
		return nil, err
	}
	at := place(said)
	return &at, nil
}
