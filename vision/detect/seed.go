package detect

import (
	"cmp"
	"math"
	"slices"

	"draughtsman/vision/imaging"
)

// seed is a lattice that four crossings propose.
type seed struct {
	corners [4]saddle
	nodes   *[4]node // which of its nodes they are
	votes   float64
}

// What four crossings may be: the corners of a square, in order around it, or the next ones of one polarity around a
// crossing of the other, which pieces hide in whole rows when a camera looks over them cornerwise.
var (
	aSquare  = [4]node{{0, 0}, {1, 0}, {1, 1}, {0, 1}}
	aDiamond = [4]node{{0, 0}, {1, 1}, {0, 2}, {-1, 1}}
)

// homography maps the seed's lattice to the picture.
func (s *seed) homography() imaging.Homography {
	h, _ := imaging.FromSquare([4]imaging.Point{s.corners[0].at, s.corners[1].at, s.corners[2].at, s.corners[3].at}, 1)
	if *s.nodes == aSquare {
		return h
	}
	// The node (x, y) is ((x + y)/2, (y − x)/2) in diamonds.
	for r := 0; r < 9; r += 3 {
		h[r], h[r+1] = (h[r]-h[r+1])/2, (h[r]+h[r+1])/2
	}
	return h
}

// seeds proposes squares or diamonds, ranked by how many of all saddles lie at nodes of the lattice that continues
// them.
func seeds(of []saddle, all *saddleIndex, longerSide float64, shape *[4]node) []seed {
	found := quads(of, farthestSquare*longerSide, shape)
	for i := range found {
		found[i].votes = votes(&found[i], all)
	}
	return found
}

