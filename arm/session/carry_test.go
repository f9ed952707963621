package session

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/arm"
)

// Whoever stands somewhere on a way has left what lies ahead, and not more than half a millimetre of what lies
// behind.
func TestRemaining(t *testing.T) {
	coordinate := rapid.Float64Range(0, 300)
	rapid.Check(t, func(t *rapid.T) {
		point := func(name string) arm.Point {
			return arm.Point{X: coordinate.Draw(t, name+" x"), Y: coordinate.Draw(t, name+" y"),
				Z: coordinate.Draw(t, name+" z")}
		}
		from := point("from")
		var steps []arm.Step
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			steps = append(steps, arm.Step{Verb: arm.VerbMove, To: point("to"), Speed: 10})
		}
		leg := rapid.IntRange(0, len(steps)-1).Draw(t, "leg")
		share := rapid.Float64Range(0, 1).Draw(t, "share")
		start := from
		if leg > 0 {
			start = steps[leg-1].To
		}
		to := steps[leg].To
		at := arm.Point{X: start.X + share*(to.X-start.X), Y: start.Y + share*(to.Y-start.Y),
			Z: start.Z + share*(to.Z-start.Z)}
		left := remaining(&from, at, steps)
		if len(left) < len(steps)-leg {
			t.Fatalf("%d steps are left on line %d of %d", len(left), leg+1, len(steps))
		}
		if len(left) > len(steps)-leg { // it is as good as on an earlier line
			k := len(steps) - len(left)
			begin := from
			if k > 0 {
				begin = steps[k-1].To
			}
			if off := at.Beside(begin, steps[k].To); off > wayToleranceMM {
				t.Fatalf("line %d is gone again, %.2f mm beside which it stands", k+1, off)
			}
		}
		if left[len(left)-1].To != steps[len(steps)-1].To {
			t.Fatal("the end is another")
		}
	})
}

// Where a way begins may not be known: then who is on none of its lines, to half a millimetre, is on the way to the
// first corner.
func TestRemainingFromNowhere(t *testing.T) {
	steps := []arm.Step{{To: arm.Point{X: 10}}, {To: arm.Point{X: 20}}, {To: arm.Point{X: 20, Y: 10}}}
	for at, want := range map[arm.Point]int{{X: 3, Z: 40}: 3, {X: 15}: 2, {X: 20, Y: 5}: 1, {X: 20, Y: 10}: 1,
		{X: 15, Y: -0.5}: 2, {X: 15, Y: -0.6}: 3, {X: 20, Y: 0.5}: 2, {X: 20, Y: 0.6}: 1} {
		if left := remaining(nil, at, steps); len(left) != want {
			t.Errorf("from %v %d steps are left, want %d", at, len(left), want)
		}
	}
}

// Whatever is left out of a way that goes straight on, the rest of it is beside the way by no more than twice what
// counts as straight.
func TestStraight(t *testing.T) {
	for aside, want := range map[float64]bool{0.5: true, 0.6: false} {
		if straight([]arm.Point{{}, {X: 5, Z: aside}, {X: 10}}) != want {
			t.Errorf("%v mm aside is not straight: %v", aside, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float64Range(0, 300)
		at := arm.Point{X: number.Draw(t, "x"), Y: number.Draw(t, "y"), Z: number.Draw(t, "z")}
		by := arm.Point{X: number.Draw(t, "right"), Y: number.Draw(t, "far"), Z: number.Draw(t, "up")}
		bend := rapid.Float64Range(-1, 1)
		way := []arm.Point{at}
		for range rapid.IntRange(1, 6).Draw(t, "motions") {
			k := rapid.Float64Range(-0.1, 1).Draw(t, "on")
			at = arm.Point{X: at.X + k*by.X + bend.Draw(t, "aside"), Y: at.Y + k*by.Y, Z: at.Z + k*by.Z}
			if next := append(way, at); len(next) > 2 && !straight(next) {
				way = []arm.Point{way[len(way)-1]}
			}
			way = append(way, at)
		}
		var left []arm.Point
		for i, p := range way {
			if i == 0 || rapid.Bool().Draw(t, "left") {
				left = append(left, p)
			}
		}
		for _, p := range way {
			if off := off(p, []arm.Point{way[0], way[len(way)-1]}); off > wayToleranceMM {
				t.Fatalf("%v is %.2f mm beside", p, off)
			}
		}
		for i := range left[1:] {
			middle := arm.Point{X: (left[i].X + left[i+1].X) / 2, Y: (left[i].Y + left[i+1].Y) / 2,
				Z: (left[i].Z + left[i+1].Z) / 2}
			if off := off(middle, way); off > 2*wayToleranceMM {
				t.Fatalf("without some corners the way is %.2f mm beside itself", off)
			}
		}
	})
}

func off(p arm.Point, way []arm.Point) float64 {
	least := math.Inf(1)
	for i := range way[1:] {
		least = min(least, p.Beside(way[i], way[i+1]))
	}
	return least
}
