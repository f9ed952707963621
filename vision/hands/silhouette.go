package hands

import (
	"cmp"
	"slices"

	"draughtsman/calibration"
)

// silhouette is the arm as it was seen with its tool at a position.
type silhouette struct {
	motion      int // in which it was seen, counted from 1
	tool        calibration.BoardPoint
	toleranceMM float64 // the tool was so near to that position, mm
	cells       []int32 // which showed the arm
	areaCells   int     // how many of them belong to the area
	modes       []modes // in which each of the cells may move with the tool; nil: any
	distance    []uint8 // by cell of the picture: from the nearest of these cells, in cells, 255 at most
}

// silhouetteStore holds the silhouettes of motions without a hand.
type silhouetteStore struct {
	list    []silhouette
	motions int // how many there were
}

// add stores a silhouette unless there are enough of that position. The oldest make room.
func (m *silhouetteStore) add(s silhouette) {
	near := 0
	for i := range m.list {
		other := &m.list[i]
		if distance(other.tool, s.tool) < silhouetteSpacingMM && other.toleranceMM <= s.toleranceMM+silhouetteSpacingMM {
			if near++; near >= silhouettesPerPlace {
				return
			}
		}
	}
	m.list = append(m.list, s)
	if len(m.list) > maxSilhouettes {
		m.list = slices.Delete(m.list, 0, maxSilhouettes/forgottenShare)
	}
}

// neighbour is a silhouette, and how far the tool may be from where it was then.
type neighbour struct {
	*silhouette
	offMM float64 // mm, at most
}

// near returns the silhouettes whose tool was nearest to a position, nearest first, at most one from each motion.
func (m *silhouetteStore) near(tool calibration.BoardPoint) []neighbour {
	var best []neighbour
	for i := range m.list {
		s := &m.list[i]
		off := distance(s.tool, tool) + s.toleranceMM
		same := slices.IndexFunc(best, func(n neighbour) bool { return n.motion == s.motion })
		switch {
		case same >= 0 && best[same].offMM <= off,
			same < 0 && len(best) == silhouetteVotes && off >= best[silhouetteVotes-1].offMM:
			continue
		case same >= 0:
			best = slices.Delete(best, same, same+1)
		}
		at, _ := slices.BinarySearchFunc(best, off, func(n neighbour, off float64) int { return cmp.Compare(n.offMM, off) })
		best = slices.Insert(best, at, neighbour{s, off})
		best = best[:min(len(best), silhouetteVotes)]
	}
	for i := 1; i < len(best); i++ {
		if best[i].offMM > neighbourFactor*best[0].offMM+neighbourMarginMM {
			return best[:i]
		}
	}
	return best
}

// silhouette makes one of a mask, with the tool somewhere among some positions.
func (d *Detector) silhouette(mask []bool, tools []calibration.BoardPoint) silhouette {
	s := silhouette{}
	s.tool, s.toleranceMM = middle(tools)
	for i, is := range mask {
		if is {
			s.cells = append(s.cells, int32(i))
			if d.inArea[i] {
				s.areaCells++
			}
		}
	}
	s.distance = make([]uint8, len(mask))
	for i, far := range d.distances(mask) {
		s.distance[i] = uint8(min(far, 255))
	}
	return s
}

// middle returns the middle one of some positions and the greatest distance from it, mm.
func middle(places []calibration.BoardPoint) (p calibration.BoardPoint, within float64) {
	p = places[len(places)/2]
	for _, q := range places {
		within = max(within, distance(p, q))
	}
	return p, within
}

// envelope is how far each cell lies outside of where the arm may be, in cells; 0 or less inside.
type envelope []float32

// widen adds another envelope to where the arm may be.
func (e envelope) widen(by envelope) {
	for i, d := range by {
		e[i] = min(e[i], d)
	}
}

// combined returns the envelope of what two of three envelopes allow, or of what any of fewer allows. The arm is not
// seen wholly in every picture, and one motion may have had a hand in it.
func combined(list []envelope) envelope {
	e := list[0]
	if len(list) < silhouetteVotes {
		for _, other := range list[1:] {
			e.widen(other)
		}
		return e
	}
	for i := range e {
		a, b, c := e[i], list[1][i], list[2][i]
		e[i] = max(min(a, b), min(max(a, b), c))
	}
	return e
}

// dilated returns the envelope of a silhouette no part of which has moved by more than so many cells.
func (s silhouette) dilated(cells float64) envelope {
	e := make(envelope, len(s.distance))
	for i, d := range s.distance {
		e[i] = float32(d) - float32(cells)
	}
	return e
}

// learntEnvelope returns where the arm may be with its tool at a position, from the silhouettes near that: no part of
// an arm moves much faster than its tool. The tool may be half of spacing away, mm. There has to be a silhouette.
func (d *Detector) learntEnvelope(tool calibration.BoardPoint, spacing float64) envelope {
	var list []envelope
	for _, n := range d.silhouettes.near(tool) {
		list = append(list, n.dilated(perspectiveGain*d.cellsPerMM*(n.offMM+spacing/2)))
	}
	return combined(list)
}
