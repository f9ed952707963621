package checkers

import (
	"fmt"
	"iter"
	"strconv"
)

// Square is a playing square of a board, from 1. The zero value is no square.
type Square uint8

// String is the square's number. A game may call it otherwise: RuleSet.Name.
func (s Square) String() string { return strconv.Itoa(int(s)) }

// set has the square alone, or where it is none what no board has.
func (s Square) set() Set { return 1 << ((s - 1) % 64) }

// Name is what a square is called: its number, or the letter of its column and its row as White sees them.
func (s RuleSet) Name(square Square) string {
	if sets[s].letters {
		return s.Board().Lettered(square)
	}
	return s.Number(square)
}

// Number is a square's number in the game, even where squares are called otherwise.
func (s RuleSet) Number(square Square) string { return s.Numbered(square).String() }

// inOrder goes through a set of squares by their numbers in the game.
func (s RuleSet) inOrder(set Set) iter.Seq[Square] {
	if !sets[s].fromWhite {
		return set.All()
	}
	return func(yield func(Square) bool) {
		for square := range s.Board().Turned(set).All() {
			if !yield(s.Numbered(square)) {
				return
			}
		}
	}
}

// Numbered is a square for its number in the game, and a number for its square.
func (s RuleSet) Numbered(square Square) Square {
	if sets[s].fromWhite {
		return Square(s.Board().Squares()+1) - square
	}
	return square
}

// Lettered is the letter of a square's column and its row as White sees them: "b8" for square 1 of Board8.
func (b Board) Lettered(s Square) string {
	row, column := b.Place(s)
	return fmt.Sprintf("%c%d", 'a'+column, b.Size()-row)
}

// ParseSquare reads the number of a square.
func (s RuleSet) ParseSquare(text string) (Square, error) {
	n, err := strconv.ParseUint(text, 10, 8)
	if most := s.Board().Squares(); err != nil || n < 1 || int(n) > most {
		return 0, fmt.Errorf("%q is not a square: squares are numbered 1 to %d", text, most)
	}
	return s.Numbered(Square(n)), nil
}

// SquareNamed reads a square by its number or by its letter, in either case, and its row, whatever the game calls it.
func (s RuleSet) SquareNamed(text string) (Square, error) {
	if len(text) < 2 || text[0] <= '9' {
		return s.ParseSquare(text)
	}
	board := s.Board()
	row, err := strconv.ParseUint(text[1:], 10, 8)
	column, size := int(text[0]|' ')-'a', board.Size()
	if err != nil || row < 1 || int(row) > size || column < 0 || column >= size {
		return s.ParseSquare(text)
	}
	square := board.At(size-int(row), column)
	if square == 0 {
		return 0, fmt.Errorf("%q is no square that is played on", text)
	}
	return square, nil
}
