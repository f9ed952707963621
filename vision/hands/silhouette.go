package hands

import (
	"cmp"
	"slices"

	"draughtsman/calibration"
)

// silhouette is what was seen of the arm while its tool was at a place.
type silhouette struct {
	motion int // in which that was
	tool   calibration.BoardPoint
	within float64 // mm about that place, in which the tool was
	cells  []int32 // that showed the arm
	over   int     // how many of them are of the area
	as     []ways  // in which each of them may move with the tool; nil: in any
	away   []uint8 // how far each cell is from those, in cells, 255 at most
}

// memory is silhouettes of the motions in which no hand was seen.
type memory struct {
	list    []silhouette
	motions int // so many
}

// What is remembered.
const (
	mostRemembered = 2500
	denseMM        = 12 // between tool places of which so many are enough:
	enoughNear     = 3
)

// add remembers a silhouette unless there are some of that place already; the
// oldest make room.
func (m *memory) add(s silhouette) {
	near := 0
	for i := range m.list {
		if distance(m.list[i].tool, s.tool) < denseMM && m.list[i].within <= s.within+denseMM {
			if near++; near >= enoughNear {
				return
			}
		}
	}
	m.list = append(m.list, s)
	if len(m.list) > mostRemembered {
		m.list = slices.Delete(m.list, 0, mostRemembered/10)
	}
}

// neighbour is a silhouette, and how far a tool is at most from where it was then.
type neighbour struct {
	*silhouette
	off float64 // mm
}

// near are the silhouettes whose tool was nearest to a place, one for each of the
// nearest motions.
func (m *memory) near(tool calibration.BoardPoint) []neighbour {
	var best []neighbour
	for i := range m.list {
		s := &m.list[i]
		off := distance(s.tool, tool) + s.within
		same := slices.IndexFunc(best, func(n neighbour) bool { return n.motion == s.motion })
		switch {
		case same >= 0 && best[same].off <= off, same < 0 && len(best) == nearMotions && off >= best[nearMotions-1].off:
			continue
		case same >= 0:
			best = slices.Delete(best, same, same+1)
		}
		at, _ := slices.BinarySearchFunc(best, off, func(n neighbour, off float64) int { return cmp.Compare(n.off, off) })
		best = slices.Insert(best, at, neighbour{s, off})
		best = best[:min(len(best), nearMotions)]
	}
	const (
		farther  = 1.4 // times as far as the nearest, and
		besideMM = 10  // so much
	)
	for i := 1; i < len(best); i++ {
		if best[i].off > farther*best[0].off+besideMM {
			return best[:i]
		}
	}
	return best
}

// nearMotions is how many motions say where the arm may be seen. What one of them says
// counts where another one agrees: the arm is not seen wholly in every picture, and a
// hand may have been taken for it.
const nearMotions = 3

// silhouette is that of some cells, with the tool somewhere among places.
func (w *Watch) silhouette(mask []bool, tools []calibration.BoardPoint) silhouette {
	s := silhouette{}
	s.tool, s.within = middle(tools)
	for i, is := range mask {
		if is {
			s.cells = append(s.cells, int32(i))
			if w.inside[i] {
				s.over++
			}
		}
	}
	s.away = make([]uint8, len(mask))
	for i, d := range w.distances(mask) {
		s.away[i] = uint8(min(d, 255))
	}
	return s
}

// middle is the middle of a way through some places, and the greatest distance from it.
func middle(places []calibration.BoardPoint) (p calibration.BoardPoint, within float64) {
	p = places[len(places)/2]
	for _, q := range places {
		within = max(within, distance(p, q))
	}
	return p, within
}

// envelope is how far each cell lies outside of where the arm may be seen, in
// cells; 0 or less inside.
type envelope []float32

// widen has the arm be seen also where another envelope has it.
func (e envelope) widen(by envelope) {
	for i, d := range by {
		e[i] = min(e[i], d)
	}
}

// agreed is the envelope of what all but one of three envelopes allow, and of what
// any of fewer does.
func agreed(list []envelope) envelope {
	e := list[0]
	if len(list) < nearMotions {
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

// moved is the envelope of a silhouette of which no part has moved farther than so many
// cells.
func (s silhouette) moved(cells float64) envelope {
	e := make(envelope, len(s.away))
	for i, d := range s.away {
		e[i] = float32(d) - float32(cells)
	}
	return e
}

// remembered is where the arm may be seen with its tool at a place, as it was seen with
// the tool near that: no part of an arm moves much faster than its tool. There is
// something to remember.
func (w *Watch) remembered(tool calibration.BoardPoint, spacing float64) envelope {
	var list []envelope
	for _, n := range w.memory.near(tool) {
		list = append(list, n.moved(nearer*w.perMM*(n.off+spacing/2)))
	}
	return agreed(list)
}
