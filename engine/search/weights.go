package search

import (
	"math/bits"

	"draughtsman/engine/checkers"
)

// EvenOdds is how many hundredths of a man make even odds of winning e to 1.
const EvenOdds = 120

// Inputs is what the network sees of a position: its pieces, as the side to move sees the board, with its men going
// down. Own men are at 0 to 31, own kings from 32, the other side's men from 64, its kings from 96.
func Inputs(p checkers.Position, room *[MostPieces]uint8) []uint8 {
	own, other, turn := uint32(p.Black), uint32(p.White), 0
	if p.Turn == checkers.White {
		own, other, turn = other, own, 31
	}
	kings := uint32(p.Kings)
	n := 0
	put := func(set uint32, first int) {
		for ; set != 0; set &= set - 1 {
			room[n%MostPieces] = uint8(first + bits.TrailingZeros32(set) ^ turn)
			n++
		}
	}
	put(own&^kings, 0)
	put(own&kings, 32)
	put(other&^kings, 64)
	put(other&kings, 96)
	return room[:n]
}

// Learnable reports whether the network has a say in a position: there are men, and no more pieces than a game has. Of
// kings that hunt kings the games that it is fitted to have little, since they end where they are decided, and
// Foundation leads a hunt to its end.
func Learnable(p checkers.Position) bool {
	all := p.Occupied()
	return all != p.Kings && all.Len() <= MostPieces
}

// evaluate is the worth of a position to the side to move, in hundredths of a man.
func evaluate(w *Weights, p checkers.Position) int {
	if !Learnable(p) {
		return Foundation(p)
	}
	var room [MostPieces]uint8
	return Foundation(p) + w.Value(Inputs(p, &room), EvenOdds)
}
