package gantry

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/internal/table/world"
)

// ride lets a planner move until its queue is empty, and says how long that took, to a millisecond.
func ride(p *Planner, each func()) time.Duration {
	const step = time.Millisecond
	took := time.Duration(0)
	for len(p.Queue) > 0 {
		p.Move(step)
		took += step
		each()
	}
	return took
}

func TestTimeOfMotions(t *testing.T) {
	const a = 1200.0
	for _, test := range []struct {
		name    string
		rate    float64
		targets []Axes
		seconds float64
	}{
		{"with a cruise", 200, []Axes{{100, 0, 0}}, 100/200.0 + 200/a},
		{"too short for one", 200, []Axes{{10, 0, 0}}, 2 * math.Sqrt(10/a)},
		{"z is slower", 200, []Axes{{0, 0, 60}}, 60/80.0 + 80/600.0},
		{"both axes of a diagonal", 1e9, []Axes{{100, 100, 0}}, 100/200.0 + 200/a},
		{"a slope that z limits", 200, []Axes{{30, 0, 60}}, 60/80.0 + 80/600.0},
		{"cut in two on the way", 200, []Axes{{50, 0, 0}, {100, 0, 0}}, 100/200.0 + 200/a},
		{"and in twenty", 200, cut(Axes{100, 0, 0}, 20), 100/200.0 + 200/a},
		// Fifteen pieces of 1 mm are not enough to stop in from full speed.
		{"and in a hundred", 200, cut(Axes{100, 0, 0}, 100), 0.697},
		{"there and back", 200, []Axes{{100, 0, 0}, {0, 0, 0}}, 2 * (100/200.0 + 200/a)},
		// Round the corner at √(a·√2·δ·sin 45°/(1−sin 45°)) = 6.4 mm/s.
		{"round a corner", 200, []Axes{{100, 0, 0}, {100, 100, 0}}, 2*(100/200.0+200/a) - 2*0.0052},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := flavours[GRBL].defaults(Axes{640, 520, 90})
			p := &Planner{}
			took := time.Duration(0)
			for _, target := range test.targets {
				for len(p.Queue) == flavours[GRBL].blocks {
					p.Move(time.Millisecond)
					took += time.Millisecond
				}
				p.Add(target, test.rate, s.limits())
			}
			took += ride(p, func() {})
			if math.Abs(took.Seconds()-test.seconds) > 0.002 {
				t.Errorf("took %.4f s, want %.4f s", took.Seconds(), test.seconds)
			}
		})
	}
}

// cut is the way from the origin to a target in n pieces.
func cut(target Axes, n int) []Axes {
	var parts []Axes
	for i := range n {
		parts = append(parts, target.Times(float64(i+1)/float64(n)))
	}
	return parts
}

func TestMotionsKeepTheLimits(t *testing.T) {
	s := flavours[GRBL].defaults(Axes{640, 520, 90})
	limit := s.axes(maxRate).Times(1.0 / 60)
	rapid.Check(t, func(t *rapid.T) {
		p := &Planner{}
		place := rapid.Custom(func(t *rapid.T) Axes {
			return Axes{rapid.Float64Range(0, 640).Draw(t, "x"), rapid.Float64Range(0, 520).Draw(t, "y"),
				rapid.Float64Range(0, 90).Draw(t, "z")}
		})
		targets := rapid.SliceOfN(place, 1, 6).Draw(t, "targets")
		for _, target := range targets {
			p.Add(target, rapid.Float64Range(30, 400).Draw(t, "rate"), s.limits())
		}
		stop := rapid.IntRange(0, 5000).Draw(t, "brakes after, ms")
		before, ms := p.Position, 0
		for ms = 0; len(p.Queue) > 0; ms++ {
			if ms > 1_000_000 {
				t.Fatal("it never arrives")
			}
			if ms == stop { // a hold on the way changes nothing of what follows
				for !p.brake(time.Millisecond) {
				}
			} else {
				p.Move(time.Millisecond)
			}
			if ms != stop {
				for i, d := range p.Position.Minus(before) {
					if math.Abs(d) > limit[i]*0.001+1e-9 {
						t.Fatalf("axis %d goes at %.3f mm/s", i, math.Abs(d)*1000)
					}
				}
			}
			before = p.Position
		}
		last := targets[len(targets)-1]
		if off := p.Position.Minus(last).Length(); off > 0.02 {
			t.Fatalf("it ends %.3f mm from where it was sent", off)
		}
	})
}

func FuzzReceive(f *testing.F) {
	f.Add([]byte("$H\nG0 X10\n"), uint8(3))
	f.Add([]byte("$X\nG21G91G1X-5F1000\nM8\nG4P0.1\n!?~\x18"), uint8(1))
	f.Add([]byte("$$\n$#\n$G\n$I\n$C\nG10L2P1X5\nG92Y3\n$C\n"), uint8(9))
	f.Add([]byte("$X\n$J=X5F100\n\x85G1X1e5\n(;)\r\n"), uint8(0))
	f.Fuzz(func(t *testing.T, bytes []byte, pause uint8) {
		answers := 0
		o := Options{}.WithDefaults()
		c, _ := New(o, world.DefaultMount(), world.Point{}, func(text string) {
			if text == "ok\r\n" || len(text) > 6 && text[:6] == "error:" {
				answers++
			}
		}).(*controller)
		s := &world.State{}
		for c.deaf {
			c.Advance(s, world.Tick)
		}
		lines := 0
		for _, b := range bytes {
			if b == '\n' || b == '\r' {
				lines++
			}
			c.Receive([]byte{b})
			for range pause {
				c.Advance(s, world.Tick)
			}
		}
		for range 100 {
			c.Advance(s, world.Tick)
		}
		if answers > lines {
			t.Errorf("%d answers to %d lines", answers, lines)
		}
		for i, v := range c.Arm {
			if !(v >= 0 && v <= c.Bed[i]) {
				t.Errorf("the arm is at %v", c.Arm)
			}
		}
	})
}
