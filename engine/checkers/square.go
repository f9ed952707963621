package checkers

import (
	"fmt"
	"strconv"
)

// Size is the number of squares along an edge of the board.
const Size = 8

// Squares is the number of playable squares.
const Squares = Size * Size / 2

// Square is a playable square, 1–32 as in PDN. The zero value is no square.
type Square uint8

// SquareAt is the playable square at a row (0 at Black's side) and a column (0 at White's left), or 0 where there is
// none.
func SquareAt(row, column int) Square {
	if row < 0 || row >= Size || column < 0 || column >= Size || (row+column)%2 == 0 {
		return 0
	}
	return Square(row*Size/2 + column/2 + 1)
}

// ParseSquare reads a square's number, "1" to "32".
func ParseSquare(text string) (Square, error) {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil || n < 1 || n > Squares {
		return 0, fmt.Errorf("%q is not a square: squares are numbered 1 to %d", text, Squares)
	}
	return Square(n), nil
}

// Row is 0 at Black's side of the board, 7 at White's.
func (s Square) Row() int { return int(s-1) / (Size / 2) }

// Column is 0 at White's left hand, 7 at White's right.
func (s Square) Column() int {
	return 2*(int(s-1)%(Size/2)) + 1 - s.Row()%2
}

// String is the square's number.
func (s Square) String() string { return strconv.Itoa(int(s)) }

func (s Square) set() Set { return 1 << (s - 1) }
