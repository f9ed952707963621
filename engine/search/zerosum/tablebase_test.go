package zerosum

import (
	"context"
	"testing"
)

// sage is subtraction by somebody who knows how small heaps end.
type sage struct{ subtraction }

func (sage) Known(heap, _ int) (utility, plies int, known bool) {
	rounds, rest := heap/4, heap%4
	if rest == 0 {
		return -1, 2 * rounds, heap <= 20
	}
	return 1, 2*rounds + 1, heap <= 20
}

func (s sage) Outcome(heap, quiet int) (utility int, known bool) {
	utility, _, known = s.Known(heap, quiet)
	return utility, known
}

func TestTablebase(t *testing.T) {
	request := Request[int]{Position: 27, Depth: 4}
	got, err := New(sage{}, sage{}, 0, Options{}).Search(context.Background(), request, nil)
	if err != nil {
		t.Fatal(err)
	}
	if plies, decided := Distance(got.Score); !decided || plies != 13 || got.Move != 3 {
		t.Errorf("%+v, want a win of 13 plies by 3", got)
	}
	taken := 0
	for _, take := range got.PV {
		taken += take
	}
	if taken != 27 || len(got.PV) != 13 {
		t.Errorf("the line %v does not go to the end", got.PV)
	}
	for what, options := range map[string]Options{
		"a tablebase that is switched off": {NoTablebase: true},
		"a weakness":                       {Weakness: Weakness{Noise: 1}},
	} {
		got, err := New(sage{}, sage{}, 0, options).Search(context.Background(), request, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, decided := Distance(got.Score); decided {
			t.Errorf("with %s: %+v is known", what, got)
		}
	}
	seeded, err := New(sage{}, sage{}, 0, Options{Weakness: Weakness{Seed: 7}}).Search(context.Background(), request, nil)
	if plies, decided := Distance(seeded.Score); err != nil || !decided || plies != 13 {
		t.Errorf("with a seed and no weakness: %+v, %v; want a win of 13 plies", seeded, err)
	}
}

// A win that is known without a distance is worth more than any estimate, less than one that was searched to its end,
// and the more the sooner play comes to it.
func TestOutcomes(t *testing.T) {
	s := New(sage{}, sage{}, 0, Options{})
	for heap := 1; heap <= 20; heap++ {
		near, _ := s.probeTablebase(heap, 0, 1)
		far, known := s.probeTablebase(heap, 0, 5)
		won := heap%4 != 0
		if !known || (near > 0) != won || (near > far) != won {
			t.Errorf("heap %d is worth %d near and %d far, won: %t", heap, near, far, won)
		}
		for _, score := range []int{near, far} {
			if _, decided := Distance(score); decided || !Certain(score) {
				t.Errorf("heap %d is worth %d, which is no outcome", heap, score)
			}
		}
	}
	if score, known := s.probeTablebase(21, 0, 1); known {
		t.Errorf("heap 21 is known, and worth %d", score)
	}
}

func TestPromised(t *testing.T) {
	for _, c := range []struct {
		score, plies int
		ended        bool
		want         int
	}{
		{MaxEstimate, 9, true, MaxEstimate}, // an estimate
		{-MaxEstimate, 9, true, -MaxEstimate},
		{0, 9, true, 0},
		{Win - 7, 9, true, Win - 7}, // searched to the end
		{7 - Win, 9, true, 7 - Win},
		{outcomeWin, 9, true, Win - 9},
		{-outcomeWin, 10, true, 10 - Win},
		{outcomeWin, 9, false, Win - MaxPly},
		{-outcomeWin, 9, false, MaxPly - Win},
	} {
		if got := promised(c.score, c.plies, c.ended); got != c.want {
			t.Errorf("%d with a line of %d plies, ended: %t, promises %d, want %d", c.score, c.plies, c.ended, got, c.want)
		}
	}
}

// A root that is known is searched by numbers of plies.
func TestKnownRootsAreExact(t *testing.T) {
	got, err := New(sage{}, sage{}, 0, Options{}).Search(context.Background(), Request[int]{Position: 19}, nil)
	if err != nil || got.Depth != 9 || got.Score != Win-9 || got.Move != 3 {
		t.Errorf("%+v, %v: want a win of 9 plies by 3", got, err)
	}
}
