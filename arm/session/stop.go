package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
)

// errHeld is what ends the motions that Hold cuts short. They are taken up again by Resume; no caller sees it.
var errHeld = errors.New("the arm is held")

// Stop brings the arm to rest at once; what switches the tool stays on. What it was doing returns ErrStopped, and
// everything but Position and Home is refused from then on. An arm that did nothing is ready for more.
func (a Arm) Stop(ctx context.Context) error {
	if err := a.session.halt(ctx); err != nil {
		return fmt.Errorf("stop the arm: %w", err)
	}
	return nil
}

// halt brings the arm to rest. If something was under way the arm counts as stopped from then on.
func (s *Session) halt(ctx context.Context) error {
	reason := fmt.Errorf("%w in the middle of a motion; home it before it moves again", arm.ErrStopped)
	var busy bool
	s.Do(func() {
		busy = s.Carrying
		if s.Homing {
			reason = fmt.Errorf("%w while homing", arm.ErrStopped)
		}
		s.Stopping = reason
	})
	cut, err := s.dialect.Halt(ctx)
	s.Do(func() {
		if busy {
			s.halted, s.rest = true, arm.Now()
		}
		if cut && err == nil && s.Stopping != nil { // it has not restarted meanwhile
			s.Stopped = reason
		}
		s.Stopping = nil
	})
	return err
}

// settled calls end with the lock held, as Do does, once nobody is bringing the arm to rest: who does that finds under
// way what it began to stop.
func (s *Session) settled(end func()) {
	for over := false; !over; {
		_ = s.Wait(context.Background(), time.Hour, func() bool { return s.Stopping == nil }) // or nothing will change
		s.Do(func() {
			if over = s.Stopping == nil || s.Ended() != nil; over {
				end()
			}
		})
	}
}

// Interrupt stops a motion whose context has ended, and says what became of it.
func (s *Session) Interrupt(ctx context.Context) error {
	cause := context.Cause(ctx)
	if err := s.halt(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("%w: %w", err, cause)
	}
	var stopped error
	s.Do(func() {
		if stopped = s.Stopped; stopped == nil {
			stopped = s.trouble()
		}
	})
	switch {
	case errors.Is(cause, arm.ErrNoAnswer): // homing that took too long
		return cause
	case stopped != nil:
		return fmt.Errorf("%w: %w", stopped, cause)
	}
	return cause // the motion had just ended
}

// Hold brings the arm to rest, with its grip. Calls under way and later ones wait until Resume. Homing cannot be
// held; one that Resume has begun ends first, up and away from the table.
func (a Arm) Hold(ctx context.Context) error {
	s := a.session
	var homing, carrying bool
	s.Do(func() {
		homing, carrying = s.Homing, s.Carrying && s.Stopping == nil
		s.held = !homing || s.Carrying
		if !homing && carrying {
			s.Stopping = errHeld
		}
	})
	var err error
	switch {
	case homing && !carrying:
		err = fmt.Errorf("%w, it is just homing, which can only be stopped", arm.ErrNotHomed)
	case homing:
		for err = ErrTimeout; errors.Is(err, ErrTimeout); {
			err = s.Wait(ctx, time.Minute, func() bool { return !s.Homing })
		}
	case carrying:
		_, err = s.dialect.Halt(ctx)
		s.Do(func() {
			s.halted, s.rest = true, arm.Now()
			if errors.Is(s.Stopping, errHeld) {
				s.Stopping = nil
			}
		})
	}
	if err != nil {
		return fmt.Errorf("hold the arm: %w", err)
	}
	return nil
}

// Resume lets a held arm go on: from where it stands, along what is left of its way. A machine that may have lost
// steps by being stopped is homed first.
func (a Arm) Resume(context.Context) error {
	s := a.session
	var err error
	s.Do(func() {
		if err = s.Stopped; err == nil {
			s.held = false
		}
	})
	if err != nil {
		return fmt.Errorf("resume the arm's motion: %w", err)
	}
	return nil
}

// resumed waits until the arm is not held any more. Meanwhile others have the word.
func (r *runner) resumed(ctx context.Context) (err error) {
	r.s.fallSilent()
	defer func() { err = cmp.Or(err, r.s.speak(context.WithoutCancel(ctx))) }()
	for {
		var bar error
		waited := r.s.Wait(ctx, time.Hour, func() bool {
			if bar = r.s.Distrust; bar == nil {
				bar = r.s.Stopped
			}
			return bar != nil || !r.s.held && r.s.Stopping == nil
		})
		if !errors.Is(waited, ErrTimeout) {
			return cmp.Or(bar, waited)
		}
	}
}
