package hub

import (
	"testing"
	"time"
)

func TestLevels(t *testing.T) {
	for _, c := range []struct {
		line         string
		want         Level
		budget, most time.Duration
	}{
		{"level infinite", Level{}, 0, 0},
		{"level depth=9", Level{Depth: 9}, 0, 0},
		{"level nodes=1000 move-time=2.000", Level{Nodes: 1000, MoveTime: 2 * time.Second}, 1990 * time.Millisecond,
			1990 * time.Millisecond},
		{"level move-time=0.010", Level{MoveTime: 10 * time.Millisecond}, 9 * time.Millisecond, 9 * time.Millisecond},
		{"level time=60.000", Level{Time: time.Minute, Clock: true}, 2 * time.Second, 4 * time.Second},
		{"level moves=9 time=90.000", Level{Moves: 9, Time: 90 * time.Second, Clock: true}, 10 * time.Second,
			20 * time.Second},
		{"level moves=1 time=10.000", Level{Moves: 1, Time: 10 * time.Second, Clock: true}, 9950 * time.Millisecond,
			9950 * time.Millisecond},
		{"level time=30.000 inc=3.000", Level{Time: 30 * time.Second, Inc: 3 * time.Second, Clock: true},
			3900 * time.Millisecond, 7800 * time.Millisecond},
		{"level time=1.000 inc=3.000", Level{Time: time.Second, Inc: 3 * time.Second, Clock: true}, 950 * time.Millisecond,
			950 * time.Millisecond},
		{"level time=0.000", Level{Clock: true}, time.Millisecond, time.Millisecond},
	} {
		m, err := Parse(c.line)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ParseLevel(m)
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", c.line, got, err)
		}
		if got.Budget() != c.budget {
			t.Errorf("%s: %v to think, want %v", c.line, got.Budget(), c.budget)
		}
		if got.Most() != c.most {
			t.Errorf("%s: %v to think at most, want %v", c.line, got.Most(), c.most)
		}
		if text := got.Message().String(); text != c.line {
			t.Errorf("%s: written %s", c.line, text)
		}
		if got.Endless() != (c.line == "level infinite") {
			t.Errorf("%s: endless is %v", c.line, got.Endless())
		}
	}
	for _, line := range []string{"level depth=0", "level nodes=x", "level move-time=-1", "level moves=1.5 time=3"} {
		m, err := Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if l, err := ParseLevel(m); err == nil {
			t.Errorf("%s is read as %+v", line, l)
		}
	}
}
