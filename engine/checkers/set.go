package checkers

import (
	"iter"
	"math/bits"
)

// Set is a set of playable squares; square s is bit s−1.
type Set uint32

// SetOf is the set of the squares named, each 1–32.
func SetOf(squares ...Square) Set {
	var b Set
	for _, s := range squares {
		b |= s.set()
	}
	return b
}

// Has reports whether the set holds the square; none holds 0.
func (b Set) Has(s Square) bool { return b&s.set() != 0 }

// Len is the number of squares in the set.
func (b Set) Len() int { return bits.OnesCount32(uint32(b)) }

// All goes through the squares of the set, lowest first.
func (b Set) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; b != 0; b &= b - 1 {
			if !yield(b.first()) {
				return
			}
		}
	}
}

// first is the lowest square of a set that is not empty.
func (b Set) first() Square { return Square(bits.TrailingZeros32(uint32(b)) + 1) }

// Rows 0, 2, 4, 6 begin one column further right than rows 1, 3, 5, 7, so a diagonal step is a shift of 4 in one kind
// of row and of 3 or 5 in the other.
const (
	evenRows    Set = 0x0f0f0f0f
	oddRows     Set = 0xf0f0f0f0
	leftColumn  Set = 0x10101010
	rightColumn Set = 0x08080808
)

// DownLeft is the set moved one step towards White's side and White's left; squares that would leave the board are
// dropped.
func (b Set) DownLeft() Set { return b&evenRows<<4 | b&(oddRows&^leftColumn)<<3 }

// DownRight is the set moved one step towards White's side and White's right.
func (b Set) DownRight() Set { return b&(evenRows&^rightColumn)<<5 | b&oddRows<<4 }

// UpLeft is the set moved one step towards Black's side and White's left.
func (b Set) UpLeft() Set { return b&evenRows>>4 | b&(oddRows&^leftColumn)>>5 }

// UpRight is the set moved one step towards Black's side and White's right.
func (b Set) UpRight() Set { return b&(evenRows&^rightColumn)>>3 | b&oddRows>>4 }
