package zerosum

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

func TestSubtractionIsSolved(t *testing.T) {
	for _, options := range []Options{{}, {NoTable: true}, {NoOrdering: true, NoQuiescence: true}} {
		for heap := 1; heap <= 20; heap++ {
			s := New(subtraction{}, subtraction{}, 0, options)
			r, err := s.Search(context.Background(), Request[int]{Position: heap}, nil)
			if err != nil {
				t.Fatal(err)
			}
			plies, decided := Distance(r.Score)
			// Each pair of moves takes four from a heap, the last of a won one takes the rest.
			won, want := heap%4 != 0, heap/4*2
			if won {
				want++
			}
			if !decided || plies != want {
				t.Errorf("%+v heap %d: score %d, want the end after %d plies", options, heap, r.Score, want)
			}
			if (r.Score > 0) != won {
				t.Errorf("%+v heap %d: score %d, won is %v", options, heap, r.Score, won)
			}
			if won && r.Move != heap%4 {
				t.Errorf("%+v heap %d: takes %d, want %d", options, heap, r.Move, heap%4)
			}
		}
	}
}

func TestAgreesWithMinimax(t *testing.T) {
	for heap := 1; heap <= 12; heap++ {
		for depth := 1; depth <= 12; depth++ {
			want, _ := plainMinimax(subtraction{}, heap, depth, 0)
			options := Options{NoTable: true, NoQuiescence: true, NoReduction: true, NoProbCut: true}
			s := New(subtraction{}, subtraction{}, 0, options)
			r, err := s.Search(context.Background(), Request[int]{Position: heap, Depth: depth}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if heap > 1 && r.Score != want {
				t.Errorf("heap %d depth %d: %d, want %d", heap, depth, r.Score, want)
			}
		}
	}
}

func TestDraws(t *testing.T) {
	for _, c := range []struct {
		name        string
		at          int
		history     []int
		drawnAfter  int
		score, move int
	}{
		{"without history the lower estimate of the other side counts", 5, nil, 0, -4, -1},
		{"back where it was is a draw", 5, []int{4}, 0, 0, -1},
		{"whichever way", 5, []int{6}, 0, 0, 1},
		{"only with the same side to move", 5, []int{6, 7}, 0, -4, -1},
		{"a long time ago is still a draw", 5, []int{6, 5, 4, 3, 2, 3, 4}, 0, 0, -1},
		{"the next ply is the last", 5, nil, 1, 0, -1},
		{"the ply after the next one is the last", 5, nil, 2, -4, -1},
		{"quiet plies of the history count", 5, []int{7, 6}, 3, 0, -1},
		{"the end comes before the draw", 0, nil, 1, Win - 1, -1},
	} {
		s := New(walk{}, walk{}, c.drawnAfter, Options{})
		r, err := s.Search(context.Background(), Request[int]{Position: c.at, History: c.history, Depth: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Score != c.score || r.Move != c.move {
			t.Errorf("%s: step %d scores %d, want step %d and %d", c.name, r.Move, r.Score, c.move, c.score)
		}
	}
}

// TestRepetitionInTheTree lets a search deep enough to see it find that nobody needs to lose.
func TestRepetitionInTheTree(t *testing.T) {
	s := New(walk{}, walk{}, 0, Options{})
	r, err := s.Search(context.Background(), Request[int]{Position: 1, Depth: 9}, nil)
	if err != nil || r.Score != 0 || r.Move != 1 {
		t.Errorf("%+v, %v: want 0 by going up", r, err)
	}
}

func TestNoMoves(t *testing.T) {
	s := New(subtraction{}, subtraction{}, 0, Options{})
	if _, err := s.Search(context.Background(), Request[int]{}, nil); !errors.Is(err, ErrNoMoves) {
		t.Errorf("%v, want %v", err, ErrNoMoves)
	}
}

// TestTimeLimit has a clock that moves on by itself, a second for each look.
func TestTimeLimit(t *testing.T) {
	looks := 0
	now := func() time.Time { looks++; return time.Unix(int64(looks), 0) }
	s := New(subtraction{}, subtraction{}, 0, Options{Now: now, NoTable: true})
	r, err := s.Search(context.Background(), Request[int]{Position: 90, Time: 20 * time.Second}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if looks < 20 || looks > 23 || r.Elapsed > 23*time.Second {
		t.Errorf("%d looks at the clock, elapsed %v", looks, r.Elapsed)
	}
	if r.Depth == 0 || len(r.PV) == 0 || r.PV[0] != r.Move {
		t.Errorf("%+v", r)
	}
}

func TestNodeLimit(t *testing.T) {
	s := New(subtraction{}, subtraction{}, 0, Options{NoTable: true})
	r, err := s.Search(context.Background(), Request[int]{Position: 90, Nodes: 12345}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Nodes != 12345 {
		t.Errorf("%d nodes, want 12345", r.Nodes)
	}
}

func TestAContextThatHasEndedStillGivesAMove(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := New(subtraction{}, subtraction{}, 0, Options{})
	r, err := s.Search(ctx, Request[int]{Position: 90}, nil)
	if err != nil || !slices.Contains([]int{1, 2, 3}, r.Move) || r.Depth > 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestReportsEachDepthOnce(t *testing.T) {
	s := New(subtraction{}, subtraction{}, 0, Options{})
	var depths []int
	r, err := s.Search(context.Background(), Request[int]{Position: 30, Depth: 6}, func(r Result[int]) {
		depths = append(depths, r.Depth)
	})
	if err != nil || !slices.Equal(depths, []int{1, 2, 3, 4, 5, 6}) || r.Depth != 6 {
		t.Errorf("depths %v, result %+v, %v", depths, r, err)
	}
}
