package zerosum

import (
	"context"
	"testing"
	"time"
)

func TestTimeBudget(t *testing.T) {
	type depth struct{ move, score int }
	for _, c := range []struct {
		name   string
		depths []depth
		want   time.Duration
	}{
		{"nothing known", nil, 10},
		{"another move each time", []depth{{1, 0}, {2, 0}, {3, 0}}, 10},
		{"steady for a while", []depth{{1, 0}, {1, 0}, {1, 5}}, 6},
		{"steady for long", []depth{{1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, -20}}, 4},
		{"steady, and then another", []depth{{1, 0}, {1, 0}, {1, 0}, {2, 0}}, 10},
		{"won for certain, by one move or another", []depth{{1, 25000}, {2, 24600}, {1, 24950}}, 6},
		{"lost for certain", []depth{{1, -24000}, {2, -25000}, {1, -24100}}, 6},
		{"lost after all", []depth{{1, 25000}, {1, 24900}, {1, -25000}}, 20},
		{"worse than it looked", []depth{{1, 0}, {1, 0}, {1, 0}, {1, -31}}, 20},
	} {
		var p stability[int]
		for i, d := range c.depths {
			p = p.after(subtraction{}.Rank, Result[int]{Move: d.move, Score: d.score, Depth: i + 1})
		}
		if got := p.budget(10); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// TestEnough has a clock that moves on by a second for each look, and a decision that takes less than the time there
// is.
func TestEnough(t *testing.T) {
	looks := 0
	now := func() time.Time { looks++; return time.Unix(int64(looks), 0) }
	s := New(subtraction{}, subtraction{}, 0, Options{Now: now, NoTable: true})
	request := Request[int]{Position: 90, Time: time.Hour, Enough: 20 * time.Second}
	r, err := s.Search(context.Background(), request, nil)
	if err != nil || r.Elapsed < 8*time.Second || r.Elapsed > 30*time.Second {
		t.Errorf("%+v, %v", r, err)
	}
}
