package hands

import "math"

// distances returns how far each cell is from the nearest one of a mask, in cells along straight and diagonal steps,
// which is at most 8 % too far; infinity if the mask is empty.
func (d *Detector) distances(from []bool) []float32 {
	const aslant = math.Sqrt2
	far := float32(math.Inf(1))
	away := make([]float32, len(from))
	for i := range away {
		if !from[i] {
			away[i] = far
		}
	}
	at := func(x, y int) float32 {
		if x < 0 || y < 0 || x >= d.columns || y >= d.rows {
			return far
		}
		return away[y*d.columns+x]
	}
	for y := range d.rows {
		for x := range d.columns {
			p := &away[y*d.columns+x]
			*p = min(*p, at(x-1, y)+1, at(x, y-1)+1, at(x-1, y-1)+aslant, at(x+1, y-1)+aslant)
		}
	}
	for y := d.rows - 1; y >= 0; y-- {
		for x := d.columns - 1; x >= 0; x-- {
			p := &away[y*d.columns+x]
			*p = min(*p, at(x+1, y)+1, at(x, y+1)+1, at(x+1, y+1)+aslant, at(x-1, y+1)+aslant)
		}
	}
	return away
}
