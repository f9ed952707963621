package intruder

import (
	"math"
	"slices"
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

var logarithms = func() (l [256]float32) {
	for i := range l {
		l[i] = float32(math.Log(float64(i) + black))
	}
	return l
}()

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
}

// differs tells which cells show something else than the table.
func (w *Watch) differs(now []tone) []bool {
	differs := make([]bool, len(now))
	for i, t := range now {
		differs[i] = !isLight(t, w.free[i]) && (w.away == nil || !isLight(t, w.away[i]))
	}
	return differs
}

// unlike is how many cells show something else than before.
func unlike(now, before []tone) (n int) {
	for i, t := range now {
		if !isLight(t, before[i]) {
			n++
		}
	}
	return n
}

// isLight reports whether light alone makes one tone of another.
func isLight(now, was tone) bool {
	least, most := now[0]-was[0], now[0]-was[0]
	for c := 1; c < len(now); c++ {
		least, most = min(least, now[c]-was[c]), max(most, now[c]-was[c])
	}
	return most-least <= colour && most <= lighter && least >= -darker
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
