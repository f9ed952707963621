package planner

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// turning is the bench's board before an arm that turns about the point (320, −60) and reaches from 100 to 520 mm, up
// to 60 mm high.
func turning() Setup {
	s := bench()
	s.Machine.Park = calibration.ArmPoint{X: 320, Y: 60, Z: 50}
	s.Ring = Ring{Axis: calibration.ArmPoint{X: 320, Y: -60}, From: 0.2, To: math.Pi - 0.2, Step: 10}
	for range 7 {
		s.Ring.Edges = append(s.Ring.Edges, [2]float64{100, 520})
	}
	return s
}

func TestRingNamesThePlace(t *testing.T) {
	cases := map[string]struct {
		change func(*Setup)
		want   string
	}{
		"far": {func(s *Setup) { s.Ring.Edges[1][1], s.Ring.Edges[2][1] = 300, 300 },
			"tray slot 5 is out of reach: it is 375.8 mm from the arm's axis, and at z = 19.5 mm the arm reaches from 100.0 " +
				"to 300.0 mm"},
		"aside": {func(s *Setup) { s.Ring.From, s.Machine.Park.X = 1.2, 300 },
			"tray slot 5 is out of reach: it lies at 57° round the arm, which turns from 69° to 169°"},
		"higher": {func(s *Setup) { s.Ring.Edges, s.Machine.Park.Z = s.Ring.Edges[:3], 20 },
			"the way to square 18 is out of reach: the arm reaches nothing at z = 25.0 mm"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s := turning()
			c.change(&s)
			before := Table{Position: position(t, "B:W18:B15"), Tray: tray()}
			_, err := New(s, before, before.Position.Moves()[0], LookAfterEach)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// The ring's edges belong to it, between two heights those of the stricter; its directions too.
func TestRingWithin(t *testing.T) {
	r := Ring{Axis: calibration.ArmPoint{X: 10, Y: 20}, From: 0, To: math.Pi / 2, Low: 10, Step: 10,
		Edges: [][2]float64{{100, 200}, {120, 180}, {130, 170}, {150, 150}}}
	for _, c := range []struct {
		x, y, z float64 // from the axis
		says    string  // "": it is in the ring
	}{
		{100, 0, 10, ""}, {99.9, 0, 10, "99.9 mm from the arm's axis, and at z = 10.0 mm the arm reaches from 100.0"},
		{0, 200, 10, ""}, {0, 200.1, 10, "200.1 mm"},
		{120, 0, 15, ""}, {119.9, 0, 15, "from 120.0 to 180.0 mm"}, {180.1, 0, 15, "180.1 mm"}, {131, 0, 25, ""},
		{0, 129, 25, "from 130.0 to 170.0 mm"}, {150, 0, 40, ""}, {150, 0, 40.1, "nothing at z = 40.1 mm"},
		{150, 0, 9.999999, ""}, {150, 0, 9.9, "nothing at z = 9.9 mm"}, {150, 0, math.NaN(), "nothing"},
		{150, -2, 20, "it lies at -1° round the arm, which turns from 0° to 90°"}, {-2, 150, 20, "it lies at 91°"},
		{-100, -100, 20, "it lies at -135°"},
	} {
		err := r.within("it", calibration.ArmPoint{X: 10 + c.x, Y: 20 + c.y, Z: c.z})
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, %v, %v: %v, want %q", c.x, c.y, c.z, err, c.says)
		}
	}
}

// A straight way past the arm's own base leaves the ring though its ends are in it.
func TestRingStopsTheWayPastTheBase(t *testing.T) {
	s := turning()
	s.Ring.Axis.Y = 260
	s.Ring.From, s.Ring.To = -math.Pi, math.Pi
	r := s.workcell(tray()).route(Table{Position: position(t, "B:W18:B15"), Tray: tray()},
		calibration.ArmPoint{X: 200, Y: 260, Z: 50})
	if err := r.line(Travel, OnSquare(15), calibration.ArmPoint{X: 440, Y: 260, Z: 50}, 100); err == nil ||
		!strings.Contains(err.Error(), "the travel to square 15, at x = ") {
		t.Error(err)
	}
	if err := r.line(Travel, OnSquare(15), calibration.ArmPoint{X: 200, Y: 400, Z: 50}, 100); err != nil {
		t.Error(err)
	}
}

// Whatever is planned stays in the ring, all the way.
func TestPlansStayInTheRing(t *testing.T) {
	s := turning()
	rapid.Check(t, func(t *rapid.T) {
		s.Ring.Axis.X = rapid.Float64Range(150, 500).Draw(t, "axis")
		s.Machine.Park.X = s.Ring.Axis.X
		if err := s.Validate(tray()); err != nil {
			t.Fatal(err)
		}
		fen := rapid.SampledFrom([]string{"B:W18:B15", "W:W32,31:B1", "B:W22,25:B18,17"}).Draw(t, "position")
		before := Table{Tray: tray()}
		p, err := checkers.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		before.Position = p
		plan, err := New(s, before, p.Moves()[0], LookAfterEach)
		if err != nil {
			t.Skip(err)
		}
		at := plan.Start
		for _, step := range plan.Steps {
			for _, m := range step.Motions {
				for k := range 101 {
					share := float64(k) / 100
					point := calibration.ArmPoint{X: at.X + share*(m.To.X-at.X), Y: at.Y + share*(m.To.Y-at.Y),
						Z: at.Z + share*(m.To.Z-at.Z)}
					if err := s.Ring.within("a point", point); err != nil {
						// Between two samples of the planner a chord may cut the inner edge by less than this.
						near := point
						near.X += (point.X - s.Ring.Axis.X) * 0.001
						near.Y += (point.Y - s.Ring.Axis.Y) * 0.001
						if s.Ring.within("a point", near) != nil {
							t.Fatal(err)
						}
					}
				}
				at = m.To
			}
		}
	})
}

func TestRingValidate(t *testing.T) {
	for name, change := range map[string]func(*Ring){
		"step": func(r *Ring) { r.Step = 0 },
		"turn": func(r *Ring) { r.To = r.From },
		"NaN":  func(r *Ring) { r.Low = math.NaN() },
	} {
		s := turning()
		change(&s.Ring)
		if err := s.Validate(tray()); err == nil || !strings.Contains(err.Error(), "ring") {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := turning()
	s.Machine.Park.Y = 0
	if err := s.Validate(tray()); err == nil || !strings.Contains(err.Error(),
		"the park point is out of reach: it is 60.0 mm from the arm's axis") {
		t.Error(err)
	}
}
