package analysis

import (
	"math"
	"math/rand/v2"
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

// TestVerdictsErrSeldom plays matches whose truth is known: of those in which a hypothesis holds about as many reject
// it as may.
func TestVerdictsErrSeldom(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 80, Error: 0.05}
	random := rand.New(rand.NewPCG(1, 2))
	const matches = 400
	for _, truth := range []struct {
		elo   float64
		wrong Verdict
	}{{test.Elo0, Accepted1}, {test.Elo1, Accepted0}} {
		wrong, played := 0, 0
		for range matches {
			pairs, verdict := match(random, test, truth.elo)
			played += pairs.Number()
			if verdict == truth.wrong {
				wrong++
			}
		}
		share := float64(wrong) / matches
		t.Logf("%+.0f Elo: %.1f %% wrong, %d pairs on the average", truth.elo, 100*share, played/matches)
		if share > 0.08 || share < 0.01 {
			t.Errorf("%+.0f Elo: %.3f of the verdicts are wrong, want about %g", truth.elo, share, test.Error)
		}
	}
}

// match plays pairs until the test is decided: a game is drawn as often as not, and the opening favours a side.
func match(random *rand.Rand, test SPRT, elo float64) (pairs Pairs, verdict Verdict) {
	share := Expectation(elo)
	for verdict == Undecided {
		bias := 0.2 * (random.Float64() - 0.5)
		halves := 0
		for _, expected := range []float64{share + bias, share - bias} {
			const drawn = 0.5
			switch luck := random.Float64(); {
			case luck < expected-drawn/2:
				halves += 2
			case luck < expected+drawn/2:
				halves++
			}
		}
		pairs[halves]++
		verdict = test.Verdict(pairs)
	}
	return pairs, verdict
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
