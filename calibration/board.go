package calibration

// Board is the size of a board.
type Board struct {
	Squares  int     `yaml:"squares"`   // along an edge: 8
	SquareMM float64 `yaml:"square_mm"` // side of one square, mm
}

// Half is half the edge of the playing area, mm.
func (b Board) Half() float64 { return float64(b.Squares) * b.SquareMM / 2 }

// Centre is the middle of the square in a row (0 at Black's side) and a column
// (0 at White's left), on the playing surface.
func (b Board) Centre(row, column int) BoardPoint {
	middle := float64(b.Squares-1) / 2
	return BoardPoint{
		X: (float64(column) - middle) * b.SquareMM,
		Y: (middle - float64(row)) * b.SquareMM,
	}
}

// Corners are the outermost corners of the playing area, seen from White's
// seat: far left (by Black's right hand), far right, near right, near left.
func (b Board) Corners() [4]BoardPoint {
	h := b.Half()
	return [4]BoardPoint{{X: -h, Y: h}, {X: h, Y: h}, {X: h, Y: -h}, {X: -h, Y: -h}}
}

// Disc is the size of one piece; a king is two of them.
type Disc struct {
	DiameterMM float64 `yaml:"diameter_mm"`
	HeightMM   float64 `yaml:"height_mm"`
}
