package detect

import (
	"cmp"
	"math"
	"slices"

	"draughtsman/vision/imaging"
)

// index is a node of a lattice.
type index struct{ column, row int }

func (i index) vec() imaging.Point { return node(i.column, i.row) }

func node(column, row int) imaging.Point { return imaging.Point{X: float64(column), Y: float64(row)} }

// lattice is a plane of squares with the nodes that are known to be crossings.
type lattice struct {
	h     imaging.Homography // squares to prepared pixels
	phase complex128         // of the saddles at its even nodes
	nodes []index
	at    []imaging.Point // where each node was seen
}

// grow extends a lattice from a seed: nodes next to accepted ones are accepted
// where a saddle of the right kind lies, the homography is fitted again, and so on
// until nothing changes. Small lattices reach one square further, larger ones two.
func grow(s *seed, all []saddle) (lattice, bool) {
	l := lattice{h: s.homography(), nodes: slices.Clone(s.nodes[:]), phase: s.corners[0].phase}
	phases := make([]complex128, 4)
	for k, c := range s.corners {
		phases[k] = c.phase
	}
	type claim struct {
		node   index
		saddle int
		off    float64
	}
	before := 0
	for round := range 14 {
		inv, ok := l.h.Inverse()
		if !ok {
			return lattice{}, false
		}
		reach := 1
		if len(l.nodes) >= 9 {
			reach = 2
		}
		var claims []claim
		for i := range all {
			u, ok := inv.At(all[i].at)
			if !ok || max(math.Abs(u.X), math.Abs(u.Y)) >= farthestNode {
				continue
			}
			n := index{int(math.Round(u.X)), int(math.Round(u.Y))}
			off := max(math.Abs(u.X-float64(n.column)), math.Abs(u.Y-float64(n.row)))
			if off >= 0.22 {
				continue
			}
			near, distance := nearestNode(l.nodes, n)
			if distance > reach || (distance > 1 && off >= 0.16) {
				continue
			}
			kind := polarity(all[i].phase, phases[near]) * parity(l.nodes[near].column, l.nodes[near].row) *
				parity(n.column, n.row)
			if kind > 0.4 {
				claims = append(claims, claim{n, i, off})
			}
		}
		slices.SortStableFunc(claims, func(a, b claim) int { return cmp.Compare(a.off, b.off) })
		taken := make(map[index]bool, len(claims))
		nodes, at, kinds := l.nodes[:0:0], l.at[:0:0], phases[:0:0]
		for _, c := range claims {
			if !taken[c.node] {
				taken[c.node] = true
				nodes, at, kinds = append(nodes, c.node), append(at, all[c.saddle].at), append(kinds, all[c.saddle].phase)
			}
		}
		if len(nodes) < 4 {
			return lattice{}, false
		}
		l.nodes, l.at, phases = nodes, at, kinds
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

// squeezed is a lattice that was grown in a picture made taller, in the picture itself.
func (l lattice) squeezed(stretch float64) lattice {
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

// bounds are the least and greatest columns and rows of a lattice's nodes.
func (l *lattice) bounds() (low, high imaging.Point) {
	low, high = l.nodes[0].vec(), l.nodes[0].vec()
	for _, n := range l.nodes {
		v := n.vec()
		low = imaging.Pt(min(low.X, v.X), min(low.Y, v.Y))
		high = imaging.Pt(max(high.X, v.X), max(high.Y, v.Y))
	}
	return low, high
}

// nearestNode is the accepted node nearest to another, and how many squares
// they are apart along a row or a column, whichever is more.
func nearestNode(nodes []index, to index) (near, distance int) {
	distance = math.MaxInt
	for i, n := range nodes {
		if d := max(abs(n.column-to.column), abs(n.row-to.row)); d < distance {
			near, distance = i, d
		}
	}
	return near, distance
}

func vectors(nodes []index) []imaging.Point {
	out := make([]imaging.Point, len(nodes))
	for i, n := range nodes {
		out[i] = n.vec()
	}
	return out
}

func abs(n int) int { return max(n, -n) }
