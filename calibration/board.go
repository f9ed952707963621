package calibration

import (
	"fmt"

	"draughtsman/internal/files"
)

// Board is the size of a board.
type Board struct {
	// Squares is how many there are along an edge, SquareMM the side of one.
	Squares  int     `yaml:"squares" range:"4..20, the smallest board with a game; the largest with a name"`
	SquareMM float64 `yaml:"square_mm" range:"15..200 mm, a travel set; a board in a garden"`
	// Mirrored is whether the square in White's right corner is played on, and not the one in its left corner.
	Mirrored bool `yaml:"mirrored,omitempty"`
}

// corner is the one at White's side in which there is a playing square.
func (b Board) corner() string {
	if b.Mirrored {
		return "right"
	}
	return "left"
}

// Half is half the edge of the playing area, mm.
func (b Board) Half() float64 { return float64(b.Squares) * b.SquareMM / 2 }

// Centre is the middle of the square in a row (0 at Black's side) and a column (0 at White's left), on the playing
// surface.
func (b Board) Centre(row, column int) BoardPoint {
	middle := float64(b.Squares-1) / 2
	return BoardPoint{
		X: (float64(column) - middle) * b.SquareMM,
		Y: (middle - float64(row)) * b.SquareMM,
	}
}

// Square is the middle of a playable square, by its number: from Black's side to White's and from White's left to its
// right, beginning with 1.
func (b Board) Square(number int) (BoardPoint, error) {
	if most := b.Squares * b.Squares / 2; number < 1 || number > most {
		return BoardPoint{}, fmt.Errorf("there is no square %d: on a board of %d×%d they are numbered 1 to %d", number,
			b.Squares, b.Squares, most)
	}
	return b.Centre(b.Place(number)), nil
}

// Place is where a playable square lies, by its number: its row and its column.
func (b Board) Place(number int) (row, column int) {
	row, place := 2*(number-1)/b.Squares, 2*(number-1)%b.Squares
	if row%2 == 0 != b.Mirrored {
		place++
	}
	return row, place
}

// Number is the number of the playable square in a row and a column; 0 where there is none.
func (b Board) Number(row, column int) int {
	if min(row, column) < 0 || max(row, column) >= b.Squares || (row+column)%2 == 0 != b.Mirrored {
		return 0
	}
	return (row*b.Squares+column)/2 + 1
}

// Validate says what makes the board impossible.
func (b Board) Validate() error {
	if b.Squares%2 != 0 {
		return wrongValue("board.squares", "is %d; an even number is needed", b.Squares)
	}
	return files.InRange(b)
}

// Corners are the outermost corners of the playing area, seen from White's seat: far left (by Black's right hand),
// far right, near right, near left.
func (b Board) Corners() [4]BoardPoint {
	h := b.Half()
	return [4]BoardPoint{{X: -h, Y: h}, {X: h, Y: h}, {X: h, Y: -h}, {X: -h, Y: -h}}
}

// Disc is the size of one piece; a king is two of them.
type Disc struct {
	DiameterMM float64 `yaml:"diameter_mm" range:"8..190 mm, a travel set; a game in a garden"`
	HeightMM   float64 `yaml:"height_mm" range:"1..100 mm, a token; a game in a garden"`
}

// Validate says what makes the disc impossible on a board.
func (d Disc) Validate(b Board) error {
	switch {
	case d.DiameterMM > b.SquareMM:
		return wrongValue("disc.diameter_mm", "is %g mm; it must be no more than a square (%g mm)", d.DiameterMM, b.SquareMM)
	case d.HeightMM > b.SquareMM:
		return wrongValue("disc.height_mm", "is %g mm; it must be no more than a square (%g mm)", d.HeightMM, b.SquareMM)
	}
	return files.InRange(d)
}
