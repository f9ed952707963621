package line

import (
	"context"
	"errors"
	"fmt"

	"draughtsman/arm"
)

// Arm is what a Session and its Dialect make together: an arm.Arm that can be
// stopped, held and asked where it is. Drivers embed it. Its methods may be
// called from several goroutines; home, move, grip and release happen one after
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

// Home finds the machine's position. It is the way back from lost answers,
// stops and resets; the driver's package says from which alarms, and what
// becomes of what the tool holds. It ends a hold. When ctx ends the machine is
// stopped.
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
	s.Do(func() {
		s.Homing, s.At = true, nil
		s.Distrust, s.Stopped, s.Stopping = arm.ErrNotHomed, nil, nil
	})
	err := s.dialect.Home(ctx)
	s.Do(func() {
		if s.Homing = false; err == nil && errors.Is(s.Distrust, arm.ErrNotHomed) {
			s.Distrust = nil
		}
	})
	return err
}

// Position is where the tool is. A machine in motion is waited for. While the
// position is not known the error says why.
func (a Arm) Position(ctx context.Context) (arm.Point, error) {
	p, err := a.session.position(ctx)
	if err != nil {
		return arm.Point{}, fmt.Errorf("ask the arm's position: %w", err)
	}
	return *p, nil
}

func (s *Session) position(ctx context.Context) (p *arm.Point, err error) {
	giveBack, err := s.Take(ctx)
	if err != nil {
		return nil, err
	}
	defer giveBack()
	s.Do(func() { err = s.Distrust })
	if err == nil {
		p, err = s.dialect.Where(ctx)
	}
	if err == nil && p == nil {
		err = fmt.Errorf("%w: its sensors do not follow its motions", arm.ErrPositionLost)
	}
	return p, err
}

// Close ends the connection. An arm that is in motion is stopped. Closing
// twice is fine.
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
