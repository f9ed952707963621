package checkers

import (
	"iter"
	"math/bits"
)

// Set is a set of playing squares; square s is bit s−1.
type Set uint64

// SetOf is the set of the squares named.
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
func (b Set) Len() int { return bits.OnesCount64(uint64(b)) }

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
func (b Set) first() Square { return Square(bits.TrailingZeros64(uint64(b)) + 1) }

// On Board8 rows 0, 2, 4, 6 begin one column further right than rows 1, 3, 5, 7, so a diagonal step is a shift of 4 in
// one kind of row and of 3 or 5 in the other.
const (
	evenRows    Set = 0x0f0f0f0f
	oddRows     Set = 0xf0f0f0f0
	leftColumn  Set = 0x10101010
	rightColumn Set = 0x08080808
)

// The set moved one step on Board8. Squares that would leave the board at its sides or its first row are dropped; steps
// down from the last row lead to bits that are no squares of it, which whoever steps has to leave out.

func (b Set) downLeft() Set  { return b&evenRows<<4 | b&(oddRows&^leftColumn)<<3 }
func (b Set) downRight() Set { return b&(evenRows&^rightColumn)<<5 | b&oddRows<<4 }
func (b Set) upLeft() Set    { return b&evenRows>>4 | b&(oddRows&^leftColumn)>>5 }
func (b Set) upRight() Set   { return b&(evenRows&^rightColumn)>>3 | b&oddRows>>4 }
