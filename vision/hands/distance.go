package hands

import "math"

// distances returns how far each block is from the nearest one of a mask, in blocks along straight and diagonal steps,
// which is at most 8 % too far; infinity if the mask is empty.
func distances(from []bool) []float32 {
	const aslant = math.Sqrt2
	far := float32(math.Inf(1))
	away := make([]float32, len(from))
	for i := range away {
		if !from[i] {
			away[i] = far
		}
	}
	at := func(x, y int) float32 {
		if x < 0 || y < 0 || x >= blockColumns || y >= blockRows {
			return far
		}
		return away[y*blockColumns+x]
	}
	for y := range blockRows {
		for x := range blockColumns {
			p := &away[y*blockColumns+x]
			*p = min(*p, at(x-1, y)+1, at(x, y-1)+1, at(x-1, y-1)+aslant, at(x+1, y-1)+aslant)
		}
	}
	for y := blockRows - 1; y >= 0; y-- {
		for x := blockColumns - 1; x >= 0; x-- {
			p := &away[y*blockColumns+x]
			*p = min(*p, at(x+1, y)+1, at(x, y+1)+1, at(x+1, y+1)+aslant, at(x-1, y+1)+aslant)
		}
	}
	return away
}
