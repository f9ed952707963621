package intruder

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/calibration"
)

// Wherever an arm is that keeps to its pace, it is looked for nearly there; one
// that was held may be anywhere between.
func TestTheToolIsLookedForWhereItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const fastest = 200 // mm/s
		v := way{}
		place := rapid.Float64Range(-200, 200)
		from := calibration.BoardPoint{}
		for range rapid.IntRange(1, 5).Draw(t, "legs") {
			to := calibration.BoardPoint{X: place.Draw(t, "x"), Y: place.Draw(t, "y"), Z: place.Draw(t, "z")}
			takes := time.Duration(apart(from, to) / fastest * float64(time.Second))
			v.legs, v.takes, from = append(v.legs, Leg{From: from, To: to, Takes: takes}), v.takes+takes, to
		}
		keeps := unsure
		rate := rapid.Float64Range(keeps.slow, keeps.fast).Draw(t, "rate")
		late := time.Duration(rapid.Int64Range(-int64(keeps.soon), int64(keeps.late)).Draw(t, "late"))
		var held time.Duration
		for at := time.Duration(0); at < 2*v.takes; at += 200 * time.Millisecond {
			if v.held {
				held += time.Duration(rapid.Int64Range(0, int64(200*time.Millisecond)).Draw(t, "held"))
			} else {
				v.held = rapid.IntRange(0, 9).Draw(t, "hand") == 0
			}
			is := v.at(scaled(at-held, rate) - late)
			least := math.Inf(1)
			for _, p := range v.tools(time.Unix(100, 0).Add(at), keeps) {
				least = min(least, apart(p, is))
			}
			if most := near + fastest*notice.Seconds(); least > most {
				t.Fatalf("after %v the tool is %.0f mm from where it is looked for", at, least)
			}
		}
	})
}
