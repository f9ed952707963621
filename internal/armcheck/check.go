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

// run is a check of an arm on its way.
type run struct {
	Checker
	arm     drivers.Arm // nil: not connected
	park    arm.Point
	corners []corner
	far     arm.Point // of the corners that it can go to, the farthest from the park point
	legs    []leg     // that were made between them
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
	r := &run{Checker: c, park: arm.Point(c.Table.Machine.Park), corners: corners(c.Table),
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

func (r *run) close() error {
	if r.arm == nil {
		return nil
	}
	a := r.arm
	r.arm = nil
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

func (r *run) open(ctx context.Context) (err error) {
	r.arm, err = r.Open(ctx)
	if err != nil {
		r.arm = nil
	}
	return err
}

// ready homes the arm and brings it to its park point.
func (r *run) ready(ctx context.Context) error {
	if err := r.arm.Home(ctx); err != nil {
		return err
	}
	return r.move(ctx, r.park, r.Table.Machine.VerticalSpeed)
}

// move moves the arm, and makes sure that it says it is there.
func (r *run) move(ctx context.Context, to arm.Point, speed float64) error {
	if err := r.arm.Move(ctx, to, speed); err != nil {
		return err
	}
	_, err := r.isAt(ctx, to)
	return err
}

// near is how far from a place, in mm, an arm may say that it is: servos stop a little short, and a program's driver
// holds its own accuracy.
func (r *run) near() float64 {
	switch r.Table.Arm.Driver {
	case "feetech", "program":
		return 5
	}
	return 1
}

// isAt makes sure that the arm says that it is at a place.
func (r *run) isAt(ctx context.Context, want arm.Point) (string, error) {
	at, err := r.arm.Position(ctx)
	if err != nil {
		return "", fmt.Errorf("at %v it does not say where it is: %w", want, err)
	}
	if off := at.Distance(want); off > r.near() {
		return "", fmt.Errorf("it should be at %v and says that it is at %v, %.1f mm off", want, at, off)
	}
	return fmt.Sprintf("it says that it is at %v", at), nil
}

// begin starts a motion and waits until a share of its time has passed.
func (r *run) begin(ctx context.Context, to arm.Point, way, speed, share float64) <-chan error {
	moved := make(chan error, 1)
	go func() { moved <- r.arm.Move(ctx, to, speed) }()
	r.pause(ctx, time.Duration(share*float64(motionTakes(r.Table.Machine, way, speed))))
	return moved
}

// pause lets some time pass.
func (r *run) pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// gentle is a speed at which the way between the park point and the farthest corner takes some seconds.
func (r *run) gentle() float64 {
	const gentleSeconds = 4 // seconds
	return min(r.Table.Machine.TravelSpeed, max(r.park.Distance(r.far)/gentleSeconds, 5))
}
