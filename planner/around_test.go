package planner

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/calibration"
)

// inside fails where the tool, or a disc that hangs on it, is in a box: it walks along a motion and looks at points
// all over what moves.
func inside(t *rapid.T, s Setup, from, to calibration.ArmPoint, carrying bool) {
	b := s.tool()
	if carrying {
		b = s.loaded()
	}
	const samples = 200
	for i := range samples + 1 {
		f := float64(i) / samples
		tip := calibration.ArmPoint{X: from.X + f*(to.X-from.X), Y: from.Y + f*(to.Y-from.Y), Z: from.Z + f*(to.Z-from.Z)}
		for direction := range 16 {
			sin, cos := math.Sincos(float64(direction) * math.Pi / 8)
			for _, share := range []float64{0, 0.5, 1} {
				p := calibration.ArmPoint{X: tip.X + share*b.radius*cos, Y: tip.Y + share*b.radius*sin, Z: tip.Z - share*b.hang}
				for _, k := range s.Machine.KeepOut {
					if k.meets(p, p) {
						t.Fatalf("between %v and %v the tool is in the box %q: %+v", from, to, k.Name, k.Box)
					}
				}
			}
		}
	}
}

// However the table is cluttered: a plan goes into no box, and says so when it finds no way.
func TestPlansKeepOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := bench()
		for i := range rapid.IntRange(1, 4).Draw(t, "boxes") {
			corner := calibration.ArmPoint{
				X: rapid.Float64Range(0, 600).Draw(t, "x"), Y: rapid.Float64Range(0, 480).Draw(t, "y"),
				Z: rapid.SampledFrom([]float64{0, 0, 0, 40}).Draw(t, "z"),
			}
			s.Machine.KeepOut = append(s.Machine.KeepOut, KeepOut{Name: fmt.Sprint(i),
				Box: Box{Min: corner, Max: calibration.ArmPoint{
					X: corner.X + rapid.Float64Range(5, 80).Draw(t, "width"), Y: corner.Y + rapid.Float64Range(5, 80).Draw(t, "depth"),
					Z: corner.Z + rapid.Float64Range(20, 90).Draw(t, "height"),
				}}})
		}
		table, m := tables(t)
		plan, err := New(s, table, m, rapid.SampledFrom([]Looks{LookAtEnd, LookAfterEach}).Draw(t, "looks"))
		if err != nil {
			if !strings.Contains(err.Error(), "keep-out box") && !strings.Contains(err.Error(), "tray is full") {
				t.Fatal(err)
			}
			t.Skip(err)
		}
		at, carrying := plan.Start, false
		for _, step := range plan.Steps {
			for _, motion := range step.Motions {
				inside(t, s, at, motion.To, carrying)
				switch motion.Kind {
				case Grip:
					carrying = true
				case Release:
					carrying = false
				}
				at = motion.To
			}
		}
	})
}

// A post in the straight way is passed beside, a low box above, a beam below.
func TestWaysRoundBoxes(t *testing.T) {
	box := func(x0, x1, y0, y1, z0, z1 float64) Box {
		return Box{Min: calibration.ArmPoint{X: x0, Y: y0, Z: z0}, Max: calibration.ArmPoint{X: x1, Y: y1, Z: z1}}
	}
	from, to := calibration.ArmPoint{X: 100, Y: 30, Z: 80}, calibration.ArmPoint{X: 500, Y: 30, Z: 20}
	for name, c := range map[string]struct {
		boxes  []Box
		from   calibration.ArmPoint
		kinds  string
		height float64
		length float64 // of the ways across
	}{
		"nothing": {nil, from, "travel", 20, 400},
		// 16 mm beside the axis of the way, at 40 mm before and after the middle.
		"a post": {[]Box{box(295, 305, 20, 60, 0, 90)}, from, "travel travel travel", 80,
			2*math.Hypot(189, 16) + 22},
		"a post at the end": {[]Box{box(295, 305, 0, 60, 0, 90)}, from, "travel travel travel", 80,
			2*math.Hypot(189, 36) + 22},
		"a low box": {[]Box{box(250, 350, 0, 520, 0, 60)}, calibration.ArmPoint{X: 100, Y: 30, Z: 30}, "rise travel",
			61, 400},
		// Under it would be quicker: nothing goes down before a travel that need not.
		"a short beam": {[]Box{box(250, 350, 0, 60, 50, 90)}, from, "travel travel travel", 80, 2*math.Hypot(144, 36) + 112},
		"a beam":       {[]Box{box(250, 350, 0, 520, 50, 90)}, from, "descend travel", 20, 400},
	} {
		t.Run(name, func(t *testing.T) {
			s := bench()
			s.Machine.Assumed = 2 // so that 20 mm is as low as a way may be
			for _, b := range c.boxes {
				s.Machine.KeepOut = append(s.Machine.KeepOut, KeepOut{Name: name, Box: b})
			}
			r := s.workcell(tray()).route(Table{Tray: tray()}, c.from)
			if name == "a low box" { // with a disc on the tool
				r.tip, c.height = r.loaded, c.height+r.loaded.hang
			}
			if err := r.cross(Place{}, to); err != nil {
				t.Fatal(err)
			}
			var kinds []string
			length, at := 0.0, c.from
			for _, m := range r.motions {
				kinds = append(kinds, string(m.Kind))
				length += math.Hypot(m.To.X-at.X, m.To.Y-at.Y)
				at = m.To
			}
			if got := strings.Join(kinds, " "); got != c.kinds || math.Abs(at.Z-c.height) > 1e-9 ||
				math.Abs(length-c.length) > 1e-6 {
				t.Errorf("%s at %.2f mm, %.3f mm; want %s at %.2f mm, %.3f mm", got, at.Z, length, c.kinds, c.height, c.length)
			}
		})
	}
}

