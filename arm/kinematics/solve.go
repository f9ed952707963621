package kinematics

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"draughtsman/arm"
)

// Tolerance is how near to its target the tool is for angles that Solve finds, in mm.
const Tolerance = 1e-3

// ErrUnreachable is a place where the tool cannot be.
var ErrUnreachable = errors.New("out of the arm's reach")

// Ready is a pose from which Solve finds every other: the elbow up and bent, the hand down.
func (a Arm) Ready() Joints {
	q := Joints{
		Lift:  a.Links.UpperElevation - radians(100),
		Elbow: a.Links.LowerElevation - a.Links.UpperElevation + radians(100),
		Wrist: a.Links.HandElevation - a.Links.LowerElevation + radians(90),
		Roll:  a.roll(),
	}
	for i, r := range a.Limits {
		q[i] = min(max(q[i], r.Min), r.Max)
	}
	return q
}

// Solve finds the joint angles that bring the tool's point to a place, within the joints' limits and Tolerance, with
// the hand as upright as it can be. The angles depend on the place only; near, the angles of a place not far off or
// those of Ready, makes it quick. An error matches ErrUnreachable, and for callers of a driver arm.ErrLimit, and says
// why.
//
// The method is damped least squares with the position first and the hand's lean in what freedom it leaves (Nakamura:
// Advanced Robotics, 1991, chapter 4; damping after Sugihara: Solvability-Unconcerned Inverse Kinematics by the
// Levenberg-Marquardt Method, IEEE Trans. Robotics 27, 2011). A joint that a step would take past its limit is held
// there, and the step is computed anew for the others.
func (a Arm) Solve(to arm.Point, near Joints) (Joints, error) {
	q := near
	q[Roll] = a.roll()
	_, left, _ := a.planar(q)
	away := math.Hypot(to.X, to.Y)
	if !(away > math.Abs(left)) || away < a.Nearest-Tolerance || math.IsInf(away, 0) || math.IsNaN(to.Z) ||
		math.IsInf(to.Z, 0) {
		return Joints{}, a.unreachable(to,
			fmt.Sprintf("it is too near the axis about which the arm turns; %.0f mm are kept from it",
				max(a.Nearest, math.Abs(left))))
	}
	// Which way the base turns is known: the plane has to pass beside the axis by as much as the tool is beside the
	// plane.
	q[Pan] = -(math.Atan2(to.Y, to.X) - math.Asin(left/away))
	if q[Pan] < -math.Pi {
		q[Pan] += 2 * math.Pi
	}
	if r := a.Limits[Pan]; q[Pan] < r.Min || q[Pan] > r.Max {
		return Joints{}, a.unreachable(to, fmt.Sprintf("the base would have to turn by %.0f°, and may by %.0f° to %.0f°",
			degrees(-q[Pan]), degrees(-r.Max), degrees(-r.Min)))
	}
	const maxSteps = 100
	for range maxSteps {
		off := a.off(q, to)
		dq := a.step(q, off)
		for i := range q {
			q[i] += dq[i]
		}
		moved := dq.length()
		if norm(off) < Tolerance && moved < 1e-4 {
			break // what is left is the square of that
		}
		if moved < 1e-6 {
			break // as near as it gets
		}
	}
	if missed := norm(a.off(q, to)); missed > Tolerance {
		return Joints{}, a.unreachable(to, fmt.Sprintf("its joints stop %.0f mm from it", math.Ceil(missed)))
	}
	if lean := a.Lean(q); math.Abs(lean) > a.MaxLean+1e-9 {
		return Joints{}, a.unreachable(to, fmt.Sprintf("the hand would have to lean by %.0f°, and may by %.0f°",
			degrees(math.Abs(lean)), degrees(a.MaxLean)))
	}
	return q, nil
}

// off is the way from where the tool is to where it should be.
func (a Arm) off(q Joints, to arm.Point) [3]float64 {
	p := a.Tip(q)
	return [3]float64{to.X - p.X, to.Y - p.Y, to.Z - p.Z}
}

func norm(v [3]float64) float64 { return math.Hypot(math.Hypot(v[0], v[1]), v[2]) }

func (q Joints) length() (sum float64) {
	for _, v := range q {
		sum += v * v
	}
	return math.Sqrt(sum)
}

// maxJointStepRad is the longest step of one joint, rad: beyond it the arm is not nearly linear.
const maxJointStepRad = 0.4

// step is one step of the iteration, within the limits: towards the target, and, in the one direction in which the
// joints do not move the tool, towards an upright hand.
func (a Arm) step(q Joints, off [3]float64) Joints {
	j := a.jacobian(q)
	dq := a.approach(j, q, off)
	along := still(j)
	missing, effect := -a.Lean(q), 0.0
	for _, i := range []int{Lift, Elbow, Wrist} {
		missing += dq[i] // the hand leans by what these turn together
		effect -= along[i]
	}
	share := effect * missing / (effect*effect + 1e-6)
	for i, r := range a.Limits {
		at, by := q[i]+dq[i], along[i]*share
		switch {
		case by > 0 && at+by > r.Max:
			share *= max(0, r.Max-at) / by
		case by < 0 && at+by < r.Min:
			share *= max(0, at-r.Min) / -by
		}
	}
	for i := range dq {
		dq[i] += share * along[i]
	}
	return dq
}

