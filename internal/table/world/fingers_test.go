package world_test

import (
	"math"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
)

// jaws are the ticks in which the moving jaw goes to a distance, 1 mm a tick. As those of a real gripper, they stop
// at what is between them.
func jaws(l world.Layout, gap float64) []func(*world.State) {
	var steps []func(*world.State)
	for range 60 {
		steps = append(steps, func(s *world.State) {
			f := &s.Tool.Fingers
			open := f.Moving - f.Fixed
			open += math.Copysign(min(1, math.Abs(gap-open)), gap-open)
			if l.Between(s) != nil {
				open = max(open, l.DiscDiameter)
			}
			f.Moving = f.Fixed + open
		})
	}
	return steps
}

func TestFingersLiftWhatTheyCloseOn(t *testing.T) {
	l := world.DefaultLayout()
	from, to := l.Centre(18), l.Centre(15)
	over := func(p world.Point, z float64) world.Point { p.Z = z; return p }
	for name, c := range map[string]struct {
		aside            float64 // of the disc, along the jaws
		deep             float64 // tips over the surface
		lifts, collision int
	}{
		"in the middle":   {0, 3, 1, 0},
		"near the fixed":  {-2.5, 3, 1, 0},
		"near the moving": {2.5, 3, 1, 0},
		"under a finger":  {9, 3, 0, 1},
		"above it":        {0, 8, 0, 0},
		"into the table":  {0, -2, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t, checkers.Position{White: 1 << 17})
			tb.Do(func(s *world.State) {
				s.Discs = s.Discs[:1]
				s.Discs[0].At = world.Point{X: from.X, Y: from.Y + c.aside}
				s.Tool.At = over(from, 60)
				s.Tool.Fingers = world.Fingers{Toward: world.Point{Y: 1}, Fixed: -18.5, Moving: 18.5}
			})
			var steps []func(*world.State)
			steps = append(steps, toolTo(over(from, 60), over(from, c.deep))...)
			steps = append(steps, jaws(l, 0)...)
			steps = append(steps, toolTo(over(from, c.deep), over(from, 60))...)
			steps = append(steps, toolTo(over(from, 60), over(to, 60))...)
			steps = append(steps, toolTo(over(to, 60), over(to, max(c.deep, 0)))...)
			steps = append(steps, jaws(l, 37)...)
			steps = append(steps, toolTo(over(to, max(c.deep, 0)), over(to, 60))...)
			tb.script(steps...)
			counts := tb.Counts()
			if counts.Lifts != c.lifts || counts.Placed != c.lifts || min(counts.Collisions, 1) != c.collision ||
				counts.Dropped != 0 {
				t.Errorf("%+v", counts)
			}
			if c.lifts == 0 {
				if counts.Missed != 1 && c.collision == 0 {
					t.Errorf("%+v", counts)
				}
				return
			}
			d := tb.Snapshot().Discs[0]
			if off := math.Hypot(d.At.X-to.X, d.At.Y-to.Y); off > 3.1 || d.At.Z != 0 {
				t.Errorf("the disc stands at %v, meant was %v", d.At, to)
			}
		})
	}
}

// The upper of two discs comes, the lower one stays.
func TestFingersLiftTheUpperDisc(t *testing.T) {
	l := world.DefaultLayout()
	tb := newTable(t, checkers.Position{White: 1 << 17, Kings: 1 << 17})
	at := l.Centre(18)
	tb.Do(func(s *world.State) {
		s.Discs = s.Discs[:2]
		for i := range s.Discs {
			s.Discs[i].At = world.Point{X: at.X, Y: at.Y, Z: float64(i) * l.DiscHeight}
		}
		s.Tool.At = world.Point{X: at.X, Y: at.Y, Z: 60}
		s.Tool.Fingers = world.Fingers{Toward: world.Point{X: 1}, Fixed: -18.5, Moving: 18.5}
	})
	low, high := world.Point{X: at.X, Y: at.Y, Z: l.DiscHeight + 3}, world.Point{X: at.X, Y: at.Y, Z: 60}
	steps := toolTo(high, low)
	steps = append(steps, jaws(l, 0)...)
	steps = append(steps, toolTo(low, high)...)
	tb.script(steps...)
	s := tb.Snapshot()
	if s.Discs[0].At.Z != 0 || s.Discs[1].At.Z < 50 || tb.Counts().Collisions > 0 {
		t.Errorf("%+v, %+v", s.Discs, tb.Counts())
	}
}
