package search

import (
	"math/bits"

	"draughtsman/engine/checkers"
)

// What things are worth, in hundredths of a man. The values are set by hand.
const (
	manValue  = 100
	kingValue = 135

	guardValue  = 6  // a man on the back row while the other side has men to crown
	bridgeValue = 8  // men on both squares that guard the whole row
	moveValue   = 2  // a square that a piece can step to
	stuckKing   = 22 // a king that cannot step
	cornerValue = 18 // the weaker side's king in the double corner
	chaseValue  = 4  // a step nearer to the nearest piece of the weaker side

	// exchangeShare is how a lead grows as pieces leave the board: by one part in so many for each of them.
	exchangeShare = 36
)

// manPlace is what a man of Black is worth more than manValue where it stands, by square: the way it has come, and
// the middle of the board.
var manPlace = [checkers.Squares]int8{
	0, 0, 0, 0,
	1, 2, 2, 0,
	1, 4, 4, 3,
	4, 7, 8, 3,
	6, 11, 10, 9,
	12, 14, 14, 10,
	20, 20, 20, 20,
	0, 0, 0, 0,
}

// kingPlace is the same for a king of either side: it reaches more from the middle.
var kingPlace = [checkers.Squares]int8{
	0, 0, 0, 0,
	0, 4, 4, 2,
	2, 6, 6, 4,
	4, 8, 8, 2,
	2, 8, 8, 4,
	4, 6, 6, 2,
	2, 4, 4, 0,
	0, 0, 0, 0,
}

// manRows and kingRows are the sums of these tables for each content of each two rows of the board, so that a side's
// sum takes four look-ups.
var manRows, kingRows = sums(manPlace), sums(kingPlace)

func sums(place [checkers.Squares]int8) (rows [4][256]int16) {
	for i := range rows {
		for content := range rows[i] {
			for bit := range 8 {
				if content&(1<<bit) != 0 {
					rows[i][content] += int16(place[8*i+bit])
				}
			}
		}
	}
	return rows
}

func sum(rows *[4][256]int16, b checkers.Set) int {
	return int(rows[0][b&0xff]) + int(rows[1][b>>8&0xff]) + int(rows[2][b>>16&0xff]) + int(rows[3][b>>24])
}

// A side of the board as Black sees its own.
const (
	backRow       checkers.Set = 0x0000000f
	bridge        checkers.Set = 0x00000005 // squares 1 and 3
	doubleCorners checkers.Set = 0x88000011 // squares 1, 5, 28 and 32
)

// pieces is how many there are at the start of a game.
const pieces = 24

// side is one side's pieces, turned so that its men walk down the board.
type side struct {
	men, kings, theirs, theirMen, empty checkers.Set
}

// sides is the side to move and the other one.
func sides(p checkers.Position) (own, other side) {
	of := func(s checkers.Side, seen func(checkers.Set) checkers.Set) side {
		mine, theirs := seen(p.Of(s)), seen(p.Of(s.Opponent()))
		kings := seen(p.Kings)
		return side{men: mine &^ kings, kings: mine & kings, theirs: theirs, theirMen: theirs &^ kings,
			empty: ^(mine | theirs)}
	}
	black, white := of(checkers.Black, func(b checkers.Set) checkers.Set { return b }), of(checkers.White, turned)
	if p.Turn == checkers.White {
		return white, black
	}
	return black, white
}

// turned is a set seen from the other side of the table: square s is 33−s.
func turned(b checkers.Set) checkers.Set { return checkers.Set(bits.Reverse32(uint32(b))) }

// Foundation is the part of the evaluation that is not learnt: material, which counts for more as pieces leave the
// board, and in a won ending the hunt. It is for the side to move, in hundredths of a man.
func Foundation(p checkers.Position) int {
	own, other := p.Of(p.Turn), p.Of(p.Turn.Opponent())
	lead := manValue * (own.Len() - other.Len())
	if p.Kings != 0 {
		lead += (kingValue - manValue) * ((own & p.Kings).Len() - (other & p.Kings).Len())
	}
	score := lead + lead*(pieces-p.Occupied().Len())/exchangeShare
	switch {
	case lead > manValue/2:
		score += pursuit(own&p.Kings, other, other&p.Kings)
	case lead < -manValue/2:
		score -= pursuit(other&p.Kings, own, own&p.Kings)
	}
	return score
}

// handWritten is the evaluation with everything set by hand: what learnt weights are measured against, and what plays
// the first of the games that they are learnt from.
func handWritten(p checkers.Position) int {
	own, other := sides(p)
	return Foundation(p) + own.placement() - other.placement()
}

// placement is what the side's pieces are worth where they stand.
func (s side) placement() int {
	score := sum(&manRows, s.men) + sum(&kingRows, s.kings)
	if s.theirMen != 0 {
		score += guardValue * (s.men & backRow).Len()
		if s.men&bridge == bridge {
			score += bridgeValue
		}
	}
	steps := (s.men.DownLeft() & s.empty).Len() + (s.men.DownRight() & s.empty).Len()
	if s.kings != 0 {
		steps += (s.kings.DownLeft() & s.empty).Len() + (s.kings.DownRight() & s.empty).Len() +
			(s.kings.UpLeft() & s.empty).Len() + (s.kings.UpRight() & s.empty).Len()
	}
	return score + moveValue*steps - stuckKing*(s.kings&^reaching(s.empty)).Len()
}

// reaching is the squares with a neighbour in a set.
func reaching(b checkers.Set) checkers.Set {
	return b.DownLeft() | b.DownRight() | b.UpLeft() | b.UpRight()
}

// pursuit is what the stronger side's kings have achieved in the hunt for the other side's pieces: how near they are,
// counted in the steps of a king on an empty board, and which of the kings among them they keep out of the double
// corners. Without it a won ending may be shuffled into a draw.
func pursuit(kings, prey, preyKings checkers.Set) int {
	score := -cornerValue * (preyKings & doubleCorners).Len()
	if prey == 0 {
		return score
	}
	for far := kings; far != 0; far &^= prey {
		score -= chaseValue * far.Len()
		prey |= reaching(prey)
	}
	return score
}
