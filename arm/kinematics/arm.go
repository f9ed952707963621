package kinematics

import (
	"fmt"
	"math"

	"draughtsman/arm"
)

// The joints, in the order of the servos.
const (
	Pan   = iota // turns the base; positive is clockwise from above
	Lift         // the shoulder; positive leans the upper arm forward
	Elbow        // positive bends the lower arm down
	Wrist        // positive bends the hand down
	Roll         // turns the hand about its own axis
	joints
)

// Joints are the five angles in radians, counted from the middle pose: the base straight ahead, the upper arm up,
// lower arm and hand level.
type Joints [joints]float64

// Names are the joints' names for people, in the same order.
var Names = [joints]string{"shoulder_pan", "shoulder_lift", "elbow_flex", "wrist_flex", "wrist_roll"}

// Links are the lengths between the axes, in mm, and how the straight lines between axes lie in the middle pose.
type Links struct {
	Up, Out float64 // from the frame's origin to the shoulder's axis: its height, and how far in front
	Upper   float64 // from the shoulder's axis to the elbow's
	Lower   float64 // from the elbow's axis to the wrist's
	Hand    float64 // from the wrist's axis to the finger tips
	// Aside is how far the tool's point lies beside the axis of the hand's roll, towards the jaw that moves.
	Aside float64

	// How far above the level the three lines point in the middle pose.
	UpperElevation, LowerElevation, HandElevation float64
	// Twist is the roll at which the moving jaw lies in the arm's upright plane, on the upper side.
	Twist float64
}

// Range is what a joint may do, in radians.
type Range struct{ Min, Max float64 }

// Arm is the geometry of one arm. It is a value and is not changed by use.
type Arm struct {
	Links  Links
	Limits [joints]Range
	// Jaws is the direction from the fixed jaw to the moving one with the hand upright, anticlockwise from "away from
	// the arm".
	Jaws float64
	// MaxLean is how far from upright the hand may lean.
	MaxLean float64
	// Nearest is how near the tool's point may come to the base's axis, in mm: nearer, the hand would touch the base.
	Nearest float64
}

// Validate says in one sentence what is wrong with a geometry.
func (a Arm) Validate() error {
	for _, l := range []struct {
		name  string
		value float64
	}{{"upper", a.Links.Upper}, {"lower", a.Links.Lower}, {"hand", a.Links.Hand}} {
		if !(l.value > 0) || math.IsInf(l.value, 0) {
			return fmt.Errorf("the %s link of the arm is %g mm long; it must be more than 0", l.name, l.value)
		}
	}
	for _, v := range []float64{a.Links.Up, a.Links.Out, a.Links.Aside, a.Links.UpperElevation, a.Links.LowerElevation,
		a.Links.HandElevation, a.Links.Twist, a.Jaws} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("every length and angle of the arm must be a number")
		}
	}
	for i, r := range a.Limits {
		if !(r.Min < r.Max) || r.Min < -math.Pi || r.Max > math.Pi {
			return fmt.Errorf("the limits of joint %s are %.1f° to %.1f°; the first must be less than the second, and both "+
				"between -180° and 180°", Names[i], degrees(r.Min), degrees(r.Max))
		}
	}
	if !(a.MaxLean >= 0 && a.MaxLean < math.Pi/2) {
		return fmt.Errorf("the hand's greatest lean is %.1f°; it must be at least 0° and less than 90°", degrees(a.MaxLean))
	}
	if !(a.Nearest >= 0) || math.IsInf(a.Nearest, 0) {
		return fmt.Errorf("the tool's least distance from the arm's axis is %g mm; it must be at least 0", a.Nearest)
	}
	if r := a.Limits[Roll]; !(a.roll() >= r.Min && a.roll() <= r.Max) {
		return fmt.Errorf("the jaws' direction of %.1f° needs the roll at %.1f°, outside its limits of %.1f° to %.1f°",
			degrees(a.Jaws), degrees(a.roll()), degrees(r.Min), degrees(r.Max))
	}
	return nil
}

// roll is the angle of the roll joint at which the jaws point where they should.
func (a Arm) roll() float64 { return a.Links.Twist + a.Jaws }

// elevations are how far above the level upper arm, lower arm and hand point.
func (a Arm) elevations(q Joints) (upper, lower, hand float64) {
	upper = a.Links.UpperElevation - q[Lift]
	lower = a.Links.LowerElevation - q[Lift] - q[Elbow]
	hand = a.Links.HandElevation - q[Lift] - q[Elbow] - q[Wrist]
	return upper, lower, hand
}

// planar is where the tool's point is in the arm's upright plane: forward of the base's axis, left of the plane, up.
func (a Arm) planar(q Joints) (forward, left, up float64) {
	l := a.Links
	upper, lower, hand := a.elevations(q)
	sinJaw, cosJaw := math.Sincos(q[Roll] - l.Twist)
	sinHand, cosHand := math.Sincos(hand)
	forward = l.Out + l.Upper*math.Cos(upper) + l.Lower*math.Cos(lower) + l.Hand*cosHand - l.Aside*cosJaw*sinHand
	up = l.Up + l.Upper*math.Sin(upper) + l.Lower*math.Sin(lower) + l.Hand*sinHand + l.Aside*cosJaw*cosHand
	return forward, l.Aside * sinJaw, up
}

// Tip is where the tool's point is (forward kinematics).
func (a Arm) Tip(q Joints) arm.Point {
	forward, left, up := a.planar(q)
	sin, cos := math.Sincos(-q[Pan])
	return arm.Point{X: forward*cos - left*sin, Y: forward*sin + left*cos, Z: up}
}

// Axes are where the foot, the axes of shoulder, elbow and wrist, and the tool's point are.
func (a Arm) Axes(q Joints) [5]arm.Point {
	l := a.Links
	upper, lower, _ := a.elevations(q)
	sin, cos := math.Sincos(-q[Pan])
	forward, up := l.Out, l.Up
	at := func() arm.Point { return arm.Point{X: forward * cos, Y: forward * sin, Z: up} }
	axes := [5]arm.Point{1: at(), 4: a.Tip(q)}
	forward, up = forward+l.Upper*math.Cos(upper), up+l.Upper*math.Sin(upper)
	axes[2] = at()
	forward, up = forward+l.Lower*math.Cos(lower), up+l.Lower*math.Sin(lower)
	axes[3] = at()
	return axes
}

// Lean is how far the hand leans from upright, positive when the finger tips point away from the arm.
func (a Arm) Lean(q Joints) float64 {
	_, _, hand := a.elevations(q)
	return math.Pi/2 + hand
}

// Within tells which joint is outside its limits, if one is.
func (a Arm) Within(q Joints) error {
	const roundingRad = 1e-9
	for i, r := range a.Limits {
		if !(q[i] >= r.Min-roundingRad && q[i] <= r.Max+roundingRad) {
			return fmt.Errorf("joint %s would be at %.1f°, outside its limits of %.1f° to %.1f°", Names[i], degrees(q[i]),
				degrees(r.Min), degrees(r.Max))
		}
	}
	return nil
}

func degrees(radians float64) float64 { return radians * 180 / math.Pi }
func radians(degrees float64) float64 { return degrees * math.Pi / 180 }
