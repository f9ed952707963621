package arm_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/arm"
)

func TestBeside(t *testing.T) {
	from, to := arm.Point{X: 10, Y: 10}, arm.Point{X: 10, Y: 30}
	for p, want := range map[arm.Point]float64{
		{X: 10, Y: 20}: 0, {X: 13, Y: 20, Z: 4}: 5, {X: 10, Y: 0}: 10, {X: 13, Y: 34}: 5, to: 0,
	} {
		if got := p.Beside(from, to); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v is %.3f mm beside, want %.3f", p, got, want)
		}
	}
	if got := from.Beside(to, to); got != 20 {
		t.Errorf("beside a line of no length: %v", got)
	}
}

func TestWay(t *testing.T) {
	limits := arm.Limits{Min: arm.Point{X: 120, Y: -150}, Max: arm.Point{X: 310, Y: 150, Z: 150}, MaxSpeed: 100}
	from := &arm.Point{X: 200, Z: 100}
	move := func(x, y, z, speed float64) arm.Step {
		return arm.Step{Verb: arm.VerbMove, To: arm.Point{X: x, Y: y, Z: z}, Speed: speed}
	}
	there := []arm.Step{move(250, 100, 100, 40)}
	round := []arm.Step{move(200, 0, 20, 40), move(200, 0, 100, 80), move(300, 0, 100, 100)}
	const second = time.Second
	for name, c := range map[string]struct {
		way  arm.Way
		at   arm.Point
		want string // of the error; "": none
	}{
		"on its way": {arm.Way{From: from, Steps: there, Took: 700 * time.Millisecond},
			arm.Point{X: 212.2, Y: 24.7, Z: 100}, ""},
		"a little beside": {arm.Way{From: from, Steps: there, Took: 700 * time.Millisecond},
			arm.Point{X: 212.2, Y: 24.7, Z: 102.5}, ""},
		"joints' angles": {arm.Way{From: from, Steps: there, Took: 700 * time.Millisecond},
			arm.Point{X: 6.6, Y: 28.7, Z: -32.2}, "outside its limits"},
		"on the other side": {arm.Way{From: from, Steps: there, Took: 700 * time.Millisecond},
			arm.Point{X: 212.2, Y: -24.7, Z: 100}, "mm beside the way"},
		"at its end too early": {arm.Way{From: from, Steps: there, Took: 700 * time.Millisecond},
			arm.Point{X: 250, Y: 100, Z: 100}, "cannot have come in 0.7 s"},
		"at its end": {arm.Way{From: from, Steps: there, Took: 3 * second},
			arm.Point{X: 250, Y: 100, Z: 100}, ""},
		"it has not begun": {arm.Way{From: from, Steps: there, Took: 0}, *from, ""},
		"past its end": {arm.Way{From: from, Steps: there, Took: 9 * second},
			arm.Point{X: 254, Y: 108, Z: 100}, "mm beside the way"},
		"down, on the way down": {arm.Way{From: from, Steps: round, Took: second}, arm.Point{X: 200, Z: 70},
			""},
		"down, on the way up": {arm.Way{From: from, Steps: round, Took: 3 * second},
			arm.Point{X: 200, Z: 70}, ""},
		"behind the corner": {arm.Way{From: from, Steps: round, Took: 3 * second},
			arm.Point{X: 230, Z: 100}, "cannot have come"},
		"behind the corner, later": {arm.Way{From: from, Steps: round, Took: 3500 * time.Millisecond},
			arm.Point{X: 230, Z: 100}, ""},
		"where it began is not known": {arm.Way{Steps: there, Took: second}, arm.Point{X: 130, Y: -100, Z: 5}, ""},
		"where it began is not known, outside": {arm.Way{Steps: there, Took: second}, arm.Point{X: 6.6, Y: 28.7, Z: -32.2},
			"outside its limits"},
		"just beside":               {arm.Way{From: from, Steps: round, Took: second}, arm.Point{X: 203, Z: 70}, ""},
		"just where it was brought": {arm.Way{From: from}, arm.Point{X: 203, Z: 100}, ""},
		"a little above its limits": {arm.Way{From: &arm.Point{X: 200, Z: 150}}, arm.Point{X: 200, Z: 152}, ""},
		"it was sent nowhere":       {arm.Way{From: from}, arm.Point{X: 201, Y: 1, Z: 99}, ""},
		"it was pushed": {arm.Way{From: from}, arm.Point{X: 130, Y: -100, Z: 5},
			"from where it was brought"},
		"on the way from its switches": {arm.Way{From: &arm.Point{X: 400, Z: 100}, Steps: there, Took: second},
			arm.Point{X: 370, Y: 20, Z: 100}, ""},
		"no number": {arm.Way{From: from, Steps: there, Took: second},
			arm.Point{X: math.NaN(), Z: 5}, "outside its limits"},
		"infinitely far": {arm.Way{From: from, Steps: there, Took: second},
			arm.Point{X: 200, Z: math.Inf(1)}, "outside its limits"},
	} {
		err := c.way.Check(limits, c.at, 3)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (!errors.Is(err, arm.ErrPositionLost) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want one that says %q", name, err, c.want)
		}
	}
}

