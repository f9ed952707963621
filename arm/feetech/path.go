package feetech

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/kinematics"
)

// path is a way of the arm: its joints at evenly spaced places.
type path struct {
	poses  []kinematics.Joints
	length float64   // mm, or of a turn of the joints rad
	turn   bool      // joints turn, and the tool goes where that takes it
	caps   []float64 // mm/s at each of the poses; nil: no bound of its own
}

// pathStepMM is the distance between two places of a straight line for which the joints' angles are worked out, mm.
// Between them the joints turn evenly, which bends the tool's way by less than 0.01 mm.
const pathStepMM = 2.0

// nowhere is the length of a way that leads nowhere: what is divided by it stays finite.
const nowhere = 1e-9

// cornerCutMM is by how much, in mm, the tool is taken to cut a corner: the speed there is that at which a circle so
// far from it needs the tool's acceleration.
const cornerCutMM = 1.0

// straight is the way of the tool along straight lines from one place to the next, each at its own speed, and slowly
// where they meet. A place that cannot be reached is an error, before anything moves.
func (c Config) straight(a kinematics.Arm, from arm.Point, steps []arm.Step, near kinematics.Joints) (path, error) {
	places := slices.CompactFunc(append([]arm.Step{{To: from}}, steps...),
		func(a, b arm.Step) bool { return a.To == b.To })
	if len(places) == 1 {
		return turn(near, near), nil
	}
	ends := []float64{0}
	for i, s := range places[1:] {
		if _, err := a.Solve(s.To, near); err != nil {
			return path{}, err
		}
		ends = append(ends, ends[i]+places[i].To.Distance(s.To))
	}
	lines := len(ends) - 1
	// The place at which the line ends on which that is.
	line := func(s float64) int { return min(1+sort.SearchFloat64s(ends[1:], s), lines) }
	p, err := along(a, near, ends[lines], func(share float64) arm.Point {
		s := share * ends[lines]
		i := line(s)
		return places[i-1].To.Towards(places[i].To, (s-ends[i-1])/(ends[i]-ends[i-1]))
	})
	if err != nil {
		return path{}, fmt.Errorf("on the way there %w", err)
	}
	step := p.length / float64(len(p.poses)-1)
	for i := range p.poses {
		p.caps = append(p.caps, places[line(float64(i)*step)].Speed)
	}
	for i := 1; i < lines; i++ {
		k := int(math.Round(ends[i] / step))
		p.caps[k] = min(p.caps[k], places[i+1].Speed, c.cornerSpeed(places[i-1].To, places[i].To, places[i+1].To))
	}
	return p, nil
}

// cornerSpeed is that at which the tool may go round the corner at the second of three places, mm/s (junction
// deviation; S. Jeon, "Improving Grbl: Cornering Algorithm").
func (c Config) cornerSpeed(from, at, to arm.Point) float64 {
	dot := (at.X-from.X)*(to.X-at.X) + (at.Y-from.Y)*(to.Y-at.Y) + (at.Z-from.Z)*(to.Z-at.Z)
	// The sine of half the angle between the lines.
	half := math.Sqrt(max(0, (1+dot/from.Distance(at)/at.Distance(to))/2))
	return math.Sqrt(c.Accel * cornerCutMM * half / max(0, 1-half))
}

// round is a way of the tool about the arm's axis, for which nothing but the two ends has to be reached: distance,
// direction and height change evenly.
func round(a kinematics.Arm, from, to arm.Point, near kinematics.Joints) (path, error) {
	away, direction := math.Hypot(from.X, from.Y), math.Atan2(from.Y, from.X)
	further, turn := math.Hypot(to.X, to.Y)-away, math.Atan2(to.Y, to.X)-direction
	length := math.Hypot(math.Hypot(further, to.Z-from.Z), turn*max(away, away+further))
	return along(a, near, length, func(share float64) arm.Point {
		sin, cos := math.Sincos(direction + share*turn)
		return arm.Point{X: (away + share*further) * cos, Y: (away + share*further) * sin, Z: from.Z + share*(to.Z-from.Z)}
	})
}

