package search

import "draughtsman/engine/checkers"

// What things are worth, in hundredths of a man. The values are set by hand.
const (
	manValue    = 100
	kingValue   = 135
	flyingValue = 320 // a king that flies

	cornerValue = 18 // the weaker side's king in the double corner, where kings take one step
	chaseValue  = 4  // a step nearer to the nearest piece of the weaker side

	// exchangeShare is how a lead grows as pieces leave the board: by one part in so many for each of them.
	exchangeShare = 36
)

// doubleCorners are the squares beside the corners that are not played on: 1, 5, 28 and 32 on Board8.
var doubleCorners = func() (all [checkers.Boards]checkers.Set) {
	for b := range checkers.Board(checkers.Boards) {
		last := b.Size() - 1
		for _, row := range []int{0, last} {
			for _, column := range []int{0, last} {
				if b.At(row, column) == 0 {
					all[b] |= checkers.SetOf(b.At(row, abs(column-1)), b.At(abs(row-1), column))
				}
			}
		}
	}
	return all
}()

// pieces is how many there are at the start of a game.
var pieces = func() (all [checkers.Boards]int) {
	for b := range checkers.Board(checkers.Boards) {
		all[b] = 2 * b.PiecesASide()
	}
	return all
}()

func abs(n int) int { return max(n, -n) }

// KingValue is what a king is worth, in hundredths of a man.
func KingValue(flying bool) int {
	if flying {
		return flyingValue
	}
	return kingValue
}

// Foundation is the part of the evaluation that is not learnt: material, which counts for more as pieces leave the
// board, and in a won ending the hunt. It plays the first of the games that weights are learnt from. It is for the side
// to move, in hundredths of a man.
func Foundation(p checkers.Position) int {
	own, other := p.Of(p.Turn), p.Of(p.Turn.Opponent())
	lead := manValue * (own.Len() - other.Len())
	if p.Kings != 0 {
		king := KingValue(p.Rules&checkers.Flying != 0)
		lead += (king - manValue) * ((own & p.Kings).Len() - (other & p.Kings).Len())
	}
	board := p.Set.Board()
	score := lead + lead*(pieces[board]-p.Occupied().Len())/exchangeShare
	switch {
	case lead > manValue/2:
		score += pursuit(board, own&p.Kings, other, other&corners(p))
	case lead < -manValue/2:
		score -= pursuit(board, other&p.Kings, own, own&corners(p))
	}
	return score
}

// corners is the kings in the double corners, where these shelter one.
func corners(p checkers.Position) checkers.Set {
	if p.Rules&checkers.Flying != 0 {
		return 0
	}
	return p.Kings & doubleCorners[p.Set.Board()]
}

// pursuit is what the stronger side's kings have achieved in the hunt for the other side's pieces: how near they are,
// counted in the steps of a king on an empty board, and how many of these are sheltered. Without it a won ending may be
// shuffled into a draw.
func pursuit(board checkers.Board, kings, prey, sheltered checkers.Set) int {
	score := -cornerValue * sheltered.Len()
	if prey == 0 {
		return score
	}
	for far := kings; far != 0; far &^= prey {
		score -= chaseValue * far.Len()
		prey |= board.Beside(prey)
	}
	return score
}
