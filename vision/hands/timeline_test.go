package hands

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/calibration"
)

// Wherever an arm is that keeps to its pace, also one that is held now and then and whose
// motions are announced as they begin, it is looked for nearly there.
func TestTheToolIsLookedForWhereItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const (
			fastest = 200 // mm/s
			step    = 50 * time.Millisecond
		)
		start := time.Unix(100, 0)
		l := timeline{}
		place := rapid.Float64Range(-200, 200)
		now, from := time.Duration(0), calibration.BoardPoint{}
		type moment struct {
			at time.Duration
			is calibration.BoardPoint
		}
		var shown []moment
		for range rapid.IntRange(1, 4).Draw(t, "groups") {
			var legs []Leg
			for range rapid.IntRange(1, 3).Draw(t, "legs") {
				to := calibration.BoardPoint{X: place.Draw(t, "x"), Y: place.Draw(t, "y"), Z: place.Draw(t, "z")}
				legs = append(legs, Leg{From: from, To: to,
					Takes: time.Duration(distance(from, to) / fastest * float64(time.Second))})
				from = to
			}
			l.begin(legs, start.Add(now))
			g := l.groups[len(l.groups)-1]
			slow, fast := l.pace()
			pace := rapid.Float64Range(slow, fast).Draw(t, "pace")
			held := time.Duration(0)
			for into := time.Duration(0); into < g.planned; now += step {
				switch {
				case held == 0 && rapid.IntRange(0, 30).Draw(t, "hold") == 0:
					l.hold(true, start.Add(now))
					held = 400 * time.Millisecond
				case held > step:
					held -= step
				case held > 0:
					held = 0
					l.hold(false, start.Add(now))
				}
				if held == 0 {
					into = min(into+scaled(step, pace), g.planned)
				}
				shown = append(shown, moment{now + step, g.position(into)})
			}
			if held > 0 {
				l.hold(false, start.Add(now))
			}
		}
		for _, m := range shown {
			at, least := start.Add(m.at), math.Inf(1)
			for _, p := range l.positions(at.Add(-step), at.Add(step), toolStepMM) {
				least = min(least, distance(p, m.is))
			}
			if most := toolStepMM + 2*fastest*step.Seconds(); least > most {
				t.Fatalf("after %v the tool is %.0f mm from where it is looked for", m.at, least)
			}
		}
	})
}

// While the arm homes it is not known where it is.
func TestWhereAnArmIsThatHomes(t *testing.T) {
	start := time.Unix(100, 0)
	l := timeline{}
	l.begin([]Leg{{To: calibration.BoardPoint{X: 100}, Takes: time.Second}}, start)
	l.lose(start.Add(2 * time.Second))
	l.begin([]Leg{{From: calibration.BoardPoint{X: 50}, To: calibration.BoardPoint{X: 60}, Takes: time.Second}},
		start.Add(4*time.Second))
	for _, tt := range []struct {
		at    time.Duration
		known bool
	}{{500 * time.Millisecond, true}, {3 * time.Second, false}, {5 * time.Second, true}} {
		at := start.Add(tt.at)
		if known := l.positions(at, at, toolStepMM) != nil; known != tt.known {
			t.Errorf("after %v its place is known: %v", tt.at, known)
		}
		if _, known := l.likelyPosition(at); known != tt.known {
			t.Errorf("after %v its likely place is known: %v", tt.at, known)
		}
	}
}
