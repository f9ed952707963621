package armcheck

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/config"
	"draughtsman/internal/drivers"
)

// Checker checks the arm of one table.
type Checker struct {
	Table config.Table
	Open  func(ctx context.Context) (drivers.Arm, error) // connects to the arm
	Tell  func(Check)                                    // hears of each check when it is over
	Now   func() time.Time
}

// subject is the arm that is checked, and where it goes.
type subject struct {
	Checker
	arm       drivers.Arm // nil: not connected
	park, far arm.Point   // far is, of the corners that it can go to, the farthest from the park point
}

// run is a check of an arm on its way.
type run struct {
	subject
	corners []corner
	legs    []leg // that were made between the park point and the corners
	report  Report
}

// leg is a motion between the park point and a corner, and what it took.
type leg struct {
	way  float64 // mm
	took time.Duration
}

// step is one check. It returns what it has found.
type step struct {
	name, todo string
	do         func(ctx context.Context) (found string, err error)
}

// errNotOffered is what a check ends with that the arm has no need to pass.
var errNotOffered = errors.New("not offered")

func notOffered(why string) (string, error) { return why, errNotOffered }

// Run goes through all checks. The error is that of a context that has ended, in which case the arm was stopped.
func (c Checker) Run(ctx context.Context) (_ Report, err error) {
	r := &run{subject: subject{Checker: c, park: arm.Point(c.Table.Machine.Park)}, corners: corners(c.Table),
		report: Report{Driver: c.Table.Arm.Driver, OK: true}}
	if len(r.corners) > 0 {
		r.far = r.corners[0].at // until it has been to them
	}
	defer func() { err = errors.Join(err, r.close()) }()
	broken := false
	for _, s := range r.steps() {
		if ctx.Err() != nil {
			return r.report, context.Cause(ctx)
		}
		if broken {
			r.add(Check{Name: s.name, Outcome: NotTried, Found: "the arm could not be made ready again"})
			continue
		}
		found, err := s.do(ctx)
		switch {
		case err == nil:
			r.add(Check{Name: s.name, Outcome: OK, Found: found})
		case errors.Is(err, errNotOffered):
			r.add(Check{Name: s.name, Outcome: NotOffered, Found: found})
		case ctx.Err() != nil:
			return r.report, context.Cause(ctx)
		default:
			r.add(Check{Name: s.name, Outcome: Failed, Found: err.Error(), Todo: s.todo})
			broken = r.recover(ctx) != nil
		}
	}
	return r.report, nil
}

func (r *run) add(c Check) {
	r.report.Checks = append(r.report.Checks, c)
	r.report.OK = r.report.OK && c.Outcome != Failed && c.Outcome != NotTried
	r.Tell(c)
}

func (s *subject) close() error {
	if s.arm == nil {
		return nil
	}
	a := s.arm
	s.arm = nil
	return a.Close()
}

// recover makes the arm ready after a check that failed: homed and parked, over a new connection if it takes that.
func (r *run) recover(ctx context.Context) error {
	if r.arm != nil {
		if err := r.ready(ctx); err == nil {
			return nil
		}
		_ = r.close() // what is wrong with it is known
	}
	if err := r.open(ctx); err != nil {
		return err
	}
	return r.ready(ctx)
}

func (s *subject) open(ctx context.Context) (err error) {
	s.arm, err = s.Open(ctx)
	if err != nil {
		s.arm = nil
	}
	return err
}

// ready homes the arm and brings it to its park point.
func (s *subject) ready(ctx context.Context) error {
	if err := s.arm.Home(ctx); err != nil {
		return err
	}
	return s.move(ctx, s.park, s.Table.Machine.VerticalSpeed)
}

// move moves the arm, and makes sure that it says it is there.
func (s *subject) move(ctx context.Context, to arm.Point, speed float64) error {
	if err := s.arm.Move(ctx, to, speed); err != nil {
		return err
	}
	_, err := s.isAt(ctx, to)
	return err
}

// near is how far from a place, in mm, an arm may say that it is: servos stop a little short, and a program's driver
// holds its own accuracy.
func (s *subject) near() float64 {
	switch s.Table.Arm.Driver {
	case "feetech", "program":
		return 5
	}
	return 1
}

// isAt makes sure that the arm says that it is at a place.
func (s *subject) isAt(ctx context.Context, want arm.Point) (string, error) {
	at, err := s.arm.Position(ctx)
	if err != nil {
		return "", fmt.Errorf("at %v it does not say where it is: %w", want, err)
	}
	if off := at.Distance(want); off > s.near() {
		return "", fmt.Errorf("it should be at %v and says that it is at %v, %.1f mm off", want, at, off)
	}
	return fmt.Sprintf("it says that it is at %v", at), nil
}

// begin starts a gentle motion to the farthest corner, and waits until a share of its time has passed.
func (s *subject) begin(ctx context.Context, share float64) <-chan error {
	moved := make(chan error, 1)
	go func() { moved <- s.arm.Move(ctx, s.far, s.gentle()) }()
	takes := motionTakes(s.Table.Machine, s.park.Distance(s.far), s.gentle())
	s.pause(ctx, time.Duration(share*float64(takes)))
	return moved
}

// pause lets some time pass.
func (s *subject) pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// gentle is a speed at which the way between the park point and the farthest corner takes some seconds.
func (s *subject) gentle() float64 {
	const gentleSeconds = 4 // seconds
	return min(s.Table.Machine.TravelSpeed, max(s.park.Distance(s.far)/gentleSeconds, 5))
}

// askAt is where an arm that is held says it is; some wait until they go on.
func (s *subject) askAt(ctx context.Context) (arm.Point, bool) {
	ctx, cancel := context.WithTimeout(ctx, heldAskTime)
	defer cancel()
	at, err := s.arm.Position(ctx)
	return at, err == nil
}

// endOf stops a motion and waits for its end.
func (s *subject) endOf(ctx context.Context, moved <-chan error) error {
	err := s.arm.Stop(ctx)
	ended := <-moved
	if errors.Is(ended, arm.ErrStopped) { // as it should
		return err
	}
	return errors.Join(err, ended)
}
