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
		err = a.session.home(ctx)
	}
	if err != nil {
		return fmt.Errorf("home the arm: %w", err)
	}
	return nil
}

func (s *Session) home(ctx context.Context) error {
	if err := s.dialect.Listen(ctx); err != nil {
		return err
	}
	held := false
	s.Do(func() {
		if held = s.held && s.Carrying; held { // again, before it could be homed after the last time
			return
		}
		s.Homing, s.At = true, nil
		s.halted, s.course = false, arm.Way{}
		s.Distrust, s.Stopped, s.Stopping = arm.ErrNotHomed, nil, nil
	})
	if held {
		return errHeld
	}
	arm.Begins(ctx, arm.Motion{Steps: []arm.Step{{Verb: arm.VerbHome}}})
	err := s.dialect.Home(ctx)
	s.Do(func() {
		if s.Homing = false; err == nil && errors.Is(s.Distrust, arm.ErrNotHomed) {
			s.Distrust = nil
		}
	})
	return err
}

// Position is where the tool is. Of a machine that tells its place only at rest it is not known while it moves, which
// the error says at once; while it is held, and when it was stopped, it is.
func (a Arm) Position(ctx context.Context) (arm.Point, error) {
	p, err := a.session.position(ctx)
	if err != nil {
		return arm.Point{}, fmt.Errorf("ask the arm's position: %w", err)
	}
	return *p, nil
}

// errMoves is the error of machines that tell their place only at rest.
var errMoves = errors.New("it is in motion, and its controller tells only at rest where it is")

func (s *Session) position(ctx context.Context) (*arm.Point, error) {
	if s.dialect.Live {
		var moves bool
		var err error
		s.Do(func() { moves, err = s.moves(), s.Distrust })
		if err != nil {
			return nil, err
		}
		if moves {
			return s.dialect.Where(ctx)
		}
		return s.place(ctx)
	}
	if err := s.interject(ctx); err != nil {
		return nil, err
	}
	defer s.fallSilent()
	return s.place(ctx)
}

// moves reports whether steps are being carried out that nobody has brought to rest. Call it inside Do.
func (s *Session) moves() bool {
	return s.Carrying && !s.held && s.Stopping == nil && s.Stopped == nil
}

// interject waits for the word at a time when the place is known; the error says why it is not.
func (s *Session) interject(ctx context.Context) error {
	for {
		var err error
		waited := s.Wait(ctx, time.Hour, func() bool {
			switch {
			case s.Distrust != nil:
				err = s.Distrust
			case s.moves():
				err = errMoves
			case s.talking || s.err != nil:
				return false
			default:
				s.talking = true
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
func (s *Session) place(ctx context.Context) (*arm.Point, error) {
	at, err := s.dialect.Where(ctx)
	if err != nil {
		return nil, err
	}
	s.Do(func() {
		course := s.course
		if len(course.Steps) == 0 {
			course.From = s.At
		}
		if at == nil {
			err = fmt.Errorf("%w: its controller cannot tell where it stands; home it before it moves again",
				arm.ErrPositionLost)
		} else {
			err = course.Check(s.dialect.Limits, *at, s.dialect.Off)
		}
		if err != nil {
			s.Lose(err)
		}
	})
	return at, err
}

// Close ends the connection. An arm that is in motion is stopped. Closing twice is fine.
func (a Arm) Close() error {
	s := a.session
	var busy bool
	s.Do(func() { busy = s.Carrying || s.Homing })
	if busy && s.Err() == nil {
		_ = s.Write(s.dialect.Abort()) // the port may be gone, which closing it will tell
	}
	if err := s.Close(); err != nil {
		return fmt.Errorf("close the connection to the arm: %w", err)
	}
	return nil
}
