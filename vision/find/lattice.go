package find

import (
	"cmp"
	"math"
	"slices"
)

// index is a node of a lattice.
type index struct{ column, row int }

func (i index) vec() vec { return node(i.column, i.row) }

// lattice is a plane of squares with the nodes that are known to be crossings.
type lattice struct {
	h     homography // squares to prepared pixels
	phase complex128 // of the saddles at its even nodes
	nodes []index
	at    []vec // where each node was seen
}

// farthestNode bounds how far a lattice may grow from its seed, in squares.
const farthestNode = 16

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
		inv, ok := l.h.inverse()
		if !ok {
			return lattice{}, false
		}
		reach := 1
		if len(l.nodes) >= 9 {
			reach = 2
		}
		var claims []claim
		for i := range all {
			u, ok := inv.at(all[i].at)
			if !ok || max(math.Abs(u.x), math.Abs(u.y)) >= farthestNode {
				continue
			}
			n := index{int(math.Round(u.x)), int(math.Round(u.y))}
			off := max(math.Abs(u.x-float64(n.column)), math.Abs(u.y-float64(n.row)))
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
			if l.h, ok = fitHomography(vectors(nodes), at); !ok {
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
	l.h = l.h.stretched(1 / stretch)
	at := make([]vec, len(l.at))
	for i, v := range l.at {
		at[i] = vec{v.x, v.y/stretch + shift}
	}
	l.at = at
	return l
}

// bounds are the least and greatest columns and rows of a lattice's nodes.
func (l *lattice) bounds() (low, high vec) {
	low, high = l.nodes[0].vec(), l.nodes[0].vec()
	for _, n := range l.nodes {
		v := n.vec()
		low = vec{min(low.x, v.x), min(low.y, v.y)}
		high = vec{max(high.x, v.x), max(high.y, v.y)}
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

func vectors(nodes []index) []vec {
	out := make([]vec, len(nodes))
	for i, n := range nodes {
		out[i] = n.vec()
	}
	return out
}

func abs(n int) int { return max(n, -n) }
