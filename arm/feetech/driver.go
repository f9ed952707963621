package feetech

import (
	"context"
	"fmt"
	"math"

	"draughtsman/arm"
	"draughtsman/arm/kinematics"
	"draughtsman/arm/session"
)

// joints is the number of servos that move the tool; one more opens the jaws.
const joints = len(kinematics.Joints{})

// Driver is an arm.Arm of Feetech servos. Its methods may be called from several goroutines; home, move, grip and
// release happen one after another.
type Driver struct {
	cfg     Config
	turn    session.Turn // to move
	control control
	servos  servos
	pose    pose // for who has the turn
}

var (
	_ arm.Arm        = (*Driver)(nil)
	_ arm.Stopper    = (*Driver)(nil)
	_ arm.Holder     = (*Driver)(nil)
	_ arm.Positioner = (*Driver)(nil)
	_ arm.Feeler     = (*Driver)(nil)
	_ arm.Runner     = (*Driver)(nil)
)

// take waits for the right to move; give it back with the function.
func (d *Driver) take(ctx context.Context) (giveBack func(), err error) {
	giveBack, err = d.turn.Take(ctx)
	if err != nil {
		return nil, err
	}
	if err := d.servos.bus.Err(); err != nil {
		giveBack()
		return nil, err
	}
	return giveBack, nil
}

// motion does something that sends goals, and freezes the arm when it fails.
func (d *Driver) motion(ctx context.Context, f func() error) error {
	d.control.Do(func() { d.control.moving = true })
	err := f()
	if err != nil {
		if ctx.Err() != nil { // with which a question ends, too
			_, err = d.control.interrupted(ctx)
		}
		err = session.Both(err, d.pose.freeze())
		d.control.lose(err)
	}
	d.control.Do(func() { d.control.moving, d.control.stopping, d.control.ended = false, nil, d.control.ended+1 })
	return err
}

// every calls f once a tick until it reports that it is done.
func (d *Driver) every(ctx context.Context, f func(held bool) (done bool, err error)) error {
	next, stop := d.cfg.Clock.Ticks(d.cfg.Tick)
	defer stop()
	for {
		held, err := d.control.interrupted(ctx)
		if err != nil {
			return err
		}
		if done, err := f(held); done || err != nil {
			return err
		}
		if _, real := d.cfg.Clock.(wall); !real {
			// What was sent has to be there before time goes on: an answer to what was asked afterwards tells.
			_, err := d.servos.bus.getAll(ctx, d.cfg.ids()[:1], regPresent, 2, hastyAttempts)
			if err != nil && ctx.Err() == nil {
				return err
			}
		}
		select {
		case <-next():
		case <-ctx.Done():
		}
	}
}

// Close ends the connection. An arm that is in motion is stopped. The servos keep their torque: without it the arm
// would fall. Closing twice is fine.
func (d *Driver) Close() error {
	_ = d.control.end(context.Background(), d.cfg.Settle,
		fmt.Errorf("%w: it was closed in the middle of a motion", arm.ErrDisconnected)) // closed in any case
	if err := d.servos.bus.Close(); err != nil {
		return fmt.Errorf("close the connection to the arm: %w", err)
	}
	return nil
}

// settled waits until all joints are where they were sent. Those that stop short are sent as much further.
func (d *Driver) settled(ctx context.Context) error {
	tolerance := int(math.Ceil(d.cfg.Tolerance * stepsPerRadian))
	const (
		resting     = 4  // looks without a change: it stands still
		corrections = 6  // how often a joint is sent further
		furthest    = 60 // by how many steps in all, 5°
	)
	var last [joints]int
	same, corrected := 0, 0
	began := d.cfg.Clock.Now()
	return d.every(ctx, func(bool) (bool, error) {
		states, err := d.servos.lookFirm(ctx)
		if err != nil {
			return false, err
		}
		worst, off := 0, 0
		calm, turning := true, false
		for i := range joints {
			short := d.cfg.Joints[i].steps(d.pose.angles[i]) - states[i].position
			if abs(short) > abs(off) {
				worst, off = i, short
			}
			calm = calm && abs(states[i].position-last[i]) <= 1
			turning = turning || states[i].moving
			last[i] = states[i].position
		}
		if same++; !calm {
			same = 0
		}
		switch late := d.cfg.Clock.Now().Sub(began) > d.cfg.Settle; {
		case abs(off) <= tolerance && same > 0 && (!turning || same >= resting):
			return true, nil // one that trembles about its goal may say for ever that it moves
		case same < resting && !late:
			return false, nil
		case corrected == corrections || late && same < resting:
			return false, &BlockedError{Servo: d.cfg.name(d.cfg.Joints[worst].ID), Off: 360 * float64(abs(off)) / StepsPerTurn}
		}
		corrected, same, began = corrected+1, 0, d.cfg.Clock.Now()
		for i := range d.pose.bias {
			short := d.cfg.Joints[i].steps(d.pose.angles[i]) - states[i].position
			d.pose.bias[i] = min(max(d.pose.bias[i]+short, -furthest), furthest)
		}
		return false, d.pose.send(d.pose.angles)
	})
}

func abs(v int) int { return max(v, -v) }
