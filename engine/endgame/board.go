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

// position is the board with Black to move.
func (b board) position() checkers.Position {
	return checkers.Position{Black: checkers.Set(b.own), White: checkers.Set(b.theirs), Kings: checkers.Set(b.kings)}
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

const (
	lastRow  uint32 = 0xf0000000 // where the men of the side to move are crowned
	firstRow uint32 = 0x0000000f // where the other side's are
)

// The four directions; men of the side to move walk in the first two.
const (
	menDirections = 2
	directions    = 4
)

// squares is how many the board has.
const squares = 32

// step[s][d] and leap[s][d] are the squares one and two steps from the square of bit s, as sets; empty off the board.
var step, leap = func() (one, two [squares][directions]uint32) {
	bit := func(row, column int) uint32 {
		if s := checkers.Board8.At(row, column); s != 0 {
			return 1 << (s - 1)
		}
		return 0
	}
	for i := range one {
		row, column := checkers.Board8.Place(checkers.Square(i + 1))
		for d, v := range [directions][2]int{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}} {
			one[i][d] = bit(row+v[0], column+v[1])
			two[i][d] = bit(row+2*v[0], column+2*v[1])
		}
	}
	return one, two
}()

// appendMoves appends what every legal move leads to, as the other side sees it. A capture is compulsory.
func (b board) appendMoves(after []board) []board {
	captured := b.appendCaptures(after)
	if len(captured) > len(after) {
		return captured
	}
	return b.appendKingSteps(b.appendManSteps(after))
}

// appendManSteps appends what steps of men lead to, whether or not a capture forbids them.
func (b board) appendManSteps(after []board) []board {
	empty := ^(b.own | b.theirs)
	for men := b.own &^ b.kings; men != 0; men &= men - 1 {
		from := men & -men
		for _, to := range step[bits.TrailingZeros32(men)][:menDirections] {
			if to&empty != 0 {
				after = append(after, board{own: b.own ^ from ^ to, theirs: b.theirs, kings: b.kings | to&lastRow}.turned())
			}
		}
	}
	return after
}

func (b board) appendKingSteps(after []board) []board {
	empty := ^(b.own | b.theirs)
	for kings := b.own & b.kings; kings != 0; kings &= kings - 1 {
		from := kings & -kings
		for _, to := range step[bits.TrailingZeros32(kings)] {
			if to&empty != 0 {
				after = append(after, board{own: b.own ^ from ^ to, theirs: b.theirs, kings: b.kings ^ from ^ to}.turned())
			}
		}
	}
	return after
}

// kingSteps is how many steps kings have.
func (b board) kingSteps() int {
	empty := ^(b.own | b.theirs)
	n := 0
	for kings := b.own & b.kings; kings != 0; kings &= kings - 1 {
		for _, to := range step[bits.TrailingZeros32(kings)] {
			if to&empty != 0 {
				n++
			}
		}
	}
	return n
}

// captures reports whether the side to move has to capture.
func (b board) captures() bool {
	empty := ^(b.own | b.theirs)
	for pieces := b.own; pieces != 0; pieces &= pieces - 1 {
		from := bits.TrailingZeros32(pieces)
		for d := range reach(b.kings&pieces&-pieces != 0) {
			if step[from][d]&b.theirs != 0 && leap[from][d]&empty != 0 {
				return true
			}
		}
	}
	return false
}

// reach is the number of directions of a piece.
func reach(king bool) int {
	if king {
		return directions
	}
	return menDirections
}

// appendCaptures appends what captures lead to, once for each path.
func (b board) appendCaptures(after []board) []board {
	for pieces := b.own; pieces != 0; pieces &= pieces - 1 {
		from := pieces & -pieces
		lifted := board{own: b.own ^ from, theirs: b.theirs, kings: b.kings &^ from}
		after = lifted.jump(after, from, b.kings&from != 0, 0)
	}
	return after
}

// jump goes on with a capture of a piece that is lifted off the board and has come to a square, taking some pieces on
// its way, which stay on the board till the end. A man that is crowned stops.
func (b board) jump(after []board, at uint32, king bool, taken uint32) []board {
	crowned := king || at&lastRow != 0
	ended := taken != 0
	if king || !crowned {
		from := bits.TrailingZeros32(at)
		for d := range reach(king) {
			over, to := step[from][d], leap[from][d]
			if over&b.theirs&^taken != 0 && to&^(b.own|b.theirs) != 0 {
				after = b.jump(after, to, king, taken|over)
				ended = false
			}
		}
	}
	if !ended {
		return after
	}
	next := board{own: b.own | at, theirs: b.theirs &^ taken, kings: b.kings &^ taken}
	if crowned {
		next.kings |= at
	}
	return append(after, next.turned())
}
