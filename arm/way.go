package arm

import (
	"fmt"
	"math"
	"time"
)

// Beside is how far p is from the straight line between two points, in mm.
func (p Point) Beside(from, to Point) float64 {
	return p.Distance(from.Towards(to, p.along(from, to)))
}

// along is where on the way from one point to another p is nearest to it, from 0 to 1.
func (p Point) along(from, to Point) float64 {
	length := from.Distance(to)
	if length == 0 {
		return 0
	}
	share := ((p.X-from.X)*(to.X-from.X) + (p.Y-from.Y)*(to.Y-from.Y) + (p.Z-from.Z)*(to.Z-from.Z)) / (length * length)
	return min(max(share, 0), 1)
}

// Towards is the point so far on the way from p to another, from 0 to 1.
func (p Point) Towards(to Point, share float64) Point {
	return Point{X: p.X + share*(to.X-p.X), Y: p.Y + share*(to.Y-p.Y), Z: p.Z + share*(to.Z-p.Z)}
}

// Way is what a tool was sent along before it was stopped.
type Way struct {
	From  *Point        // where it began; nil: not known
	Steps []Step        // motions, in turn
	Took  time.Duration // from their beginning until it stood still
}

// Check tells whether a tool can have come to the place where it was measured when it stood: within the limits or on
// the way into them, on its way, and no farther along it than its motions' speeds allow. Where it was sent nowhere it
// has to be where it was. What is measured may be off by so many millimetres. The error is an *AstrayError: from
// there nothing may go on.
func (w Way) Check(limits Limits, at Point, off float64) error {
	if err := limits.wider(w.From, off).Check(at, limits.MaxSpeed); err != nil {
		return &AstrayError{At: at, How: "which is outside its limits"}
	}
	if w.From == nil {
		return nil
	}
	if len(w.Steps) == 0 {
		if moved := at.Distance(*w.From); moved > off {
			return &AstrayError{At: at, How: fmt.Sprintf("%.1f mm from where it was brought", moved)}
		}
		return nil
	}
	from, least := *w.From, math.Inf(1)
	var takes time.Duration // to where the motion begins
	on := false
	for _, s := range w.Steps {
		share := at.along(from, s.To)
		beside, length := at.Distance(from.Towards(s.To, share)), from.Distance(s.To)
		least = min(least, beside)
		if beside <= off {
			on = true
			if takes+Takes(share*length-off, s.Speed) <= w.Took {
				return nil
			}
		}
		takes += Takes(length, s.Speed)
		from = s.To
	}
	if on {
		return &AstrayError{At: at, How: fmt.Sprintf("where it cannot have come in %.1f s", w.Took.Seconds())}
	}
	return &AstrayError{At: at, How: fmt.Sprintf("%.1f mm beside the way on which it was sent", least)}
}

// wider are limits with so many millimetres more on every side, and with room for a place outside them where a way
// began, such as one at the switches.
func (l Limits) wider(from *Point, by float64) Limits {
	if from == nil {
		from = &l.Min
	}
	l.Min = Point{X: min(l.Min.X, from.X) - by, Y: min(l.Min.Y, from.Y) - by, Z: min(l.Min.Z, from.Z) - by}
	l.Max = Point{X: max(l.Max.X, from.X) + by, Y: max(l.Max.Y, from.Y) + by, Z: max(l.Max.Z, from.Z) + by}
	return l
}

// Takes is the least time that a way takes, so many mm at mm/s; a thousand hours at most, so that sums of it are times.
func Takes(length, speed float64) time.Duration {
	const most = 1000 * time.Hour
	if seconds := max(0, length) / speed; seconds < most.Seconds() {
		return time.Duration(seconds * float64(time.Second))
	}
	return most
}

// AstrayError is a tool that was measured where it cannot have come. It matches ErrPositionLost.
type AstrayError struct {
	At  Point
	How string // "which is outside its limits"
}

func (e *AstrayError) Error() string {
	return fmt.Sprintf("%v: it stands and measures that it is at %v, %s; see that it is free, then home it",
		ErrPositionLost, e.At, e.How)
}

// Is makes errors.Is(err, ErrPositionLost) true.
func (e *AstrayError) Is(target error) bool { return target == ErrPositionLost }
