package rig

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/internal/config"
	"draughtsman/internal/drivers"
)

// How a connection that was lost is tried again.
const (
	reopenTimeout  = 30 * time.Second
	reopenInterval = 500 * time.Millisecond
	mostHomings    = 3
)

// Arm is a table's arm for a whole game: Home connects anew where the connection was lost, or where the controller
// can be homed in no other way.
type Arm struct {
	arm.Single
	open func(ctx context.Context) (drivers.Arm, error)
	log  zerolog.Logger
	// appeared says which ports have come since it was connected to.
	appeared func() string

	mu  sync.Mutex
	now drivers.Arm // nil: not connected
}

var (
	_ drivers.Arm = (*Arm)(nil)
	_ arm.Runner  = (*Arm)(nil)
	_ arm.Feeler  = (*Arm)(nil)
	_ arm.Holder  = (*Arm)(nil)
)

// ErrGone says that an arm whose connection was lost did not come back.
var ErrGone = errors.New("the arm does not come back")

// KeepArm connects to a table's arm. Nothing moves before it is homed. Where the connection is lost it is looked for
// where it is plugged in by then: described reads the table's description again, in which a person may have said so;
// nil: nobody has.
func KeepArm(ctx context.Context, table config.Table, described func() (config.Table, error),
	log zerolog.Logger) (*Arm, error) {
	now, err := OpenArm(ctx, table, log)
	if err != nil {
		return nil, err
	}
	place := drivers.PlaceOf(table)
	a := &Arm{log: log, now: now, appeared: place.Appeared, open: func(ctx context.Context) (drivers.Arm, error) {
		by := table
		if described != nil {
			if read, err := described(); err == nil { // one that is being written now is read the next time
				by = read
			}
		}
		return OpenArm(ctx, place.Now(by), log)
	}}
	a.Single = arm.Single{Runner: a}
	return a, nil
}

// arm is the connection, if there is one.
func (a *Arm) arm() (drivers.Arm, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.now == nil {
		return nil, fmt.Errorf("%w: home it to connect again", arm.ErrDisconnected)
	}
	return a.now, nil
}

// Home homes the arm, and connects anew if that is what it takes.
func (a *Arm) Home(ctx context.Context) error {
	var err error
	for range mostHomings {
		var now drivers.Arm
		if now, err = a.arm(); err == nil {
			if err = now.Home(ctx); err == nil || ctx.Err() != nil {
				return err
			}
			a.log.Warn().Err(err).Msg("the arm does not home; connecting to it anew")
		}
		if err := a.reopen(ctx); err != nil {
			return err
		}
	}
	return err
}

// reopen closes the connection and tries to open another until reopenTimeout is over.
func (a *Arm) reopen(ctx context.Context) error {
	if err := a.Close(); err != nil {
		a.log.Warn().Err(err).Msg("the lost connection to the arm does not close")
	}
	over := time.NewTimer(reopenTimeout)
	defer over.Stop()
	for {
		now, err := a.open(ctx)
		if err == nil {
			a.mu.Lock()
			a.now = now
			a.mu.Unlock()
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), err)
		case <-over.C:
			err = fmt.Errorf("%w: for %v it could not be connected to again: %w", ErrGone, reopenTimeout, err)
			if appeared := a.appeared(); appeared != "" {
				err = fmt.Errorf("%w; %s", err, appeared)
			}
			return err
		case <-time.After(reopenInterval):
		}
	}
}

// Run implements arm.Runner.
func (a *Arm) Run(ctx context.Context, steps []arm.Step) error {
	now, err := a.arm()
	if err != nil {
		return err
	}
	return arm.Run(ctx, now, steps)
}

// Holding implements arm.Feeler; a tool that cannot tell is taken to hold what it took hold of.
func (a *Arm) Holding(ctx context.Context) (bool, error) {
	now, err := a.arm()
	if err != nil {
		return false, err
	}
	if feeler, ok := now.(arm.Feeler); ok {
		return feeler.Holding(ctx)
	}
	return true, nil
}

// Stop implements arm.Stopper.
func (a *Arm) Stop(ctx context.Context) error {
	now, err := a.arm()
	if err != nil {
		return nil //nolint:nilerr // what is not connected cannot be made to move
	}
	return now.Stop(ctx)
}

// errNoHold is the error of arms that cannot be held in the middle of a motion.
var errNoHold = errors.New("this arm cannot be held in the middle of a motion")

// Hold implements arm.Holder.
func (a *Arm) Hold(ctx context.Context) error {
	return a.held(func(h arm.Holder) error { return h.Hold(ctx) })
}

// Resume implements arm.Holder.
func (a *Arm) Resume(ctx context.Context) error {
	return a.held(func(h arm.Holder) error { return h.Resume(ctx) })
}

func (a *Arm) held(f func(arm.Holder) error) error {
	now, err := a.arm()
	if err != nil {
		return err
	}
	holder, ok := now.(arm.Holder)
	if !ok {
		return errNoHold
	}
	return f(holder)
}

// Position implements arm.Positioner.
func (a *Arm) Position(ctx context.Context) (arm.Point, error) {
	now, err := a.arm()
	if err != nil {
		return arm.Point{}, err
	}
	return now.Position(ctx)
}

// Close ends the connection; an arm in motion is stopped.
func (a *Arm) Close() error {
	a.mu.Lock()
	now := a.now
	a.now = nil
	a.mu.Unlock()
	if now == nil {
		return nil
	}
	return now.Close()
}
