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
