package kinematics

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/arm"
	"draughtsman/internal/testkit/expect"
)

// anyJoints are angles within an arm's limits.
func anyJoints(t *rapid.T, a Arm) (q Joints) {
	for i, r := range a.Limits {
		q[i] = rapid.Float64Range(r.Min, r.Max).Draw(t, Names[i])
	}
	return q
}

// The five numbers of the profile say the same as the model's bodies.
func TestSO101AgreesWithItsModel(t *testing.T) {
	a := SO101()
	rapid.Check(t, func(t *rapid.T) {
		q := anyJoints(t, a)
		if got, want := a.Tip(q), modelTip(q); got.Distance(want) > 0.5 {
			t.Fatalf("at %v the tip is at %v, the model says %v", q, got, want)
		}
	})
}

func TestJacobian(t *testing.T) {
	a := SO101()
	a.Links.Aside = 12
	rapid.Check(t, func(t *rapid.T) {
		q := anyJoints(t, a)
		j := a.jacobian(q)
		for i := range Roll {
			const h = 1e-6
			more, less := q, q
			more[i] += h
			less[i] -= h
			p, m := a.Tip(more), a.Tip(less)
			for row, slope := range []float64{(p.X - m.X) / 2 / h, (p.Y - m.Y) / 2 / h, (p.Z - m.Z) / 2 / h} {
				if math.Abs(slope-j.At(row, i)) > 1e-4*(1+math.Abs(slope)) {
					t.Fatalf("row %d of %s: %v, want %v", row, Names[i], j.At(row, i), slope)
				}
			}
		}
	})
}

// leastLean searches the leans that are allowed for the least with which a place is reached, in closed form: with the
// lean given, two links remain (law of cosines). NaN where there is none.
func leastLean(a Arm, to arm.Point) float64 {
	l := a.Links
	sinJaw, cosJaw := math.Sincos(a.Jaws)
	left := l.Aside * sinJaw
	away := math.Hypot(to.X, to.Y)
	if away <= math.Abs(left) || away < a.Nearest {
		return math.NaN()
	}
	pan := -(math.Atan2(to.Y, to.X) - math.Asin(left/away))
	if pan < -math.Pi {
		pan += 2 * math.Pi
	}
	if r := a.Limits[Pan]; pan < r.Min || pan > r.Max {
		return math.NaN()
	}
	forward := math.Sqrt(away*away - left*left)
	const grain = 0.002
	for k := 0; float64(k)*grain <= a.MaxLean; k++ {
		for _, lean := range []float64{float64(k) * grain, -float64(k) * grain} {
			hand := lean - math.Pi/2
			x := forward - l.Out - l.Hand*math.Cos(hand) + l.Aside*cosJaw*math.Sin(hand)
			z := to.Z - l.Up - l.Hand*math.Sin(hand) - l.Aside*cosJaw*math.Cos(hand)
			far := math.Hypot(x, z)
			between := (far*far - l.Upper*l.Upper - l.Lower*l.Lower) / (2 * l.Upper * l.Lower)
			if math.Abs(between) > 1 {
				continue
			}
			bend := math.Acos(between)
			upper := math.Atan2(z, x) + math.Atan2(l.Lower*math.Sin(bend), l.Upper+l.Lower*math.Cos(bend))
			lower := upper - bend
			lift := math.Remainder(l.UpperElevation-upper, 2*math.Pi)
			elbow := l.LowerElevation - lower - (l.UpperElevation - upper)
			wrist := math.Remainder(l.HandElevation-hand-lift-elbow, 2*math.Pi)
			if a.Within(Joints{pan, lift, elbow, wrist, a.roll()}) == nil {
				return lean
			}
		}
	}
	return math.NaN()
}

