package zerosum

import (
	"context"
	"slices"
	"testing"
)

// TestOverlooks has a share of the moves not come to mind, but always one.
func TestOverlooks(t *testing.T) {
	for _, c := range []struct {
		share       float64
		least, most int
	}{
		{0, 300, 300},
		{0.3, 180, 260},
		{1, 100, 100},
	} {
		seen := 0
		for seed := range uint64(100) {
			s := New(subtraction{}, subtraction{}, 0, Options{NoTable: true, Weakness: Weakness{Overlook: c.share, Seed: seed}})
			moves := s.moves(9, nil)
			if len(moves) == 0 || !slices.IsSorted(moves) || !slices.Equal(moves, s.moves(9, nil)) {
				t.Errorf("share %g, seed %d: %v", c.share, seed, moves)
			}
			seen += len(moves)
		}
		if seen < c.least || seen > c.most {
			t.Errorf("share %g: %d of 300 moves come to mind, want %d to %d", c.share, seen, c.least, c.most)
		}
	}
}

func TestNoise(t *testing.T) {
	const noise = 5
	seen := map[int]bool{}
	for seed := range uint64(200) {
		s := New(walk{}, walk{}, 0, Options{NoTable: true, Weakness: Weakness{Noise: noise, Seed: seed}})
		off := s.estimate(7) - 7
		if off < -noise || off > noise || s.estimate(7) != off+7 {
			t.Errorf("seed %d: %d is off by %d", seed, 7, off)
		}
		seen[off] = true
	}
	if len(seen) != 2*noise+1 {
		t.Errorf("it is off by %v", seen)
	}
}

// TestAWeakSearchPlaysOn to the end, with moves that the game has.
func TestAWeakSearchPlaysOn(t *testing.T) {
	s := New(subtraction{}, subtraction{}, 0, Options{NoTable: true,
		Weakness: Weakness{Noise: 20, Overlook: 0.9, Seed: 3}})
	for heap := 30; heap > 0; {
		r, err := s.Search(context.Background(), Request[int]{Position: heap, Depth: 3}, nil)
		if err != nil || r.Move < 1 || r.Move > min(3, heap) {
			t.Fatalf("heap %d: %+v, %v", heap, r, err)
		}
		heap -= r.Move
	}
}
