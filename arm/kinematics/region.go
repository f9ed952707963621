package kinematics

import (
	"math"

	"draughtsman/arm"
)

// Region is where the tool can be, as a plain value: at each height a ring, or the part of one that the base can turn
// to. It is a little smaller than the truth, never larger.
type Region struct {
	From, To float64 // the directions that are reached, anticlockwise from forward, rad
	Low      float64 // the lowest height, mm
	Step     float64 // from one height to the next, mm
	Rings    []Ring  // at Low, Low + Step, and so on
}

// Ring is how near to the axis and how far from it the tool can be, in mm. One whose Inner is not less than Outer is
// empty.
type Ring struct{ Inner, Outer float64 }

// regionLayerMM is the height of a region's layers, mm, and regionEdgeMM how exactly their edges are found.
const (
	regionLayerMM = 4.0
	regionEdgeMM  = 0.25
)

// Region is what the arm reaches between two heights.
func (a Arm) Region(low, high float64) Region {
	q := a.Ready()
	_, left, _ := a.planar(q)
	r := Region{Low: low, Step: regionLayerMM}
	nearest := math.Inf(1)
	for i := range int(math.Ceil((high-low)/regionLayerMM)) + 1 {
		ring := a.ring(low+float64(i)*regionLayerMM, left)
		if ring.Inner < ring.Outer {
			nearest = min(nearest, ring.Inner)
		}
		r.Rings = append(r.Rings, ring)
	}
	// Beside the axis the base stands a little further round than the tool.
	beside := 0.0
	if !math.IsInf(nearest, 1) {
		beside = math.Abs(math.Asin(left / nearest))
	}
	r.From, r.To = -a.Limits[Pan].Max+beside, -a.Limits[Pan].Min-beside
	return r
}

// ring is the widest ring at a height.
func (a Arm) ring(up, left float64) (widest Ring) {
	const searchStepMM = 12.0
	start := max(a.Nearest, math.Abs(left)+1)
	furthest := a.Links.Out + a.Links.Upper + a.Links.Lower + a.Links.Hand + math.Abs(a.Links.Aside)
	near := a.Ready()
	reaches := func(away float64) bool {
		q, err := a.Solve(arm.Point{X: away, Z: up}, near)
		if err == nil {
			near = q
		} else {
			near = a.Ready()
		}
		return err == nil
	}
	// edge is the place between one that is reached and one that is not.
	edge := func(in, out float64) float64 {
		for math.Abs(in-out) > regionEdgeMM {
			if middle := (in + out) / 2; reaches(middle) {
				in = middle
			} else {
				out = middle
			}
		}
		return in
	}
	inside, inner := false, 0.0
	for away := start; away <= furthest+searchStepMM; away += searchStepMM {
		now := reaches(away)
		switch {
		case now && !inside:
			if inner = away; away > start {
				inner = edge(away, away-searchStepMM)
			}
		case !now && inside:
			if outer := edge(away-searchStepMM, away); outer-inner > widest.Outer-widest.Inner {
				widest = Ring{inner, outer}
			}
		}
		inside = now
	}
	return widest
}
