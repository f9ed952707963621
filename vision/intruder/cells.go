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

// comesIn reports whether a piece among some cells, as large as a fingertip at
// least, reaches into the area from beside it, or from beside the picture.
func (w *Watch) comesIn(among []bool) bool {
	taken := make([]bool, len(among))
	var piece []int
	for first, is := range among {
		if !is || taken[first] {
			continue
		}
		taken[first] = true
		piece = append(piece[:0], first)
		in, out := false, false
		for k := 0; k < len(piece); k++ {
			x, y := piece[k]%w.columns, piece[k]/w.columns
			in = in || w.inside[piece[k]]
			out = out || !w.inside[piece[k]] || x == 0 || y == 0 || x == w.columns-1 || y == w.rows-1
			for j := max(0, y-1); j <= min(w.rows-1, y+1); j++ {
				for i := max(0, x-1); i <= min(w.columns-1, x+1); i++ {
					if n := j*w.columns + i; among[n] && !taken[n] {
						taken[n] = true
						piece = append(piece, n)
					}
				}
			}
		}
		if in && out && len(piece) >= w.least {
			return true
		}
	}
	return false
}
