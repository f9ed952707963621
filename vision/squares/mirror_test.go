package squares

import (
	"math"
	"math/rand/v2"
	"testing"

	"draughtsman/vision/squares/network"
)

// What is said of a board is said of it in a mirror, where pieces are off the middles of their squares the other way.
func TestLookIsSymmetric(t *testing.T) {
	n, err := trained()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	board := make([]network.Square, 16)
	for i := range board {
		for c := range board[i].Pixels {
			for k := range board[i].Pixels[c] {
				board[i].Pixels[c][k] = float32(random.NormFloat64())
			}
		}
		for k := range board[i].Scalars {
			board[i].Scalars[k] = float32(random.NormFloat64())
		}
	}
	near := func(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-4 }
	answers := look(n, board)
	for i, m := range look(n, mirrored(board)) {
		a := answers[i]
		for c := range a.LogOdds {
			if !near(a.LogOdds[c], m.LogOdds[c]) {
				t.Errorf("square %d: log odds of %d are %g, in a mirror %g", i, c, a.LogOdds[c], m.LogOdds[c])
			}
		}
		if !near(a.Offset[0], m.Offset[0]) || !near(a.Offset[1], -m.Offset[1]) {
			t.Errorf("square %d: a piece is off by %v, in a mirror by %v", i, a.Offset, m.Offset)
		}
	}
	if alone := n.Read(n.Describe(board), nil); near(alone[0].LogOdds[0], answers[0].LogOdds[0]) {
		t.Error("a single look is the same: the test shows nothing")
	}
}
