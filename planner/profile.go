package planner

import (
	"math"
	"time"

	"draughtsman/calibration"
)

// maxMotion is the longest time that a motion is reckoned with, so that sums of them are still times.
const maxMotion = 1000 * time.Hour

// straight is how long the machine takes from standstill to standstill along a straight line at a speed that was
// asked for: a trapezoid of speed over time, or a triangle where the line is too short to reach the speed.
//
// Speed and acceleration along the line are those of the axis that allows the least for its share of the direction,
// as GRBL 1.1 has it (grbl/planner.c, limit_value_by_axis_maximum).
func (m Machine) straight(from, to calibration.ArmPoint, speed float64) time.Duration {
	length := apart(from, to)
	if length == 0 {
		return 0
	}
	accel := math.Inf(1)
	for _, axis := range [3]struct{ way, speed, accel float64 }{
		{to.X - from.X, m.MaxSpeedXY, m.AccelXY},
		{to.Y - from.Y, m.MaxSpeedXY, m.AccelXY},
		{to.Z - from.Z, m.MaxSpeedZ, m.AccelZ},
	} {
		if share := math.Abs(axis.way) / length; share > 0 {
			speed = min(speed, axis.speed/share)
			accel = min(accel, axis.accel/share)
		}
	}
	seconds := length/speed + speed/accel
	if length < speed*speed/accel {
		seconds = 2 * math.Sqrt(length/accel)
	}
	if !(seconds < maxMotion.Seconds()) {
		return maxMotion
	}
	return time.Duration(seconds * float64(time.Second))
}

// apart is the distance between two points, mm.
func apart(a, b calibration.ArmPoint) float64 {
	return math.Hypot(math.Hypot(a.X-b.X, a.Y-b.Y), a.Z-b.Z)
}