// Every place that can be reached is found, as upright as can be, with the joints within their limits; every other is
// refused.
func TestSolve(t *testing.T) {
	a := SO101()
	a.Links.Aside = 4
	if _, err := a.Solve(arm.Point{X: 250, Z: 30}, a.Ready()); err != nil {
		t.Errorf("a place in the middle of the arm's reach: %v", err)
	}
	if q, err := a.Solve(arm.Point{X: 470, Z: 30}, a.Ready()); err == nil {
		t.Errorf("a place beyond the arm's reach is said to be reached with %v", q)
	}
	rapid.Check(t, func(t *rapid.T) {
		away, direction := rapid.Float64Range(0, 480).Draw(t, "away"),
			rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "direction")
		to := arm.Point{X: away * math.Cos(direction), Y: away * math.Sin(direction),
			Z: rapid.Float64Range(-60, 300).Draw(t, "up")}
		lean := leastLean(a, to)
		q, err := a.Solve(to, a.Ready())
		if err != nil {
			if !errors.Is(err, ErrUnreachable) || !errors.Is(err, arm.ErrLimit) {
				t.Fatal(err)
			}
			if !math.IsNaN(lean) {
				t.Fatalf("%v, but with a lean of %.1f° it is reached", err, degrees(lean))
			}
			return
		}
		if off := a.Tip(q).Distance(to); off > Tolerance {
			t.Fatalf("%v is missed by %v mm", to, off)
		}
		if err := a.Within(q); err != nil {
			t.Fatalf("%v: %v", to, err)
		}
		got := a.Lean(q)
		if math.Abs(got) > a.MaxLean+1e-6 {
			t.Fatalf("%v: a lean of %.2f°", to, degrees(got))
		}
		if !math.IsNaN(lean) && math.Abs(got) > math.Abs(lean)+0.003 {
			t.Fatalf("%v: a lean of %.2f°, where %.2f° would do", to, degrees(got), degrees(lean))
		}
	})
}

// The angles for a place do not depend on where the arm came from, and they come back from it.
func TestRoundTrip(t *testing.T) {
	a := SO101()
	region := a.Region(0, 120)
	place := func(t *rapid.T, name string) arm.Point {
		i := rapid.IntRange(0, len(region.Rings)-1).Draw(t, name+" layer")
		ring := region.Rings[i]
		away := rapid.Float64Range(ring.Inner, ring.Outer).Draw(t, name+" away")
		direction := rapid.Float64Range(region.From, region.To).Draw(t, name+" direction")
		return arm.Point{X: away * math.Cos(direction), Y: away * math.Sin(direction), Z: region.Low + float64(i)*region.Step}
	}
	rapid.Check(t, func(t *rapid.T) {
		from, to := place(t, "from"), place(t, "to")
		near, err := a.Solve(from, a.Ready())
		expect.OK(t, err)
		q, err := a.Solve(to, near)
		expect.OK(t, err)
		afresh, err := a.Solve(to, a.Ready())
		expect.OK(t, err)
		for i := range q {
			if math.Abs(q[i]-afresh[i]) > 1e-4 {
				t.Fatalf("%v: %s is %v from %v, and %v from the middle", to, Names[i], q[i], from, afresh[i])
			}
		}
		again, err := a.Solve(a.Tip(q), a.Ready())
		expect.OK(t, err)
		for i := range q {
			if math.Abs(q[i]-again[i]) > 1e-3 {
				t.Fatalf("%v: %s is %v and %v", to, Names[i], q[i], again[i])
			}
		}
	})
}

