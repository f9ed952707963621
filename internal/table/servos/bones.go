package servos

import (
	"math"

	"draughtsman/internal/table/world"
)

// The bones, from one axis to the next, mm: forward and up, in the pose in which every servo is in its middle.
var (
	shoulderAt = bone{30.4, 116.6}
	upperArm   = bone{28, 112.57}
	lowerArm   = bone{134.9, 5.2}
	hand       = bone{159.23, 0}
)

const (
	fixedJaw  = -7.9 // beside the axis of the roll, towards the other jaw
	jawLength = 75.0 // from the other jaw's pivot to its tip
	jawRoll   = 2.79 * math.Pi / 180
)

// bone is a way in the upright plane of the arm: forward and up.
type bone struct{ x, z float64 }

// lowered is the bone turned forward and down by an angle.
func (b bone) lowered(by float64) bone {
	sin, cos := math.Sincos(by)
	return bone{b.x*cos + b.z*sin, -b.x*sin + b.z*cos}
}

func (b bone) plus(c bone) bone { return bone{b.x + c.x, b.z + c.z} }

// pose is where everything is, in the arm's frame.
type pose struct {
	joints []world.Point // the foot, the shoulder, the elbow, the wrist, the hand's end
	toward world.Point   // from the fixed jaw to the other, a unit vector
}

// posed is the arm's pose for what the servos' axes are at.
func (a *arm) posed() pose {
	var turned [5]float64
	for i := range turned {
		turned[i] = (a.servos[i].at - middle) * 2 * math.Pi / turn
	}
	round := -turned[0]
	sin, cos := math.Sincos(round)
	place := func(b bone) world.Point { return world.Point{X: b.x * cos, Y: b.x * sin, Z: b.z} }
	at := shoulderAt
	p := pose{joints: []world.Point{{}, place(at)}}
	down := 0.0
	for i, b := range []bone{upperArm, lowerArm, hand} {
		down += turned[i+1]
		at = at.plus(b.lowered(down))
		p.joints = append(p.joints, place(at))
	}
	// With no roll the jaws open in the upright plane, towards the hand's back.
	back := bone{0, 1}.lowered(down)
	rollSin, rollCos := math.Sincos(turned[4] - jawRoll)
	p.toward = place(bone{back.x * rollCos, back.z * rollCos})
	p.toward.X -= rollSin * sin
	p.toward.Y += rollSin * cos
	return p
}

// gap is how far the jaws are apart at their tips, mm, when their servo is so many steps from closed.
func gap(steps float64) float64 { return 2 * jawLength * math.Sin(steps*math.Pi/turn) }

// steps is the opposite of gap.
func steps(gap float64) float64 {
	return math.Asin(min(1, max(-1, gap/(2*jawLength)))) * turn / math.Pi
}
