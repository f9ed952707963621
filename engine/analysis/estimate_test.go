package analysis

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestElo(t *testing.T) {
	for _, c := range []struct {
		of             interface{ Elo() Estimate }
		elo, low, high float64
	}{
		// Shares of ½, ¾ and 10/11 are differences of 0, 191 and 400. Without draws the bounds are Wilson's.
		{Results{5, 0, 5}, 0, -204, 204},
		{Results{100, 0, 10}, 400, 289, 511},
		{Results{10, 0, 0}, math.Inf(1), 166, math.Inf(1)},
		{Results{0, 0, 10}, math.Inf(-1), math.Inf(-1), -166},
		{Results{}, 0, math.Inf(-1), math.Inf(1)},
		// Draws bring the bounds closer: by the variance of the points these would be 27 and 129, without draws as many
		// points from 60 games are bounded by -13 and 166.
		{Results{17, 39, 4}, 76, 25, 128},
		{Results{60, 30, 10}, 191, 130, 252},
		{Results{0, 10, 0}, 0, -65, 65},
		// The mean is 0.5375, the variance of a pair 0.04884: by a normal distribution they are -1 and 54.
		{Pairs{3, 20, 60, 30, 7}, 26, -1, 53},
		{Pairs{4: 3}, math.Inf(1), -43, math.Inf(1)},
		{Pairs{}, 0, math.Inf(-1), math.Inf(1)},
	} {
		e := c.of.Elo()
		if math.Round(e.Elo) != c.elo || math.Round(e.Low) != c.low || math.Round(e.High) != c.high {
			t.Errorf("%+v: %.0f, %.0f to %.0f; want %.0f, %.0f to %.0f", c.of, e.Elo, e.Low, e.High, c.elo, c.low, c.high)
		}
	}
}

// TestBoundsHoldTheTruth plays matches whose truth is known: about 95 % of the bounds hold it, however many games are
// drawn, and those of games that are often drawn are no wider than need be.
func TestBoundsHoldTheTruth(t *testing.T) {
	const matches = 2000
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		games      int
		won, drawn float64 // how likely
	}{{10, 0.3, 0.4}, {20, 0.55, 0.4}, {60, 0.28, 0.65}, {60, 0.5, 0}, {200, 0.15, 0.84}, {200, 0.9, 0}} {
		truth, held := c.won+c.drawn/2, 0
		for range matches {
			var s Results
			for range c.games {
				switch luck := random.Float64(); {
				case luck < c.won:
					s.Won++
				case luck < c.won+c.drawn:
					s.Drawn++
				default:
					s.Lost++
				}
			}
			if e := s.Elo(); Expectation(e.Low) <= truth && truth <= Expectation(e.High) {
				held++
			}
		}
		share := 100 * float64(held) / matches
		t.Logf("%+v: %.1f %%", c, share)
		if share < 93 || share > 97 {
			t.Errorf("%+v: %.1f %% of the bounds hold the truth, want about 95", c, share)
		}
	}
}
