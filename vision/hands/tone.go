package hands

import (
	"slices"

	"draughtsman/vision/imaging"
)

// tone is the natural logarithm of a cell's brightness in blue, green and red.
type tone [3]float32

// What may happen to a tone and be light alone, in natural logarithms.
const (
	colour  = 0.12 // by which the channels change differently
	lighter = 0.7  // a shadow has gone
	darker  = 1.25 // one has come
	alike   = 0.1  // nothing has happened
)

// black is added to a brightness of 0 to 255: the dark is noisy.
const black = 6.0

func tones(bytes []uint8) []tone {
	list := make([]tone, len(bytes)/3)
	for i := range list {
		for c := range 3 {
			list[i][c] = logarithms[bytes[3*i+c]]
		}
	}
	return list
}

var logarithms = imaging.Logarithms(black)

// level takes out what has changed everywhere: the lamps, the exposure.
func (w *Watch) level(now []tone) {
	const some = 7 // every seventh cell speaks for the others
	values := make([]float32, 0, len(now)/some+1)
	for c := range 3 {
		values = values[:0]
		for i := 0; i < len(now); i += some {
			values = append(values, now[i][c]-w.free[i][c])
		}
		slices.Sort(values)
		for i := range now {
			now[i][c] -= values[len(values)/2]
		}
	}
	w.grain.see(now, w.free)
}

// grain is how much the channels of a cell change differently from picture to picture
// where nothing but the sensor's noise and the compression does it, by how bright the
// cell is: so much in half of the cells.
type grain [grainBins]float32

const (
	grainBins   = 12
	grainBin    = 0.4  // of the logarithm of the brightness
	grainFirst  = 1.0  // where the first begins
	grainCells  = 20   // in a bin that say something about it
	grainTimes  = 4    // times its grain, that noise hardly makes a cell change
	mostChroma  = 0.35 // that a change may differ between the channels and be noise
	grainMemory = 0.8  // of what was known, with each picture
)

// binOf is the bin of a tone.
func binOf(t tone) int {
	return min(max(int(((t[0]+t[1]+t[2])/3-grainFirst)/grainBin), 0), grainBins-1)
}

// see takes the grain of a picture that shows mostly the table.
func (g *grain) see(now, table []tone) {
	var list [grainBins][]float32
	for i, t := range now {
		b := binOf(table[i])
		list[b] = append(list[b], chroma(t, table[i]))
	}
	for b, values := range list {
		if len(values) < grainCells {
			continue
		}
		slices.Sort(values)
		v := values[len(values)/2]
		if g[b] > 0 {
			v = grainMemory*g[b] + (1-grainMemory)*v
		}
		g[b] = v
	}
}

// colour is by how much the channels of a cell may change differently without showing
// anything else.
func (g *grain) colour(of tone) float32 {
	return min(max(colour, grainTimes*g[binOf(of)]), mostChroma)
}

// chroma is by how much the channels differ in what changes.
func chroma(now, was tone) float32 {
	a, b, c := now[0]-was[0], now[1]-was[1], now[2]-was[2]
	return max(a, b, c) - min(a, b, c)
}

// speckle is how large pieces change, in cells, where nothing but the compression does it.
type speckle float64

const (
	mostSpeckle   = 30   // cells; what changes in larger pieces is something
	speckleMemory = 0.95 // of what was known, with each picture
	speckleTimes  = 1.5  // times the largest that have been seen, that a hand is
)

// see takes the largest piece of what has changed beside the arm.
func (s *speckle) see(w *Watch, changed []bool) {
	largest := 0
	w.pieces(changed, func(piece []int) {
		if len(piece) <= mostSpeckle {
			largest = max(largest, len(piece))
		}
	})
	*s = speckle(max(speckleMemory*float64(*s), float64(largest)))
}

// tip is how many cells a hand shows at least.
func (w *Watch) tip() int { return max(w.least, int(speckleTimes*float64(w.speckle))) }

// differs tells which cells show something else than the table.
func (w *Watch) differs(now []tone) []bool {
	differs := make([]bool, len(now))
	for i, t := range now {
		differs[i] = !w.isLight(t, w.free[i]) && (w.away == nil || !w.isLight(t, w.away[i]))
	}
	return differs
}

// unlike is how many cells show something else than before.
func (w *Watch) unlike(now, before []tone) (n int) {
	for i, t := range now {
		if !w.isLight(t, before[i]) {
			n++
		}
	}
	return n
}

// isLight reports whether light, or noise, alone makes one tone of another.
func (w *Watch) isLight(now, was tone) bool {
	least, most := now[0]-was[0], now[0]-was[0]
	for c := 1; c < len(now); c++ {
		least, most = min(least, now[c]-was[c]), max(most, now[c]-was[c])
	}
	return most-least <= w.grain.colour(was) && most <= lighter && least >= -darker
}

// ballot finds the tone that a cell has most of the time, as Boyer and Moore
// count a majority.
type ballot struct {
	tone tone
	lead int
}

func (b *ballot) add(t tone) {
	for c := range t {
		if d := t[c] - b.tone[c]; d > alike || d < -alike {
			if b.lead--; b.lead < 0 {
				b.tone, b.lead = t, 1
			}
			return
		}
	}
	b.lead++
}