// Wherever a tool can have come in time is right, also as far beside as a measurement may be off, and what is farther
// beside all of the way is not.
func TestWayHoldsWhereverItStops(t *testing.T) {
	limits := arm.Limits{Max: arm.Point{X: 300, Y: 300, Z: 300}, MaxSpeed: 200}
	const off = 3.0
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.Float64Range(0, 300)
		point := func(name string) arm.Point {
			return arm.Point{X: coordinate.Draw(t, name+" x"), Y: coordinate.Draw(t, name+" y"),
				Z: coordinate.Draw(t, name+" z")}
		}
		from := point("from")
		var steps []arm.Step
		for range rapid.IntRange(1, 5).Draw(t, "motions") {
			steps = append(steps, arm.Step{Verb: arm.VerbMove, To: point("to"),
				Speed: rapid.Float64Range(1, 200).Draw(t, "speed")})
		}
		n := rapid.IntRange(0, len(steps)-1).Draw(t, "in the motion")
		share := rapid.Float64Range(0, 1).Draw(t, "share")
		start, took := from, time.Duration(0)
		for _, s := range steps[:n] {
			took += time.Duration(start.Distance(s.To) / s.Speed * float64(time.Second))
			start = s.To
		}
		to := steps[n].To
		took += time.Duration(share * start.Distance(to) / steps[n].Speed * float64(time.Second))
		noise := rapid.Float64Range(-off/2, off/2)
		at := arm.Point{
			X: start.X + share*(to.X-start.X) + noise.Draw(t, "wrong x"),
			Y: start.Y + share*(to.Y-start.Y) + noise.Draw(t, "wrong y"),
			Z: start.Z + share*(to.Z-start.Z) + noise.Draw(t, "wrong z"),
		}
		way := arm.Way{From: &from, Steps: steps, Took: took + time.Microsecond}
		if err := way.Check(limits, at, off); err != nil {
			t.Fatalf("%.2f of motion %d: %v", share, n+1, err)
		}
		elsewhere := point("elsewhere")
		least, begins := math.Inf(1), from
		for _, s := range steps {
			least, begins = min(least, elsewhere.Beside(begins, s.To)), s.To
		}
		if err := way.Check(limits, elsewhere, off); least > off && err == nil {
			t.Fatalf("%v is %.1f mm beside all of the way", elsewhere, least)
		}
		way.Took = 0
		if err := way.Check(limits, steps[len(steps)-1].To, off); err == nil && from.Distance(steps[0].To) > off &&
			steps[len(steps)-1].To.Beside(from, steps[0].To) > off {
			t.Fatal("it is at the end at once")
		}
	})
}
