package firmware

import (
	"math"
)

// The Swift Pro's links, mm (uArmSwift.cpp, getXYZFromAngle): from the axis of its base to its shoulder, the height
// of that, its lower arm and its upper one.
const (
	uarmShoulder = 13.2
	uarmHeight   = 106.6
	uarmLower    = 142.07
	uarmUpper    = 158.81
	uarmReaches  = 300 // as far as its links are straight
)

// uarmLinks are the links of an arm that reaches a whole bed, from a base that stands outside it.
type uarmLinks struct {
	beside float64 // of the base's axis from the bed's lower corner, along x as along y
	scale  float64 // how many times as long the links are
}

func newUArmLinks(bed axes) uarmLinks {
	const beside, spare = 150, 1.15
	return uarmLinks{beside, spare * math.Hypot(bed[x]+beside, bed[y]+beside) / uarmReaches}
}

// angles are the joints' for a place, as the firmware counts them: of the base, of the lower arm upwards, of the
// upper arm downwards, in degrees. A place that the links do not reach has those of one that is nearer.
func (l uarmLinks) angles(at axes) axes {
	out := math.Hypot(at[x]+l.beside, at[y]+l.beside) - uarmShoulder*l.scale
	up := at[z] - uarmHeight*l.scale
	lower, upper := uarmLower*l.scale, uarmUpper*l.scale
	away := math.Hypot(out, up)
	bend := (lower*lower + away*away - upper*upper) / (2 * lower * away)
	left := math.Atan2(up, out) + math.Acos(min(max(bend, -1), 1))
	right := -math.Atan2(up-lower*math.Sin(left), out-lower*math.Cos(left))
	return axes{math.Atan2(at[y]+l.beside, at[x]+l.beside), left, right}.Times(180 / math.Pi)
}

// place is where the joints' angles have the tool.
func (l uarmLinks) place(angles axes) axes {
	q := angles.Times(math.Pi / 180)
	lower, upper := uarmLower*l.scale, uarmUpper*l.scale
	out := lower*math.Cos(q[1]) + upper*math.Cos(q[2]) + uarmShoulder*l.scale
	up := lower*math.Sin(q[1]) - upper*math.Sin(q[2]) + uarmHeight*l.scale
	return axes{out*math.Cos(q[0]) - l.beside, out*math.Sin(q[0]) - l.beside, up}
}
