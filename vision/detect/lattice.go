package detect

import (
	"cmp"
	"math"
	"slices"

	"draughtsman/vision/imaging"
)

// node is a node of a lattice: four squares meet there.
type node struct{ column, row int }

// point is the node on the lattice's plane, in squares.
func (i node) point() imaging.Point { return nodePoint(i.column, i.row) }

// nodePoint is the node of a column and a row on the lattice's plane, in squares.
func nodePoint(column, row int) imaging.Point {
	return imaging.Point{X: float64(column), Y: float64(row)}
}

// lattice is a plane of squares, with those nodes at which crossings were seen.
type lattice struct {
	h     imaging.Homography // squares to prepared pixels
	phase complex128         // of the saddles at its even nodes
	nodes []node
	at    []imaging.Point // where each node was seen
}

// grow extends a lattice from a seed: nodes next to accepted ones are accepted where a saddle of the right polarity
// lies, the homography is fitted again, and so on until nothing changes. Small lattices reach one square further,
// larger ones two. It is false where fewer than four nodes hold.
func grow(s *seed, all []saddle) (lattice, bool) {
	l := lattice{h: s.homography(), nodes: slices.Clone(s.nodes[:]), phase: s.corners[0].phase}
	phases := make([]complex128, 4)
	for k, c := range s.corners {
		phases[k] = c.phase
	}
	type claim struct {
		node   node
		saddle int
		off    float64
	}
	before := 0
	for round := range growthRounds {
		inv, ok := l.h.Inverse()
		if !ok {
			return lattice{}, false
		}
		reach := 1
		if len(l.nodes) >= farReachNodes {
			reach = 2
		}
		var claims []claim
		for i := range all {
			u, ok := inv.At(all[i].at)
			if !ok || max(math.Abs(u.X), math.Abs(u.Y)) >= farthestNode {
				continue
			}
			n := node{int(math.Round(u.X)), int(math.Round(u.Y))}
			off := max(math.Abs(u.X-float64(n.column)), math.Abs(u.Y-float64(n.row)))
			if off >= growthOff {
				continue
			}
			near, distance := nearestNode(l.nodes, n)
			if distance > reach || (distance > 1 && off >= farGrowthOff) {
				continue
			}
			match := polarity(all[i].phase, phases[near]) * parity(l.nodes[near].column, l.nodes[near].row) *
				parity(n.column, n.row)
			if match > growthPhase {
				claims = append(claims, claim{n, i, off})
			}
		}
		slices.SortStableFunc(claims, func(a, b claim) int { return cmp.Compare(a.off, b.off) })
		taken := make(map[node]bool, len(claims))
		nodes, at, polarities := l.nodes[:0:0], l.at[:0:0], phases[:0:0]
		for _, c := range claims {
			if !taken[c.node] {
				taken[c.node] = true
				nodes, at, polarities = append(nodes, c.node), append(at, all[c.saddle].at), append(polarities, all[c.saddle].phase)
			}
		}
		if len(nodes) < 4 {
			return lattice{}, false
		}
		l.nodes, l.at, phases = nodes, at, polarities
		if len(nodes) >= 6 {
			if l.h, ok = imaging.FitHomography(vectors(nodes), at); !ok {
				return lattice{}, false
			}
		}
		if len(nodes) == before && round > 2 {
			break
		}
		before = len(nodes)
	}
	return l, true
}

// unstretched is a lattice that was grown in a picture made so many times taller, in the picture itself.
func (l lattice) unstretched(stretch float64) lattice {
	if stretch == 1 {
		return l
	}
	shift := 0.5/stretch - 0.5
	l.h = l.h.Stretched(1 / stretch)
	at := make([]imaging.Point, len(l.at))
	for i, v := range l.at {
		at[i] = imaging.Pt(v.X, v.Y/stretch+shift)
	}
	l.at = at
	return l
}

// bounds are the least and the greatest column and row of a lattice's nodes.
func (l *lattice) bounds() (low, high imaging.Point) {
	low, high = l.nodes[0].point(), l.nodes[0].point()
	for _, n := range l.nodes {
		v := n.point()
		low = imaging.Pt(min(low.X, v.X), min(low.Y, v.Y))
		high = imaging.Pt(max(high.X, v.X), max(high.Y, v.Y))
	}
	return low, high
}

// nearestNode returns the index of the node that is nearest to another, and how many squares they are apart along a
// row or a column, whichever is more.
func nearestNode(nodes []node, to node) (near, distance int) {
	distance = math.MaxInt
	for i, n := range nodes {
		if d := max(abs(n.column-to.column), abs(n.row-to.row)); d < distance {
			near, distance = i, d
		}
	}
	return near, distance
}

// vectors are nodes as points of the lattice's plane.
func vectors(nodes []node) []imaging.Point {
	out := make([]imaging.Point, len(nodes))
	for i, n := range nodes {
		out[i] = n.point()
	}
	return out
}

func abs(n int) int { return max(n, -n) }
