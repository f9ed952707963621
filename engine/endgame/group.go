package endgame

import (
	"math/bits"
	"sort"

	"draughtsman/engine/checkers"
)

// group is the positions of a layout with the same men on the same squares, one such way to put them at a time. Going
// through positions by it is several times faster than by ranks.
type group struct {
	*layout
	men
	configuration int // of the men; −1 before there are any
	moves         []checkers.Move

	// Kings are put on free squares, those without men. These are all ways to do so, by rank, as sets of numbers of
	// free squares; the other side's of those that are left.
	ownKings, otherKings []uint32
	free                 [32]uint32 // squares by number, as sets
	number               [32]uint8  // of a square
}

func newGroup(l *layout) *group {
	free := 32 - int(l.Men+l.TheirMen)
	return &group{
		layout: l, configuration: -1,
		ownKings: sets(free, int(l.Kings)), otherKings: sets(free-int(l.Kings), int(l.TheirKings)),
	}
}

// groupsFor is a group for each thread.
func groupsFor(l *layout, threads int) []*group {
	all := make([]*group, threads)
	for i := range all {
		all[i] = newGroup(l)
	}
	return all
}

// sets is all sets of k things out of n, by rank.
func sets(n, k int) []uint32 {
	all := make([]uint32, choose[n][k])
	for r := range all {
		all[r] = unrank(r, n, k)
	}
	return all
}

// put makes the group that of other men.
func (g *group) put(m men) {
	g.men, g.configuration = m, g.layout.configuration(m)
	n := 0
	for square := range g.number {
		if bit := uint32(1) << square; (m.own|m.theirs)&bit == 0 {
			g.free[n], g.number[square] = bit, uint8(n)
			n++
		}
	}
}

// at is a position by its number in the layout.
func (g *group) at(i int) board {
	if c := i / g.kings; c != g.configuration {
		g.put(g.menAt(c))
	}
	return g.board(i % g.kings)
}

// captures reports whether the side to move has to capture in a position by its number in the layout.
func (g *group) captures(i int) bool { return g.position(g.at(i)).Jumpers() != 0 }

// appendMoves appends what every legal move leads to, as the other side sees it.
func (g *group) appendMoves(after []board, b board) []board {
	p := g.position(b)
	g.moves = p.AppendMoves(g.moves[:0])
	for _, m := range g.moves {
		after = append(after, boardOf(p.Play(m)))
	}
	return after
}

// board is a position by its number in the group.
func (g *group) board(i int) board {
	own, others := g.ownKings[i/len(g.otherKings)], g.otherKings[i%len(g.otherKings)]
	for holes := own; holes != 0; holes &= holes - 1 {
		below := holes&-holes - 1
		others = others&below | others&^below<<1
	}
	kings, theirKings := g.squares(own), g.squares(others)
	return board{own: g.own | kings, theirs: g.theirs | theirKings, kings: kings | theirKings}
}

func (g *group) squares(numbers uint32) uint32 {
	set := uint32(0)
	for ; numbers != 0; numbers &= numbers - 1 {
		set |= g.free[bits.TrailingZeros32(numbers)]
	}
	return set
}

// find is the number in the group of the position with some kings.
func (g *group) find(kings, theirKings uint32) int {
	r, k := 0, 1
	for set := kings; set != 0; set &= set - 1 {
		r += choose[g.number[bits.TrailingZeros32(set)]][k]
		k++
	}
	s, k := 0, 1
	for set := theirKings; set != 0; set &= set - 1 {
		square := bits.TrailingZeros32(set)
		s += choose[int(g.number[square])-bits.OnesCount32(kings&(1<<square-1))][k]
		k++
	}
	return r*len(g.otherKings) + s
}

// men is where the men of both sides stand.
type men struct{ own, theirs uint32 }

func (m men) turned() men { return men{bits.Reverse32(m.theirs), bits.Reverse32(m.own)} }

// rowsLeft is how many rows the men have to go, all together.
func (m men) rowsLeft() int {
	left := 0
	for set := m.own; set != 0; set &= set - 1 {
		left += lastRank - bits.TrailingZeros32(set)/4
	}
	for set := m.theirs; set != 0; set &= set - 1 {
		left += bits.TrailingZeros32(set) / 4
	}
	return left
}

// lastRank is the number of the row where men are crowned.
const lastRank = 7

// menAt is the way to put the men with a number.
func (l *layout) menAt(configuration int) men {
	r := sort.SearchInts(l.before, configuration+1) - 1
	own := unrank(r, field, int(l.Men))
	places := theirField &^ own
	return men{own, unpack(unrank(configuration-l.before[r], bits.OnesCount32(places), int(l.TheirMen)), places)}
}

// groups is the ways to put the men by the rows that they have left to go. Where the sides have the same pieces, one
// of two ways that are the same turned round is enough.
func (l *layout) groups() [][]men {
	groups := make([][]men, MaxPieces*lastRank+1)
	symmetric := l.Material == l.swapped()
	for c := range l.configurations() {
		m := l.menAt(c)
		if symmetric && l.configuration(m.turned()) < c {
			continue
		}
		left := m.rowsLeft()
		groups[left] = append(groups[left], m)
	}
	return groups
}
