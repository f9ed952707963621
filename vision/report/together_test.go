package report

import (
	"math"
	"testing"

	"draughtsman/vision"
)

func TestProduct(t *testing.T) {
	for _, tt := range []struct {
		what         string
		known, alone vision.Odds
		best         vision.Content
		least, most  float64 // its probability
	}{
		{"both say the same", vision.Odds{0.9, 0.05, 0.05}, vision.Odds{0.9, 0.05, 0.05}, vision.Nothing, 0.98, 1},
		{"the picture alone says nothing", vision.Odds{0.05, 0.9, 0.05}, vision.Odds{1. / 3, 1. / 3, 1. / 3},
			vision.LightPiece, 0.7, 0.9},
		{"the calibration says nothing", vision.Odds{1. / 3, 1. / 3, 1. / 3}, vision.Odds{0.01, 0.02, 0.97},
			vision.DarkPiece, 0.96, 0.98},
		{"equally sure of two things", vision.Odds{0.99, 0.005, 0.005}, vision.Odds{0.005, 0.99, 0.005},
			vision.LightPiece, 0.5, 0.9},
		{"they exclude each other", vision.Odds{1, 0, 0}, vision.Odds{0, 1, 0}, vision.Nothing, 1, 1},
	} {
		odds := product(tt.known, tt.alone)
		best, p := odds.Best()
		if best != tt.best || p < tt.least || p > tt.most {
			t.Errorf("%s: %v with %.3f, want %v with %g to %g", tt.what, best, p, tt.best, tt.least, tt.most)
		}
		if sum := odds[0] + odds[1] + odds[2]; math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s: probabilities add up to %g", tt.what, sum)
		}
	}
}
