package endgame

import (
	"math/bits"

	"draughtsman/engine/checkers"
)

// board is a position as its side to move sees it: square s is bit s−1 of a set where Black is to move and bit 32−s
// where White is, so that the men of the side to move always walk to higher bits, from rows 0–6 to their king row,
// the last four bits.
type board struct{ own, theirs, kings uint32 }

func boardOf(p checkers.Position) board {
	b := board{own: uint32(p.Black), theirs: uint32(p.White), kings: uint32(p.Kings)}
	if p.Turn == checkers.White {
		return b.turned()
	}
	return b
}

// turned is the same board as the other side sees it.
func (b board) turned() board {
	return board{own: bits.Reverse32(b.theirs), theirs: bits.Reverse32(b.own), kings: bits.Reverse32(b.kings)}
}

func (b board) material() Material {
	count := func(set uint32) uint8 { return uint8(bits.OnesCount32(set)) }
	return Material{
		Men: count(b.own &^ b.kings), Kings: count(b.own & b.kings),
		TheirMen: count(b.theirs &^ b.kings), TheirKings: count(b.theirs & b.kings),
	}
}

// squares is how many the boards have that tables are made for.
const squares = 32

const (
	lastRow  uint32 = 0xf0000000 // where the men of the side to move are crowned
	firstRow uint32 = 0x0000000f // where the other side's are
)