// quads returns squares or diamonds of four saddles, those with the strongest weakest corner first. A square goes
// from one saddle along both of its edges to neighbours of the opposite polarity, a diamond along both diagonals to
// neighbours of its own, and on to one of its own polarity where these two meet.
func quads(of []saddle, farthest float64, nodes *[4]node) []seed {
	n, near := len(of), newSaddleIndex(of)
	type candidate struct {
		corners [4]int
		weakest float64
	}
	var found []candidate
	ways := make([][2]imaging.Point, n)
	for i := range of {
		ways[i] = of[i].edges
		if nodes == &aDiamond {
			ways[i] = of[i].diagonals()
		}
	}
	for i := range n {
		arm := neighbours(&near, ways, i, farthest, nodes)
		for _, a := range arm[0] {
			for _, b := range arm[1] {
				if a == b {
					continue
				}
				la, lb := of[a].at.Distance(of[i].at), of[b].at.Distance(of[i].at)
				if la > mostAnisotropic*lb || lb > mostAnisotropic*la {
					continue
				}
				expected := of[a].at.Plus(of[b].at).Minus(of[i].at)
				s := nearestAlike(&near, i, expected, fourthCorner*min(la, lb))
				if s < 0 || s == a || s == b {
					continue
				}
				found = append(found, candidate{
					corners: [4]int{i, a, s, b},
					weakest: min(of[i].strength, of[a].strength, of[b].strength, of[s].strength),
				})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(b.weakest, a.weakest) })
	seen := make(map[[4]int]bool)
	var out []seed
	for _, c := range found {
		key := c.corners
		slices.Sort(key[:])
		if seen[key] {
			continue
		}
		seen[key] = true
		s := seed{nodes: nodes}
		for k, index := range c.corners {
			s.corners[k] = of[index]
		}
		if out = append(out, s); len(out) == seedsAWidth {
			break
		}
	}
	return out
}

// diagonals are the unit vectors halfway between a saddle's edges.
func (s *saddle) diagonals() [2]imaging.Point {
	sum, difference := s.edges[0].Plus(s.edges[1]), s.edges[0].Minus(s.edges[1])
	return [2]imaging.Point{sum.Times(1 / max(sum.Length(), 1e-9)), difference.Times(1 / max(difference.Length(), 1e-9))}
}

// neighbours returns the nearest saddles of the right polarity along each of a saddle's two ways, its edges or its
// diagonals, up to three on each side.
func neighbours(near *saddleIndex, ways [][2]imaging.Point, i int, farthest float64, nodes *[4]node) (out [2][]int) {
	type reach struct {
		index    int
		distance float64
	}
	var sides [2][2][]reach
	of := near.of
	from := &of[i]
	diamond := nodes == &aDiamond
	along, nearest := alongEdge, nearestSquare
	if diamond {
		along, nearest = alongDiagonal, nearestDiamond
	}
	near.within(from.at, farthest, func(j int, square float64) {
		if square < nearest*nearest || j == i {
			return
		}
		d, most := of[j].at.Minus(from.at), along*along*square
		for way, direction := range ways[i] {
			if c := d.Cross(direction); c*c > most {
				continue
			}
			match := polarity(from.phase, of[j].phase)
			if (diamond && match < samePhase) || (!diamond && match > oppositePhase) {
				return
			}
			a, b := d.Cross(ways[j][0]), d.Cross(ways[j][1])
			if min(a*a, b*b) > most || math.Abs(math.Log(from.amplitude/of[j].amplitude)) > mostAmplitudeRatio {
				return
			}
			side := 0
			if d.Dot(direction) < 0 {
				side = 1
			}
			sides[way][side] = append(sides[way][side], reach{j, square})
		}
	})
	for way := range sides {
		for _, s := range sides[way] {
			slices.SortFunc(s, func(a, b reach) int { return cmp.Compare(a.distance, b.distance) })
			for _, r := range s[:min(len(s), armsASide)] {
				out[way] = append(out[way], r.index)
			}
		}
	}
	return out
}

// nearestAlike is the saddle of i's own polarity nearest to a place, or −1 when none lies within reach, in pixels.
func nearestAlike(near *saddleIndex, i int, place imaging.Point, reach float64) int {
	best, least := -1, reach*reach
	near.within(place, reach, func(j int, square float64) {
		if square < least && j != i && polarity(near.of[i].phase, near.of[j].phase) > samePhase {
			best, least = j, square
		}
	})
	return best
}

// polarity is the cosine between two crossings' phases: 1 for two with their lighter quarters on the same sides, −1
// for opposite ones.
func polarity(a, b complex128) float64 {
	return real(a)*real(b) + imag(a)*imag(b)
}

// parity is 1 on the lattice's even nodes and −1 on its odd ones.
func parity(column, row int) float64 {
	if (column+row)%2 == 0 {
		return 1
	}
	return -1
}

// votes counts the nodes of a seed's lattice near it at which a saddle of the right polarity lies, less those at
// which one would by chance, given how many saddles there are, and less a tenth of the saddles that contradict it,
// faint ones less: on a textured table a lattice of large squares meets saddles everywhere.
func votes(s *seed, all *saddleIndex) float64 {
	h := s.homography()
	inv, ok := h.Inverse()
	if !ok {
		return 0
	}
	var agreed [2 * voteReach][2 * voteReach]float64
	near, contradicted := 0.0, 0.0
	middle, reach := s.surroundings()
	weakest := math.Inf(1)
	for k := range s.corners {
		weakest = min(weakest, s.corners[k].strength)
	}
	all.within(middle, reach, func(i int, _ float64) {
		u, ok := inv.At(all.of[i].at)
		if !ok {
			return
		}
		radius := max(math.Abs(u.X-0.5), math.Abs(u.Y-0.5))
		if radius >= voteRadius {
			return
		}
		weight := min(1, all.of[i].strength/weakest)
		near += weight
		column, row := int(math.Round(u.X)), int(math.Round(u.Y))
		off := max(math.Abs(u.X-float64(column)), math.Abs(u.Y-float64(row)))
		match := polarity(all.of[i].phase, s.corners[0].phase) * parity(column, row)
		switch {
		case off < voteTolerance(radius) && match > samePhase:
			most := &agreed[row+voteReach-1][column+voteReach-1]
			*most = max(*most, weight)
		case off >= contradicting || match < oppositePhase:
			contradicted += weight
		}
	})
	density := near / (4 * voteRadius * voteRadius) // saddles to a square
	total := -contradictionWeight * contradicted
	for row := range agreed {
		for column, hit := range agreed[row] {
			across := 2 * voteTolerance(max(math.Abs(float64(column-voteReach)+0.5), math.Abs(float64(row-voteReach)+0.5)))
			total += hit - (1 - math.Exp(-density*alikeByChance*across*across))
		}
	}
	return total
}

// surroundings is a circle in the picture, in pixels, that holds what lies within voteRadius of a seed seen as
// obliquely as boards are.
func (s *seed) surroundings() (middle imaging.Point, radius float64) {
	for i := range s.corners {
		middle = middle.Plus(s.corners[i].at.Times(0.25))
	}
	for i := range s.corners {
		radius = max(radius, s.corners[i].at.Distance(middle))
	}
	return middle, 2 * voteRadius * math.Sqrt2 * radius
}

// voteTolerance is how far from its node, in squares, a saddle may lie to agree with a seed so many squares away.
func voteTolerance(radius float64) float64 { return toleranceNear + toleranceGrowth*radius }