func along(a kinematics.Arm, near kinematics.Joints, length float64, at func(share float64) arm.Point) (path, error) {
	p := path{length: max(length, nowhere)}
	n := int(math.Ceil(p.length / pathStepMM))
	for i := range n + 1 {
		q, err := a.Solve(at(float64(i)/float64(n)), near)
		if err != nil {
			return path{}, err
		}
		p.poses = append(p.poses, q)
		near = q
	}
	return p, nil
}

// turn is a way on which every joint turns evenly.
func turn(from, to kinematics.Joints) path {
	p := path{poses: []kinematics.Joints{from, to}, length: nowhere, turn: true}
	for i := range from {
		p.length = max(p.length, math.Abs(to[i]-from[i]))
	}
	return p
}

// at is the joints' angles at a place of the path, from 0 to its length.
func (p path) at(s float64) kinematics.Joints {
	last := len(p.poses) - 1
	if s >= p.length {
		return p.poses[last]
	}
	place := s / p.length * float64(last)
	i := int(place)
	share := place - float64(i)
	q := p.poses[i]
	for k := range q {
		q[k] += share * (p.poses[i+1][k] - q[k])
	}
	return q
}

// speeds are how fast the path may be travelled at each of its poses: no joint turns faster than it may, or has to
// change its speed faster than it may where the way bends its motion, and what comes behind can be braked for in time.
func (p path) speeds(speed, accel, jointSpeed, jointAccel float64) []float64 {
	n := len(p.poses)
	all := make([]float64, n)
	step := p.length / float64(n-1)
	for i := range all {
		all[i] = speed
		if p.caps != nil {
			all[i] = min(all[i], p.caps[i])
		}
		before, after := p.poses[max(i-1, 0)], p.poses[min(i+1, n-1)]
		for k, at := range p.poses[i] {
			all[i] = min(all[i], jointSpeed*step/max(math.Abs(after[k]-at), math.Abs(at-before[k])))
			if i > 0 && i < n-1 {
				all[i] = min(all[i], step*math.Sqrt(jointAccel/math.Abs(after[k]-2*at+before[k])))
			}
		}
	}
	for i := n - 2; i >= 0; i-- {
		all[i] = min(all[i], math.Sqrt(all[i+1]*all[i+1]+2*accel*step))
	}
	return all
}

// pace is how far along a path the arm is and how fast it goes: its speed rises and falls steadily, in steps of one
// tick.
type pace struct {
	length, accel float64
	speeds        []float64 // that are allowed, evenly spaced along the path
	at, now       float64
}

// pace is that of an arm at the path's beginning.
func (c Config) pace(way path, speed, accel float64) *pace {
	return &pace{length: way.length, accel: accel, speeds: way.speeds(speed, accel, c.JointSpeed, c.JointAccel)}
}

// allowed is the speed that is allowed from a place to the next tick's.
func (p *pace) allowed(dt float64) float64 {
	last := len(p.speeds) - 1
	place := func(s float64) float64 { return min(s/p.length, 1) * float64(last) }
	// Between two places the square of the speed changes evenly, as it does with a steady acceleration.
	at := func(x float64) float64 {
		i := min(int(x), last-1)
		k := x - float64(i)
		return math.Sqrt((1-k)*p.speeds[i]*p.speeds[i] + k*p.speeds[i+1]*p.speeds[i+1])
	}
	from, to := place(p.at), place(p.at+p.now*dt)
	slowest := min(at(from), at(to))
	for i := int(from) + 1; float64(i) < to; i++ {
		slowest = min(slowest, p.speeds[i])
	}
	return slowest
}

// next waits for a tick. While held the arm brakes, three times as hard as it speeds up.
func (p *pace) next(tick time.Duration, held bool) {
	dt := tick.Seconds()
	if held {
		p.now = max(0, p.now-3*p.accel*dt)
	} else {
		// The fastest from which it can still stop in time, this tick included.
		left := p.length - p.at
		brake := math.Sqrt(2*p.accel*left+p.accel*p.accel*dt*dt/4) - p.accel*dt/2
		p.now = min(p.now+p.accel*dt, p.allowed(dt), max(brake, 0))
	}
	p.at = min(p.at+p.now*dt, p.length)
	if !held && p.length-p.at < p.accel*dt*dt {
		p.at = p.length
	}
}

// done reports whether the end is reached.
func (p *pace) done() bool { return p.at >= p.length }
