package variant

import (
	"iter"
	"math/bits"
)

// set is a set of squares of a board of any size; square s is bit s%64 of word s/64.
type set [(maxSquares + 63) / 64]uint64

func (b *set) has(s square) bool { return b[s>>6]>>(s&63)&1 != 0 }
func (b *set) add(s square)      { b[s>>6] |= 1 << (s & 63) }
func (b *set) remove(s square)   { b[s>>6] &^= 1 << (s & 63) }

func (b *set) empty() bool { return *b == set{} }

func (b *set) len() int {
	n := 0
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
}

func (b *set) join(other *set) {
	for i, word := range other {
		b[i] |= word
	}
}

// without is the squares of a set that another one does not hold.
func (b *set) without(other *set) (left set) {
	for i, word := range b {
		left[i] = word &^ other[i]
	}
	return left
}

// shared is the number of squares that both sets hold.
func (b *set) shared(other *set) int {
	n := 0
	for i, word := range b {
		n += bits.OnesCount64(word & other[i])
	}
	return n
}

// all goes through the squares of a set, lowest first.
func (b *set) all() iter.Seq[square] {
	return func(yield func(square) bool) {
		for w, left := range b {
			for ; left != 0; left &= left - 1 {
				if !yield(square(w*64 + bits.TrailingZeros64(left))) {
					return
				}
			}
		}
	}
}
