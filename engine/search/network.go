package search

import "draughtsman/engine/checkers"

// The sizes of the network's layers.
const (
	NetInputs  = 4 * checkers.MostSquares // own men, own kings, the other side's men and kings, by square, at most
	NetHidden  = 128
	NetUnits   = 16
	NetBuckets = 4 // by the number of pieces
)

// MostPieces is how many inputs of a position are set at most.
const MostPieces = 40

// How many steps of an integer make 1.
const (
	FirstScale  = 4 * hiddenTop // of weights to the hidden layer
	SecondScale = 64            // of weights from there to the units
	ThirdScale  = 256           // of weights from there on

	hiddenTop = 127                     // where a hidden number is bounded
	UnitTop   = hiddenTop * SecondScale // where a unit is bounded, in steps of its sums
)

// Weights are those of a small neural network that says what Foundation does not say of a position, in integers alone,
// so that it says the same on every machine. They are learnt from games. One unit of the network's is the odds of
// winning times e.
//
// A layer looks at the pieces, as the side to move sees the board: each piece on each square adds a row of numbers.
// Their sums, bounded below and above, go through a second layer with a few units and from there to one number. The
// second layer and what follows are other ones by the number of pieces. The form is that of efficiently updatable
// networks (Y. Nasu, 2018; https://github.com/official-stockfish/nnue-pytorch/blob/master/docs/nnue.md), small enough
// here to be computed anew for each position.
type Weights struct {
	First     [NetInputs][NetHidden]int16
	FirstBias [NetHidden]int16
	// Second is by bucket, four hidden numbers at a time, unit, and which of the four.
	Second     [NetBuckets][NetHidden / 4][NetUnits][4]int8
	SecondBias [NetBuckets][NetUnits]int32 // in steps of 1/UnitTop
	Third      [NetBuckets][NetUnits]int16
	ThirdBias  [NetBuckets]int32 // in steps of 1/ThirdScale
	Board      checkers.Board    // last, so that rows begin where a cache line does
}

// NetBucket is by which weights a position of a board with so many pieces is seen, 1 to those of the start.
func NetBucket(board checkers.Board, all int) int { return (all - 1) * NetBuckets / pieces[board] }

// Value is what the network says of the inputs that are set, in steps of 1/unit.
func (w *Weights) Value(in []uint8, unit int) int {
	var hidden [NetHidden]uint8
	var units [NetUnits]int32
	b := NetBucket(w.Board, len(in))
	addRows(&w.First, &w.FirstBias, in, &hidden)
	multiply(&hidden, &w.Second[b], &w.SecondBias[b], &units)
	sum := int64(w.ThirdBias[b]) * UnitTop
	for i, x := range units {
		sum += int64(min(max(x, 0), UnitTop)) * int64(w.Third[b][i])
	}
	return int(sum * int64(unit) / (UnitTop * ThirdScale))
}

// addRowsPlain is the sum of the bias and the rows that are set, in steps of 1/hiddenTop, bounded by 0 and hiddenTop.
func addRowsPlain(rows *[NetInputs][NetHidden]int16, bias *[NetHidden]int16, in []uint8, hidden *[NetHidden]uint8) {
	sums := *bias
	for _, i := range in {
		for j, x := range &rows[i%NetInputs] {
			sums[j] += x
		}
	}
	for j, x := range sums {
		hidden[j] = uint8(min(max(x/(FirstScale/hiddenTop), 0), hiddenTop))
	}
}

// multiplyPlain is the bias and the products of hidden numbers with weights, for each unit.
func multiplyPlain(hidden *[NetHidden]uint8, weights *[NetHidden / 4][NetUnits][4]int8, bias *[NetUnits]int32,
	units *[NetUnits]int32) {
	sums := *bias
	for i := range weights {
		four := hidden[4*i : 4*i+4 : 4*i+4]
		if four[0]|four[1]|four[2]|four[3] == 0 {
			continue
		}
		a, b, c, d := int32(four[0]), int32(four[1]), int32(four[2]), int32(four[3])
		for j := range &weights[i] {
			w := &weights[i][j]
			sums[j] += a*int32(w[0]) + b*int32(w[1]) + c*int32(w[2]) + d*int32(w[3])
		}
	}
	*units = sums
}