// The arm's own base is no keep-out box, and is gone round all the same.
func TestWaysRoundTheBase(t *testing.T) {
	s := turning()
	s.Ring.Axis.Y, s.Ring.From, s.Ring.To = 260, -math.Pi, math.Pi
	r := s.workcell(tray()).route(Table{Tray: tray()}, calibration.ArmPoint{X: 200, Y: 260, Z: 50})
	if err := r.cross(OnSquare(15), calibration.ArmPoint{X: 440, Y: 260, Z: 50}); err != nil {
		t.Fatal(err)
	}
	if len(r.motions) < 3 {
		t.Errorf("%d motions", len(r.motions))
	}
	inner, _, _ := s.Ring.at(50)
	corners := r.corners(50)
	for _, p := range corners {
		if away := math.Hypot(p.X-s.Ring.Axis.X, p.Y-s.Ring.Axis.Y); away < inner || away > 1.04*(inner+keepOutMarginMM) {
			t.Errorf("a corner at %v, %.1f mm from the axis", p, away)
		}
	}
	if len(corners) != 12 {
		t.Errorf("%d corners", len(corners))
	}
}

// Where a turn costs nothing, ways round boxes are the shortest there are: no way over a grid, with steps to all
// places up to two away, is shorter but for what the others pass beside the corners.
func TestWaysRoundBoxesAreShort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := bench()
		s.Machine.AccelXY, s.Machine.Overhead = 1e9, 0
		for i := range rapid.IntRange(1, 5).Draw(t, "boxes") {
			x, y := rapid.Float64Range(60, 500).Draw(t, "x"), rapid.Float64Range(60, 400).Draw(t, "y")
			s.Machine.KeepOut = append(s.Machine.KeepOut, KeepOut{Name: fmt.Sprint(i), Box: Box{
				Min: calibration.ArmPoint{X: x, Y: y}, Max: calibration.ArmPoint{
					X: x + rapid.Float64Range(5, 150).Draw(t, "width"), Y: y + rapid.Float64Range(5, 150).Draw(t, "depth"), Z: 90,
				},
			}})
		}
		const grain = 20.0
		cell := func(p calibration.ArmPoint) [2]int { return [2]int{int(p.X / grain), int(p.Y / grain)} }
		at := func(c [2]int) calibration.ArmPoint {
			return calibration.ArmPoint{X: grain * float64(c[0]), Y: grain * float64(c[1]), Z: 80}
		}
		from := at([2]int{rapid.IntRange(0, 32).Draw(t, "from x"), rapid.IntRange(0, 26).Draw(t, "from y")})
		to := at([2]int{rapid.IntRange(0, 32).Draw(t, "to x"), rapid.IntRange(0, 26).Draw(t, "to y")})
		r := s.workcell(tray()).route(Table{Tray: tray()}, from)
		shortest, found := overGrid(r, cell(from), cell(to), at)
		err := r.cross(Place{}, to)
		if !found {
			t.Skip("no way over the grid")
		}
		if err != nil {
			t.Fatalf("%v, and there is one of %.0f mm", err, shortest)
		}
		length, now := 0.0, from
		for _, m := range r.motions {
			length, now = length+apart(now, m.To), m.To
		}
		if length > shortest+3*keepOutMarginMM*float64(len(s.Machine.KeepOut)) {
			t.Fatalf("a way of %.1f mm, and one over the grid has %.1f mm", length, shortest)
		}
	})
}

// overGrid is the length of the shortest way over a grid.
func overGrid(r *route, from, to [2]int, at func([2]int) calibration.ArmPoint) (float64, bool) {
	length, done := map[[2]int]float64{from: 0}, map[[2]int]bool{}
	for {
		best, now := math.Inf(1), [2]int{}
		for c, l := range length {
			if !done[c] && l < best {
				best, now = l, c
			}
		}
		if math.IsInf(best, 1) || now == to {
			return best, now == to && !math.IsInf(best, 1)
		}
		done[now] = true
		for dx := -2; dx <= 2; dx++ {
			for dy := -2; dy <= 2; dy++ {
				next := [2]int{now[0] + dx, now[1] + dy}
				if next == now || next[0] < 0 || next[0] > 32 || next[1] < 0 || next[1] > 26 || done[next] ||
					r.blocked(at(now), at(next)) {
					continue
				}
				if l := best + apart(at(now), at(next)); length[next] == 0 || l < length[next] {
					length[next] = l
				}
			}
		}
	}
}
