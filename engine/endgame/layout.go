package endgame

import (
	"math/bits"

	"draughtsman/engine/checkers"
)

// choose[n][k] is the number of sets of k things out of n.
var choose = func() (c [33][MaxPieces + 1]int) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= MaxPieces && n > 0; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// A set of k things out of n has a rank among all of its size: they are ordered by their greatest element first,
// which is the order of sets as numbers. See D. E. Knuth, The Art of Computer Programming 4A, 7.2.1.3.

// rank is the rank of a set.
func rank(set uint32) int {
	r := 0
	for k := 1; set != 0; set &= set - 1 {
		r += choose[bits.TrailingZeros32(set)][k]
		k++
	}
	return r
}

// unrank is the set of k things out of n with a rank.
func unrank(r, n, k int) uint32 {
	set := uint32(0)
	for ; k > 0; k-- {
		for n--; choose[n][k] > r; n-- {
		}
		r -= choose[n][k]
		set |= 1 << n
	}
	return set
}

// pack is a set seen as a set of the places of another: its members are numbered among the places, which have to hold
// it.
func pack(set, places uint32) uint32 {
	packed := uint32(0)
	for ; set != 0; set &= set - 1 {
		packed |= 1 << bits.OnesCount32(places&(set&-set-1))
	}
	return packed
}

// unpack undoes pack.
func unpack(packed, places uint32) uint32 {
	set := uint32(0)
	for i := 0; packed != 0; i++ {
		place := places & -places
		if packed&1 != 0 {
			set |= place
		}
		packed >>= 1
		places ^= place
	}
	return set
}

// layout numbers all positions of some material in a game, without gaps: first by where the men stand, then by where
// the kings of the side to move do, then by where the other kings do. Positions with the same men lie next to each
// other.
type layout struct {
	Material
	game   checkers.RuleSet
	empty  checkers.Position // of the game, with Black to move
	before []int             // configurations of men before the first with own men of each rank; at the end, all
	kings  int               // ways to put the kings for each of them
	others int               // ways to put the other side's kings for each way to put the own
}

// Where men may stand.
const (
	ownField   = ^lastRow
	theirField = ^firstRow
	field      = 28 // squares of either
)

func newLayout(game checkers.RuleSet, m Material) *layout {
	free := 32 - int(m.Men+m.TheirMen)
	l := &layout{Material: m, game: game, empty: game.NewPosition(checkers.Black)}
	l.before = make([]int, choose[field][m.Men]+1)
	l.others = choose[free-int(m.Kings)][m.TheirKings]
	l.kings = choose[free][m.Kings] * l.others
	for r := range choose[field][m.Men] {
		own := unrank(r, field, int(m.Men))
		l.before[r+1] = l.before[r] + choose[field-bits.OnesCount32(own&theirField)][m.TheirMen]
	}
	return l
}

// configurations is the number of ways to put the men.
func (l *layout) configurations() int { return l.before[len(l.before)-1] }

// positions is the number of positions.
func (l *layout) positions() int { return l.configurations() * l.kings }

// configuration is the number of a way to put the men.
func (l *layout) configuration(m men) int {
	return l.before[rank(m.own)] + rank(pack(m.theirs, theirField&^m.own))
}

// position is a board of the game with Black to move.
func (l *layout) position(b board) checkers.Position {
	p := l.empty
	p.Black, p.White, p.Kings = checkers.Set(b.own), checkers.Set(b.theirs), checkers.Set(b.kings)
	return p
}

// positions is the number of positions of the material, in any game.
func (m Material) positions() int { return newLayout(checkers.English, m).positions() }

// index is the number of a position of this material.
func (l *layout) index(b board) int {
	m := men{b.own &^ b.kings, b.theirs &^ b.kings}
	free := ^(m.own | m.theirs)
	kings := b.own & b.kings
	return l.configuration(m)*l.kings + rank(pack(kings, free))*l.others + rank(pack(b.theirs&b.kings, free&^kings))
}
