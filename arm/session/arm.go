package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
)

// Arm is what a Session and its Dialect make together: an arm.Arm that can be stopped, held and asked where it is.
// Drivers embed it. Its methods may be called from several goroutines; home, move, grip and release happen one after
// another.
type Arm struct {
	arm.Single // when ctx ends the arm is stopped as by Stop
	runner     *runner
	session    *Session
}

var (
	_ arm.Arm        = Arm{}
	_ arm.Stopper    = Arm{}
	_ arm.Holder     = Arm{}
	_ arm.Positioner = Arm{}
	_ arm.Runner     = Arm{}
)

// Home finds the machine's position. It is the way back from lost answers, stops and resets; the driver's package says
// from which alarms, and what becomes of what the tool holds. It ends a hold. When ctx ends the machine is stopped.
func (a Arm) Home(ctx context.Context) error {
	giveBack, err := a.session.Take(ctx)
	if err == nil {
		defer giveBack()
		a.session.Do(func() { a.session.held = false })
		err = a.runner.home(ctx)
	}
	if err != nil {
		return fmt.Errorf("home the arm: %w", err)
	}
	return nil
}

func (r *runner) home(ctx context.Context) error {
	if err := r.s.dialect.Listen(ctx); err != nil {
		return err
	}
	held := false
	r.s.Do(func() {
		if held = r.s.held && r.s.Carrying; held { // again, before it could be homed after the last time
			return
		}
		r.s.Homing, r.s.At = true, nil
		r.s.halted, r.course = false, arm.Way{}
		r.s.Distrust, r.s.Stopped, r.s.Stopping = arm.ErrNotHomed, nil, nil
	})
	if held {
		return errHeld
	}
	arm.Begins(ctx, arm.Motion{Steps: []arm.Step{{Verb: arm.VerbHome}}})
	err := r.s.dialect.Home(ctx)
	r.s.settled(func() {
		if r.s.Homing = false; err == nil && errors.Is(r.s.Distrust, arm.ErrNotHomed) {
			r.s.Distrust = nil
		}
	})
	return err
}

// Position is where the tool is. Of a machine that tells its place only at rest it is not known while it moves, which
// the error says at once; while it is held, and when it was stopped, it is.
func (a Arm) Position(ctx context.Context) (arm.Point, error) {
	p, err := a.runner.position(ctx)
	if err != nil {
		return arm.Point{}, fmt.Errorf("ask the arm's position: %w", err)
	}
	return *p, nil
}

// errMoves is the error of machines that tell their place only at rest.
var errMoves = errors.New("it is in motion, and its controller tells only at rest where it is")

func (r *runner) position(ctx context.Context) (*arm.Point, error) {
	if r.s.dialect.Live {
		var moves bool
		var err error
		r.s.Do(func() { moves, err = r.moves(), r.s.Distrust })
		if err != nil {
			return nil, err
		}
		if moves {
			return r.s.dialect.Where(ctx)
		}
		return r.place(ctx)
	}
	if err := r.interject(ctx); err != nil {
		return nil, err
	}
	defer r.s.fallSilent()
	return r.place(ctx)
}

// moves reports whether steps are being carried out that nobody has brought to rest. Call it inside Do.
func (r *runner) moves() bool {
	return r.s.Carrying && !r.s.held && r.s.Stopping == nil && r.s.Stopped == nil
}

// interject waits for the word at a time when the place is known; the error says why it is not.
func (r *runner) interject(ctx context.Context) error {
	for {
		var err error
		waited := r.s.Wait(ctx, time.Hour, func() bool {
			switch {
			case r.s.Distrust != nil:
				err = r.s.Distrust
			case r.moves():
				err = errMoves
			case r.s.talking || r.s.err != nil:
				return false
			default:
				r.s.talking = true
			}
			return true
		})
		if !errors.Is(waited, ErrTimeout) {
			return cmp.Or(err, waited)
		}
	}
}

// place is where the machine measures that its tool is at rest. A tool that stands where it cannot have come, or of
// which that is not known, ends the trust in its position.
func (r *runner) place(ctx context.Context) (*arm.Point, error) {
	at, err := r.s.dialect.Where(ctx)
	if err != nil {
		return nil, err
	}
	r.s.Do(func() {
		course := r.course
		if course.Took = max(0, r.s.rest.Sub(r.began)); len(course.Steps) == 0 {
			course.From = r.s.At
		}
		if at == nil {
			err = fmt.Errorf("%w: its controller cannot tell where it stands; home it before it moves again",
				arm.ErrPositionLost)
		} else {
			err = course.Check(r.s.dialect.Limits, *at, r.s.dialect.Off)
		}
		if err != nil {
			r.s.Lose(err)
		}
	})
	return at, err
}

// Version is the firmware's, in its own words.
func (a Arm) Version() (version string) {
	a.session.Do(func() { version = a.session.Version })
	return version
}

// Close ends the connection. An arm that is in motion is stopped. Closing twice is fine.
func (a Arm) Close() error {
	s := a.session
	var homing, busy bool
	s.Do(func() { homing, busy = s.Homing, s.Homing || s.Carrying })
	if busy && s.Err() == nil {
		_ = s.Write(s.dialect.Abort(homing)) // the port may be gone, which closing it will tell
	}
	if err := s.Close(); err != nil {
		return fmt.Errorf("close the connection to the arm: %w", err)
	}
	return nil
}