// approach is the damped step towards the target. Of the joints that would leave their limits the one that would
// leave them furthest is stopped there, and the step is computed anew for the others.
func (a Arm) approach(j *mat.Dense, q Joints, off [3]float64) Joints {
	var held [Roll]bool
	var dq Joints
	for range Roll {
		j, off := mat.DenseCopyOf(j), off
		for i := range held {
			if held[i] {
				for row := range off {
					off[row] -= j.At(row, i) * dq[i]
					j.Set(row, i, 0)
				}
			}
		}
		for i, by := range damped(j, off) {
			if !held[i] {
				dq[i] = by
			}
		}
		worst, furthest := -1, 0.0
		for i := range held {
			if out := max(q[i]+dq[i]-a.Limits[i].Max, a.Limits[i].Min-q[i]-dq[i]); !held[i] && out > furthest {
				worst, furthest = i, out
			}
		}
		if worst < 0 {
			break
		}
		held[worst] = true
		dq[worst] = min(max(q[worst]+dq[worst], a.Limits[worst].Min), a.Limits[worst].Max) - q[worst]
	}
	for i := range held {
		dq[i] = min(max(q[i]+dq[i], a.Limits[i].Min), a.Limits[i].Max) - q[i]
	}
	return dq
}

// damped solves j·dq = off for the least dq, damped, and no joint further than the stride.
func damped(j *mat.Dense, off [3]float64) (dq [Roll]float64) {
	var svd mat.SVD
	if !svd.Factorize(j, mat.SVDThin) {
		return dq
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	damping := 0.01*(off[0]*off[0]+off[1]*off[1]+off[2]*off[2]) + 1e-6 // mm²/rad²
	longest := maxJointStepRad
	for k, s := range svd.Values(nil) {
		along := u.At(0, k)*off[0] + u.At(1, k)*off[1] + u.At(2, k)*off[2]
		for i := range dq {
			dq[i] += v.At(i, k) * along * s / (s*s + damping)
		}
	}
	for _, by := range dq {
		longest = max(longest, math.Abs(by))
	}
	for i := range dq {
		dq[i] *= maxJointStepRad / longest
	}
	return dq
}

// still is the direction in which the joints leave the tool where it is: its parts are the minors of j, by Cramer's
// rule.
func still(j *mat.Dense) (along Joints) {
	sum := 0.0
	for i := range Roll {
		var c [3]int
		for k, column := 0, 0; column < Roll; column++ {
			if column != i {
				c[k] = column
				k++
			}
		}
		minor := j.At(0, c[0])*(j.At(1, c[1])*j.At(2, c[2])-j.At(1, c[2])*j.At(2, c[1])) -
			j.At(0, c[1])*(j.At(1, c[0])*j.At(2, c[2])-j.At(1, c[2])*j.At(2, c[0])) +
			j.At(0, c[2])*(j.At(1, c[0])*j.At(2, c[1])-j.At(1, c[1])*j.At(2, c[0]))
		if i%2 == 1 {
			minor = -minor
		}
		along[i] = minor
		sum += minor * minor
	}
	if sum == 0 {
		return Joints{}
	}
	for i := range along {
		along[i] /= math.Sqrt(sum)
	}
	return along
}

// jacobian is how the tool's point moves with the first four joints, mm/rad; the roll is not used to move it.
func (a Arm) jacobian(q Joints) *mat.Dense {
	j := mat.NewDense(3, Roll, nil)
	l := a.Links
	upper, lower, hand := a.elevations(q)
	forward, left, _ := a.planar(q)
	cosJaw := math.Cos(q[Roll] - l.Twist)
	sin, cos := math.Sincos(-q[Pan])
	// d forward and d up by each elevation, then summed over the joints that change it; every one of them lowers it.
	dForward := [3]float64{-l.Upper * math.Sin(upper), -l.Lower * math.Sin(lower),
		-l.Hand*math.Sin(hand) - l.Aside*cosJaw*math.Cos(hand)}
	dUp := [3]float64{l.Upper * math.Cos(upper), l.Lower * math.Cos(lower),
		l.Hand*math.Cos(hand) - l.Aside*cosJaw*math.Sin(hand)}
	f, u := 0.0, 0.0
	for i, joint := range []int{Wrist, Elbow, Lift} {
		f -= dForward[2-i]
		u -= dUp[2-i]
		j.SetCol(joint, []float64{f * cos, f * sin, u})
	}
	j.SetCol(Pan, []float64{forward*sin + left*cos, -forward*cos + left*sin, 0})
	return j
}

func (a Arm) unreachable(to arm.Point, why string) error {
	return &UnreachableError{To: to, Why: why}
}

// UnreachableError says why the tool cannot be at a place. It matches ErrUnreachable and arm.ErrLimit.
type UnreachableError struct {
	To  arm.Point
	Why string
}

func (e *UnreachableError) Error() string {
	return fmt.Sprintf("%v is out of the arm's reach: %s", e.To, e.Why)
}

// Is makes errors.Is true for ErrUnreachable and arm.ErrLimit.
func (e *UnreachableError) Is(target error) bool {
	return target == ErrUnreachable || target == arm.ErrLimit
}
