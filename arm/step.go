package arm

import (
	"context"
	"fmt"
)

// Verb is one of the things an arm can be asked to do.
type Verb int

// The verbs, one for each method of Arm.
const (
	VerbHome Verb = iota + 1
	VerbMove
	VerbGrip
	VerbRelease
)

// Step is one request to an arm as a value, to be printed, encoded or done.
type Step struct {
	Verb  Verb
	To    Point   // of a move
	Speed float64 // of a move, in mm/s
}

// Do asks a for the step.
func (s Step) Do(ctx context.Context, a Arm) error {
	switch s.Verb {
	case VerbHome:
		return a.Home(ctx)
	case VerbMove:
		return a.Move(ctx, s.To, s.Speed)
	case VerbGrip:
		return a.Grip(ctx)
	case VerbRelease:
		return a.Release(ctx)
	}
	return fmt.Errorf("there is no arm step of kind %d", s.Verb)
}

// Run carries out steps one after another: in one go if a can.
func Run(ctx context.Context, a Arm, steps []Step) error {
	if r, ok := a.(Runner); ok {
		return r.Run(ctx, steps)
	}
	for _, s := range steps {
		if err := s.Do(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

// Single makes the single steps of an Arm out of a Runner's runs.
type Single struct{ Runner }

// Move is a part of Arm.
func (s Single) Move(ctx context.Context, to Point, speed float64) error {
	return s.Run(ctx, []Step{{Verb: VerbMove, To: to, Speed: speed}})
}

// Grip is a part of Arm.
func (s Single) Grip(ctx context.Context) error { return s.Run(ctx, []Step{{Verb: VerbGrip}}) }

// Release is a part of Arm.
func (s Single) Release(ctx context.Context) error { return s.Run(ctx, []Step{{Verb: VerbRelease}}) }

// String is the step in words: "move to X 120.0 Y 30.0 Z 45.0 at 150 mm/s".
func (s Step) String() string {
	switch s.Verb {
	case VerbHome:
		return "home"
	case VerbMove:
		return fmt.Sprintf("move to %v at %.4g mm/s", s.To, s.Speed)
	case VerbGrip:
		return "grip"
	case VerbRelease:
		return "release"
	}
	return fmt.Sprintf("step of kind %d", s.Verb)
}
