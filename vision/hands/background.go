package hands

import "slices"

// compensateLight removes from a picture what has changed everywhere, as lamps and exposure do, by the median change
// of each channel, and measures its noise.
func (d *Detector) compensateLight(now []logColour) {
	values := make([]float32, 0, len(now)/lightSampleStride+1)
	for c := range 3 {
		values = values[:0]
		for i := 0; i < len(now); i += lightSampleStride {
			values = append(values, now[i][c]-d.parkedTable[i][c])
		}
		slices.Sort(values)
		for i := range now {
			now[i][c] -= values[len(values)/2]
		}
	}
	d.noise.update(now, d.parkedTable)
}

// changedCells returns which cells show something else than the background.
func (d *Detector) changedCells(now []logColour) []bool {
	differs := make([]bool, len(now))
	for i, t := range now {
		differs[i] = !d.isLight(t, d.parkedTable[i]) && (d.movingTable == nil || !d.isLight(t, d.movingTable[i]))
	}
	return differs
}

// countChanged returns how many cells show something else than before.
func (d *Detector) countChanged(now, before []logColour) (n int) {
	for i, t := range now {
		if !d.isLight(t, before[i]) {
			n++
		}
	}
	return n
}

// isLight reports whether light or noise alone may have changed one colour into the other.
func (d *Detector) isLight(now, was logColour) bool {
	least, most := now[0]-was[0], now[0]-was[0]
	for c := 1; c < len(now); c++ {
		least, most = min(least, now[c]-was[c]), max(most, now[c]-was[c])
	}
	return most-least <= d.noise.limit(was) && most <= brighteningLimit && least >= -darkeningLimit
}

// majorityVote finds the colour that a cell has in most pictures (Boyer and Moore, MJRTY, 1991).
type majorityVote struct {
	colour logColour
	margin int
}

func (b *majorityVote) add(t logColour) {
	for c := range t {
		if d := t[c] - b.colour[c]; d > voteTolerance || d < -voteTolerance {
			if b.margin--; b.margin < 0 {
				b.colour, b.margin = t, 1
			}
			return
		}
	}
	b.margin++
}
