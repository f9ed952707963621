package analysis

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestRatio compares with what another program makes of the same pairs: the first two are from fastchess's tests
// (https://github.com/Disservin/fastchess, app/tests/sprt_test.cpp, "logistic pentanomial").
func TestRatio(t *testing.T) {
	for _, known := range []struct {
		elo0, elo1 float64
		pairs      Pairs
		ratio      float64
	}{
		{0.5, 2.5, Pairs{223, 9863, 20279 + 1000, 10037, 246}, -3.07},
		{0, 2, Pairs{871, 26175, 55003 + 980, 26678, 821}, -4.98},
		{-10, 10, Pairs{7, 5, 2, 5, 7}, 0}, // as likely by both
		{-10, 10, Pairs{}, 0},
	} {
		test := SPRT{Elo0: known.elo0, Elo1: known.elo1, Error: 0.05}
		if got := test.Ratio(known.pairs); math.Abs(got-known.ratio) > 0.01 {
			t.Errorf("%+v, %v: %.4f, want %.2f", test, known.pairs, got, known.ratio)
		}
	}
}

// TestRatioTurns holds that a test seen by the other player has the opposite ratio.
func TestRatioTurns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var ours, theirs Pairs
		for i := range ours {
			ours[i] = rapid.IntRange(0, 300).Draw(t, "pairs")
			theirs[len(theirs)-1-i] = ours[i]
		}
		elo0 := rapid.Float64Range(-200, 200).Draw(t, "elo0")
		elo1 := elo0 + rapid.Float64Range(1, 100).Draw(t, "step")
		here := SPRT{Elo0: elo0, Elo1: elo1, Error: 0.05}.Ratio(ours)
		there := SPRT{Elo0: -elo1, Elo1: -elo0, Error: 0.05}.Ratio(theirs)
		if math.Abs(here+there) > 1e-6*max(1, math.Abs(here)) {
			t.Errorf("%v: %g here and %g there", ours, here, there)
		}
	})
}

func TestCheck(t *testing.T) {
	for _, wrong := range []SPRT{
		{0, 0, 0.05}, {10, 0, 0.05}, {0, 10, 0}, {0, 10, 0.5}, {-1001, 0, 0.05}, {0, math.Inf(1), 0.05},
		{math.NaN(), 10, 0.05}, {0, 10, math.NaN()},
	} {
		if wrong.Check() == nil {
			t.Errorf("%+v is accepted", wrong)
		}
	}
	if err := (SPRT{-5, 0, 0.05}).Check(); err != nil {
		t.Error(err)
	}
}
