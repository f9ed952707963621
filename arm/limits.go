package arm

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Limits are what a driver holds below everything else, whatever a plan says.
type Limits struct {
	Min, Max  Point   // the box the tool stays in, both ends included, in mm
	MaxSpeed  float64 // along the tool's path, in mm/s
	MaxSpeedZ float64 // up or down, in mm/s; 0: MaxSpeed
}

// Vertical is the greatest speed up or down, in mm/s.
func (l Limits) Vertical() float64 { return cmp.Or(l.MaxSpeedZ, l.MaxSpeed) }

// Slowed is steps as they may be made from where the tool is: none goes up or down faster than Vertical, whatever speed
// was asked for. Every driver sends these. From a place that is not known, nil, a motion may lead straight down.
func (l Limits) Slowed(from *Point, steps []Step) []Step {
	slowed := slices.Clone(steps)
	for i, s := range slowed {
		if s.Verb != VerbMove {
			continue
		}
		most := l.Vertical()
		if from != nil {
			if most *= from.Distance(s.To) / math.Abs(s.To.Z-from.Z); s.To.Z == from.Z {
				most = s.Speed
			}
		}
		slowed[i].Speed, from = min(s.Speed, most), &slowed[i].To
	}
	return slowed
}

// Validate tells whether the limits describe a box with some room in it.
func (l Limits) Validate() error {
	for _, a := range l.axes(Point{}) {
		if !finite(a.min) || !finite(a.max) || a.min >= a.max {
			return fmt.Errorf("the arm's limits on %s are %g to %g mm; the first must be less than the second", a.name, a.min,
				a.max)
		}
	}
	for _, speed := range []float64{l.MaxSpeed, l.Vertical()} {
		if !finite(speed) || speed <= 0 {
			return fmt.Errorf("the arm's greatest speed is %g mm/s; it must be more than 0", speed)
		}
	}
	return nil
}

// resolution is the finest step that is sent to a controller, in mm and mm/s. Half of it is the room that a computed
// value has beyond a bound.
const resolution = 0.001

// Check tells whether the tool may go to a point at a speed in mm/s. The error is a *LimitError.
func (l Limits) Check(to Point, speed float64) error {
	for _, a := range l.axes(to) {
		if !(a.at >= a.min-resolution/2 && a.at <= a.max+resolution/2) { // written so that NaN fails
			return &LimitError{What: a.name, Unit: "mm", Value: a.at, Min: a.min, Max: a.max}
		}
	}
	if !(speed >= resolution && speed <= l.MaxSpeed+resolution/2) {
		return &LimitError{What: "a speed of", Unit: "mm/s", Value: speed, Max: l.MaxSpeed}
	}
	return nil
}

type axis struct {
	name         string
	at, min, max float64
}

func (l Limits) axes(at Point) [3]axis {
	return [3]axis{
		{"X", at.X, l.Min.X, l.Max.X},
		{"Y", at.Y, l.Min.Y, l.Max.Y},
		{"Z", at.Z, l.Min.Z, l.Max.Z},
	}
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// LimitError names the bound that a request breaks. It matches ErrLimit.
type LimitError struct {
	What            string // "X", "Y", "Z" or "a speed of"
	Unit            string
	Value, Min, Max float64
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%s %.1f %s is outside the arm's limits, %.1f to %.1f %s", e.What, e.Value, e.Unit, e.Min, e.Max,
		e.Unit)
}

// Is makes errors.Is(err, ErrLimit) true.
func (e *LimitError) Is(target error) bool { return target == ErrLimit }
