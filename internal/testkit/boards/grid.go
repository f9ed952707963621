package boards

// Grid is what stands on the squares, a string for each row from the first of the corners: '.' nothing, 'l' and 'L' a
// man and a king of the side of lighter colour, 'd' and 'D' of the darker; '?' everywhere that a hand may be over.
func (s *Scene) Grid() []string {
	swapped := s.pieces.light.luminance() < s.pieces.dark.luminance()
	rows := make([]string, s.Squares)
	for r := range rows {
		row := make([]byte, s.Squares)
		for c := range row {
			row[c] = s.pieces.grid[r][c]
			if other, is := map[byte]byte{'l': 'd', 'd': 'l', 'L': 'D', 'D': 'L'}[row[c]]; is && swapped {
				row[c] = other
			}
			if s.pieces.hand > 0 || s.depth != nil && s.hides(r, c) {
				row[c] = '?'
			}
		}
		rows[r] = string(row)
	}
	return rows
}

// luminance of a colour, 0..255 (ITU-R BT.601).
func (t tone) luminance() float64 { return 0.114*t[0] + 0.587*t[1] + 0.299*t[2] }
