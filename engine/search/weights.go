package search

import (
	"math/bits"

	"draughtsman/engine/checkers"
)

// EvenOdds is how many hundredths of a man make even odds of winning e to 1.
const EvenOdds = 120

// Inputs is what the network sees of a Learnable position: its pieces, as the side to move sees the board, with its men
// going to higher squares. Own men come first, then own kings, the other side's men and its kings.
func Inputs(p checkers.Position, room *[MostPieces]uint8) []uint8 {
	board := p.Set.Board()
	own, other, kings := p.Of(p.Turn), p.Of(p.Turn.Opponent()), p.Kings
	n, squares, turn, from := 0, board.Squares(), 0, 0
	if p.Turn == checkers.White {
		turn, from = -1, squares // square i is number squares + ^i from the other side
	}
	put := func(set checkers.Set, first int) {
		for ; set != 0; set &= set - 1 {
			room[n] = uint8(first + from + (bits.TrailingZeros64(uint64(set)) ^ turn))
			n++
		}
	}
	put(own&^kings, 0)
	put(own&kings, squares)
	put(other&^kings, 2*squares)
	put(other&kings, 3*squares)
	return room[:n]
}

// Learnable reports whether the network has a say in a position: there are men, and no more pieces than a game has. Of
// kings that hunt kings the games that it is fitted to have little, since they end where they are decided, and
// Foundation leads a hunt to its end.
func Learnable(p checkers.Position) bool {
	all := p.Occupied()
	return all != p.Kings && all.Len() <= pieces[p.Set.Board()]
}

// evaluate is the worth of a position to the side to move, in hundredths of a man.
func evaluate(w *Weights, p checkers.Position) int {
	if !Learnable(p) {
		return Foundation(p)
	}
	var room [MostPieces]uint8
	return Foundation(p) + w.Value(Inputs(p, &room), EvenOdds)
}
