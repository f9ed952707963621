package intruder

import "math"

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
	taken := make([]bool, len(among))
	var piece []int
	for first, is := range among {
		if !is || taken[first] {
			continue
		}
		taken[first] = true
		piece = append(piece[:0], first)
		for k := 0; k < len(piece); k++ {
			x, y := piece[k]%w.columns, piece[k]/w.columns
			for j := max(0, y-1); j <= min(w.rows-1, y+1); j++ {
				for i := max(0, x-1); i <= min(w.columns-1, x+1); i++ {
					if n := j*w.columns + i; among[n] && !taken[n] {
						taken[n] = true
						piece = append(piece, n)
					}
				}
			}
		}
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
