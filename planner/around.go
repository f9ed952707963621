package planner

import (
	"cmp"
	"math"
	"slices"
	"time"

	"draughtsman/calibration"
)

// keepOutMarginMM is how far beside, or above, a keep-out box a way round it passes, mm.
const keepOutMarginMM = 1.0

// way is how the tip gets from where it is to above a target: straight up or down, then across by some corners at one
// height.
type way struct {
	height  float64
	corners []calibration.ArmPoint // the last one is above the target
	takes   time.Duration          // with the descent
}

// around is the quickest way round or over the keep-out boxes, and past the arm's own base, that stand in a straight
// way; false if there is none. At each of a few heights it is the shortest path through the visibility graph of the
// boxes that reach up to there (T. Lozano-Pérez, M. Wesley, An algorithm for planning collision-free paths among
// polyhedral obstacles, CACM 22, 1979).
func (r *route) around(target calibration.ArmPoint) (way, bool) {
	var quickest way
	for _, heights := range r.heights(target) {
		if quickest.corners != nil {
			break // the tool does not go down before it travels unless it must
		}
		for _, height := range heights {
			if w, ok := r.acrossAt(height, target); ok && (quickest.corners == nil || w.takes < quickest.takes) {
				quickest = w
			}
		}
	}
	return quickest, quickest.corners != nil
}

// heights are those at which a way may run: first those that the tool rises to, then those that it has to go down to.
// The lowest that clears what lies on the straight way, the lowest that clears everything, and just above each box.
func (r *route) heights(target calibration.ArmPoint) [2][]float64 {
	least := r.travelHeight(r.table, r.at, target, r.tip)
	all := []float64{least, r.everywhere()}
	for _, k := range r.Machine.KeepOut {
		all = append(all, max(least, k.Max.Z+r.tip.hang+keepOutMarginMM))
	}
	ends := max(r.at.Z, target.Z)
	var up, down []float64
	for _, h := range all {
		up = append(up, max(h, ends))
		if h = max(h, target.Z); h < r.at.Z {
			down = append(down, h)
		}
	}
	slices.Sort(up)
	slices.Sort(down)
	return [2][]float64{slices.Compact(up), slices.Compact(down)}
}

// everywhere is the least height that clears whatever lies anywhere.
func (r *route) everywhere() float64 {
	highest := r.travelHeight(r.table, r.at, r.at, r.tip)
	for _, top := range r.tops(r.table) {
		highest = max(highest, r.travelHeight(r.table, top, top, r.tip))
	}
	return highest
}

// acrossAt is the quickest way at a height.
func (r *route) acrossAt(height float64, target calibration.ArmPoint) (way, bool) {
	m := r.Machine
	begin, end := r.at, target
	begin.Z, end.Z = height, height
	if r.blocked(r.at, begin) || r.blocked(end, target) || r.within("", begin) != nil || r.within("", end) != nil {
		return way{}, false
	}
	nodes := append([]calibration.ArmPoint{begin, end}, r.corners(height)...)
	takes, before := make([]time.Duration, len(nodes)), make([]int, len(nodes))
	open := make([]int, len(nodes))
	for i := range nodes {
		takes[i], open[i] = math.MaxInt64, i
	}
	takes[0] = 0
	for from := 0; from != 1 && takes[from] < math.MaxInt64; {
		open = slices.DeleteFunc(open, func(n int) bool { return n == from })
		for _, to := range open {
			if t := takes[from] + m.Takes(nodes[from], nodes[to], m.TravelSpeed); t < takes[to] &&
				r.crosses(nodes[from], nodes[to]) {
				takes[to], before[to] = t, from
			}
		}
		from = slices.MinFunc(open, func(a, b int) int { return cmp.Compare(takes[a], takes[b]) })
	}
	if takes[1] == math.MaxInt64 {
		return way{}, false
	}
	w := way{height: height, takes: m.Takes(r.at, begin, m.VerticalSpeed) + takes[1] +
		m.Takes(end, target, m.VerticalSpeed)}
	for n := 1; n > 0; n = before[n] {
		w.corners = append(w.corners, nodes[n])
	}
	slices.Reverse(w.corners)
	return w, true
}

// corners are the places where a way at a height may turn: beside the corners of the boxes that reach up to there,
// and round the arm's base.
func (r *route) corners(height float64) (all []calibration.ArmPoint) {
	add := func(x, y float64) {
		if p := (calibration.ArmPoint{X: x, Y: y, Z: height}); r.within("", p) == nil && !r.blocked(p, p) {
			all = append(all, p)
		}
	}
	for _, k := range r.Machine.KeepOut {
		box := k.grown(r.tip)
		if height < box.Min.Z || height > box.Max.Z {
			continue
		}
		for _, x := range [2]float64{box.Min.X - keepOutMarginMM, box.Max.X + keepOutMarginMM} {
			for _, y := range [2]float64{box.Min.Y - keepOutMarginMM, box.Max.Y + keepOutMarginMM} {
				add(x, y)
			}
		}
	}
	if inner, _, ok := r.Ring.at(height); ok && len(r.Ring.Edges) > 0 {
		const corners = 12
		radius := (inner + keepOutMarginMM) / math.Cos(math.Pi/corners) // the chords stay outside
		for i := range corners {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
			add(r.Ring.Axis.X+radius*cos, r.Ring.Axis.Y+radius*sin)
		}
	}
	return all
}

// blocked reports whether a straight motion meets a keep-out box.
func (r *route) blocked(from, to calibration.ArmPoint) bool {
	_, met := r.Machine.keepOut(from, to, r.tip)
	return met
}

// crosses reports whether the tip may go from one point to another of the same height.
func (r *route) crosses(from, to calibration.ArmPoint) bool {
	return !r.blocked(from, to) && r.travelHeight(r.table, from, to, r.tip) <= from.Z+1e-9 && r.Ring.along("", from, to) ==
		nil
}
