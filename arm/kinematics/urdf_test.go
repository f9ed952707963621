package kinematics

import (
	"math"

	"draughtsman/arm"
)

// body is one body of the SO-101's own model (so101_new_calib.xml): where its frame lies in the one before, in
// metres, and how it is turned, as a quaternion (w, x, y, z). Its joint turns about its z axis.
type body struct {
	at   [3]float64
	turn [4]float64
}

var so101Bodies = []body{
	{[3]float64{0.0388353, 0, 0.0624}, [4]float64{0, 0, -1, 0}},
	{[3]float64{-0.0303992, -0.0182778, -0.0542}, [4]float64{0.5, -0.5, -0.5, -0.5}},
	{[3]float64{-0.11257, -0.028, 0}, [4]float64{0.707107, 0, 0, 0.707107}},
	{[3]float64{-0.1349, 0.0052, 0}, [4]float64{0.707107, 0, 0, -0.707107}},
	{[3]float64{0, -0.0611, 0.0181}, [4]float64{0.0172091, -0.0172091, 0.706897, 0.706897}},
}

var so101Tip = [3]float64{-0.0079, -0.000218121, -0.0981274}

// modelTip is where the model's gripperframe is, in mm from the foot of the first axis.
func modelTip(q Joints) arm.Point {
	p, turn := [3]float64{}, [4]float64{1, 0, 0, 0}
	for i, b := range so101Bodies {
		step := rotate(turn, b.at)
		for k := range p {
			p[k] += step[k]
		}
		sin, cos := math.Sincos(q[i] / 2)
		turn = times(times(turn, unit(b.turn)), [4]float64{cos, 0, 0, sin})
	}
	step := rotate(turn, so101Tip)
	return arm.Point{
		X: 1000 * (p[0] + step[0] - so101Bodies[0].at[0]),
		Y: 1000 * (p[1] + step[1] - so101Bodies[0].at[1]),
		Z: 1000 * (p[2] + step[2]),
	}
}

func unit(q [4]float64) [4]float64 {
	n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	return [4]float64{q[0] / n, q[1] / n, q[2] / n, q[3] / n}
}

func times(a, b [4]float64) [4]float64 {
	return [4]float64{
		a[0]*b[0] - a[1]*b[1] - a[2]*b[2] - a[3]*b[3],
		a[0]*b[1] + a[1]*b[0] + a[2]*b[3] - a[3]*b[2],
		a[0]*b[2] - a[1]*b[3] + a[2]*b[0] + a[3]*b[1],
		a[0]*b[3] + a[1]*b[2] - a[2]*b[1] + a[3]*b[0],
	}
}

func rotate(q [4]float64, v [3]float64) [3]float64 {
	r := times(times(q, [4]float64{0, v[0], v[1], v[2]}), [4]float64{q[0], -q[1], -q[2], -q[3]})
	return [3]float64{r[1], r[2], r[3]}
}
