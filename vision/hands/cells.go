package hands

import (
	"math"

	"draughtsman/vision/imaging"
)

// distances is how far each cell is from the nearest of some, in cells: along
// straight and diagonal steps, which is up to 8 % farther than straight away.
func (w *Watch) distances(from []bool) []float32 {
	const aslant = math.Sqrt2
	far := float32(math.Inf(1))
	away := make([]float32, len(from))
	for i := range away {
		if !from[i] {
			away[i] = far
		}
	}
	at := func(x, y int) float32 {
		if x < 0 || y < 0 || x >= w.columns || y >= w.rows {
			return far
		}
		return away[y*w.columns+x]
	}
	for y := range w.rows {
		for x := range w.columns {
			p := &away[y*w.columns+x]
			*p = min(*p, at(x-1, y)+1, at(x, y-1)+1, at(x-1, y-1)+aslant, at(x+1, y-1)+aslant)
		}
	}
	for y := w.rows - 1; y >= 0; y-- {
		for x := w.columns - 1; x >= 0; x-- {
			p := &away[y*w.columns+x]
			*p = min(*p, at(x+1, y)+1, at(x, y+1)+1, at(x+1, y+1)+aslant, at(x-1, y+1)+aslant)
		}
	}
	return away
}

// pieces hands on the pieces among some cells that hang together.
func (w *Watch) pieces(among []bool, hand func(piece []int)) {
	for _, piece := range imaging.Components(among, w.columns, true) {
		hand(piece)
	}
}

// reaches counts a piece's cells in the area, and tells whether there are others,
// or it goes on beside the picture.
func (w *Watch) reaches(piece []int) (in int, out bool) {
	for _, i := range piece {
		x, y := i%w.columns, i/w.columns
		if w.inside[i] {
			in++
		}
		out = out || !w.inside[i] || x == 0 || y == 0 || x == w.columns-1 || y == w.rows-1
	}
	return in, out
}
