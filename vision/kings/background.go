package kings

import "draughtsman/vision/imaging"

// backgrounds returns the colours of the squares without pieces, and of what lies beside the board next to each
// square at its edges: rows of Squares+2.
func (s *topView) backgrounds() []imaging.Colour {
	n := s.board.Squares
	out := make([]imaging.Colour, (n+2)*(n+2))
	samples := make([][]imaging.Colour, (n+2)*(n+2))
	for i := range samples {
		samples[i] = s.samples(i/(n+2)-1, i%(n+2)-1)
	}
	for i := range out {
		row, column := i/(n+2), i%(n+2)
		out[i] = s.medianNearby(samples, row, column)
	}
	return out
}

// isSquare reports whether a row and a column of the backgrounds are a square's.
func (s *topView) isSquare(row, column int) bool {
	return row >= 1 && column >= 1 && row <= s.board.Squares && column <= s.board.Squares
}

// medianNearby returns the median of the samples of the same kind nearby: of squares, at most two off; of what lies
// beside the board, the neighbours along its edge.
func (s *topView) medianNearby(samples [][]imaging.Colour, row, column int) imaging.Colour {
	const reach = 2
	n := s.board.Squares + 2
	var seen []imaging.Colour
	for r := max(row-reach, 0); r <= min(row+reach, n-1); r++ {
		for c := max(column-reach, 0); c <= min(column+reach, n-1); c++ {
			alike := s.isSquare(r, c) && (r+c-row-column)%2 == 0
			if !s.isSquare(row, column) {
				alike = !s.isSquare(r, c) && (r == row || c == column)
			}
			if !alike {
				continue
			}
			seen = append(seen, samples[r*n+c]...)
		}
	}
	return imaging.MedianColour(seen)
}

// samples returns colours near a square's corners, which pieces leave free; beside the board, along its edge, where
// pieces lean over it least.
func (s *topView) samples(row, column int) (seen []imaging.Colour) {
	const corner, strip = 0.41, 0.22 // squares from the middle of a square, and from the board
	c := s.board.Centre(row, column)
	x, y := s.pixel(c.X, c.Y)
	px := float64(s.squarePX)
	n := s.board.Squares
	if row >= 0 && column >= 0 && row < n && column < n {
		for k := range 4 {
			seen = append(seen, s.Sample(x+float64(k%2*2-1)*corner*px, y+float64(k/2*2-1)*corner*px))
		}
		return seen
	}
	// The middle of a square beside the board lies half a square off it.
	towards := func(i int) float64 {
		switch {
		case i < 0:
			return 0.5 - strip
		case i >= n:
			return strip - 0.5
		}
		return 0
	}
	for _, along := range [...]float64{-0.4, -0.2, 0.2, 0.4} {
		dx, dy := towards(column), towards(row)
		if dx == 0 {
			dx = along
		}
		if dy == 0 {
			dy = along
		}
		seen = append(seen, s.Sample(x+dx*px, y+dy*px))
	}
	return seen
}
