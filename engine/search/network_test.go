package search

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

// drawnWeights is weights of all sizes that are allowed.
func drawnWeights(board checkers.Board, seed uint64) *Weights {
	numbers := rand.New(rand.NewPCG(seed, 0))
	w := &Weights{Board: board}
	for i := range 4 * board.Squares() {
		for j := range w.First[i] {
			w.First[i][j] = int16(numbers.IntN(801) - 400)
		}
	}
	for i := range w.FirstBias {
		w.FirstBias[i] = int16(numbers.IntN(801) - 400)
	}
	for b := range w.Second {
		for i := range w.Second[b] {
			for j := range w.Second[b][i] {
				for k := range w.Second[b][i][j] {
					w.Second[b][i][j][k] = int8(numbers.IntN(255) - 127)
				}
			}
		}
		for i := range NetUnits {
			w.SecondBias[b][i], w.Third[b][i] = int32(numbers.IntN(20001)-10000), int16(numbers.IntN(2001)-1000)
		}
		w.ThirdBias[b] = int32(numbers.IntN(2001) - 1000)
	}
	return w
}

// TestKernelsAreThePlainSums holds what the processor does in many numbers at once against the plain sums.
func TestKernelsAreThePlainSums(t *testing.T) {
	w := drawnWeights(checkers.Board10, 1)
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOfN(rapid.Uint8Range(0, NetInputs-1), 1, MostPieces).Draw(t, "in")
		b := NetBucket(w.Board, len(in))
		var hidden, wantHidden [NetHidden]uint8
		var units, wantUnits [NetUnits]int32
		addRows(&w.First, &w.FirstBias, in, &hidden)
		addRowsPlain(&w.First, &w.FirstBias, in, &wantHidden)
		if hidden != wantHidden {
			t.Fatalf("hidden numbers %v, want %v", hidden, wantHidden)
		}
		multiply(&hidden, &w.Second[b], &w.SecondBias[b], &units)
		multiplyPlain(&hidden, &w.Second[b], &w.SecondBias[b], &wantUnits)
		if units != wantUnits {
			t.Fatalf("units %v, want %v", units, wantUnits)
		}
	})
}