func TestWhyUnreachable(t *testing.T) {
	a := SO101()
	for name, c := range map[string]struct {
		to   arm.Point
		want string
	}{
		"far":      {arm.Point{X: 600}, "its joints stop"},
		"behind":   {arm.Point{X: -200, Y: 10, Z: 20}, "the base would have to turn"},
		"axis":     {arm.Point{Z: 100}, "too near the axis"},
		"leaning":  {arm.Point{X: 400, Z: 30}, "the hand would have to lean by"},
		"nowhere":  {arm.Point{X: math.NaN()}, "too near the axis"},
		"infinite": {arm.Point{X: math.Inf(1), Y: 1}, "out of the arm's reach"},
	} {
		_, err := a.Solve(c.to, a.Ready())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestValidate(t *testing.T) {
	if err := SO101().Validate(); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*Arm){
		"upper link":       func(a *Arm) { a.Links.Upper = 0 },
		"must be a number": func(a *Arm) { a.Links.Aside = math.NaN() },
		"limits of joint":  func(a *Arm) { a.Limits[Elbow].Min = 3 },
		"greatest lean":    func(a *Arm) { a.MaxLean = 2 },
		"jaws' direction":  func(a *Arm) { a.Jaws = 3 },
	} {
		bad := SO101()
		change(&bad)
		if err := bad.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func BenchmarkSolveAfresh(b *testing.B) {
	a := SO101()
	near := a.Ready()
	for b.Loop() {
		if _, err := a.Solve(arm.Point{X: 250, Y: 90, Z: 30}, near); err != nil {
			b.Fatal(err)
		}
	}
}

// A step of 3 mm, as the driver takes them.
func BenchmarkSolveAlong(b *testing.B) {
	a := SO101()
	near, err := a.Solve(arm.Point{X: 250, Y: 90, Z: 30}, a.Ready())
	expect.OK(b, err)
	for b.Loop() {
		if _, err := a.Solve(arm.Point{X: 252, Y: 92, Z: 31}, near); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRegion(b *testing.B) {
	a := SO101()
	for b.Loop() {
		a.Region(0, 120)
	}
}

// What the region holds is reached, also between its layers, and it holds nearly everything that is.
func TestRegion(t *testing.T) {
	a := SO101()
	a.Links.Aside = 4
	region := a.Region(0, 120)
	random := rand.New(rand.NewPCG(1, 2))
	inside, missed := 0, 0
	for range 300 {
		up, away, direction := 120*random.Float64(), 480*random.Float64(), math.Pi*(2*random.Float64()-1)
		_, err := a.Solve(arm.Point{X: away * math.Cos(direction), Y: away * math.Sin(direction), Z: up}, a.Ready())
		layer := (up - region.Low) / region.Step
		low, high := region.Rings[int(math.Floor(layer))], region.Rings[int(math.Ceil(layer))]
		holds := away >= max(low.Inner, high.Inner) && away <= min(low.Outer, high.Outer) && direction >= region.From &&
			direction <= region.To
		switch {
		case holds && err != nil:
			t.Fatal(err)
		case holds:
			inside++
		case err == nil:
			missed++
		}
	}
	if inside == 0 || missed > inside/10 {
		t.Errorf("%d places inside, %d reached outside", inside, missed)
	}
	for i, r := range region.Rings {
		if i%5 == 0 {
			t.Logf("at %3.0f mm: %.0f to %.0f mm", region.Low+float64(i)*region.Step, r.Inner, r.Outer)
		}
	}
}

// The axes are the links' lengths apart, in the plane in which the arm turns.
func TestAxes(t *testing.T) {
	a := SO101()
	rapid.Check(t, func(t *rapid.T) {
		q := anyJoints(t, a)
		axes := a.Axes(q)
		l := a.Links
		for i, want := range []float64{math.Hypot(l.Out, l.Up), l.Upper, l.Lower, math.Hypot(l.Hand, l.Aside)} {
			if got := axes[i].Distance(axes[i+1]); math.Abs(got-want) > 1e-9 {
				t.Fatalf("at %v link %d is %v mm long, want %v", q, i, got, want)
			}
		}
		sin, cos := math.Sincos(-q[Pan])
		for i, p := range axes[:4] {
			if beside := p.Y*cos - p.X*sin; math.Abs(beside) > 1e-9 {
				t.Fatalf("at %v axis %d is %v mm beside the plane", q, i, beside)
			}
		}
		if axes[4] != a.Tip(q) {
			t.Fatalf("at %v the last is %v, and the tip %v", q, axes[4], a.Tip(q))
		}
	})
}
