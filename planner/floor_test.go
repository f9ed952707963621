package planner

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/calibration"
)

// strange draws a bench with any numbers that a description and a calibration may have, and where its tray lies.
func strange(t *rapid.T) (Setup, Tray) {
	s, tray := setups(t), tray()
	draw := func(name string, least, most float64) float64 { return rapid.Float64Range(least, most).Draw(t, name) }
	lean, towards := draw("lean", 0, 0.1), draw("towards", 0, 2*math.Pi)
	s.Frame.Rotation = calibration.Rotation{lean * math.Cos(towards), lean * math.Sin(towards), 0}
	s.Disc.HeightMM = draw("height", 1, 15)
	s.Machine.Press = draw("press", -10, 20)
	s.Machine.ToolRadius = draw("tool", 0, 20)
	s.Machine.Gap = draw("gap", 0, 10)
	s.Machine.Approach = draw("approach", 0, 30)
	if rapid.Bool().Draw(t, "fingers") {
		s.Machine.Grasp, s.Machine.Approach = draw("grasp", 0.1, 20), 30
	}
	o := s.Frame.Origin
	s.Machine.Reach = Box{
		Min: calibration.ArmPoint{X: o.X - 400, Y: o.Y - 400, Z: o.Z - 120},
		Max: calibration.ArmPoint{X: o.X + 400, Y: o.Y + 400, Z: o.Z + 250},
	}
	s.Machine.Park = calibration.ArmPoint{X: o.X + 390, Y: o.Y + 390, Z: o.Z + draw("park", -20, 240)}
	for i := range tray.Slots {
		tray.Slots[i].At.Z = rapid.SampledFrom([]float64{0, 0, -60, 25}).Draw(t, "floor")
	}
	return s, tray
}

// dips is how far the lowest point of a tool's rim is below what discs stand on, mm: over the playing area its surface,
// beside it the floor of the slot that the tool is above.
func dips(s Setup, tray Tray, over Place, tip calibration.ArmPoint) (deep float64) {
	for i := range 64 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 32)
		r := s.Machine.ToolRadius
		rim := s.Frame.ToBoard(calibration.ArmPoint{X: tip.X + r*cos, Y: tip.Y + r*sin, Z: tip.Z})
		floor := 0.0
		if over.Slot != 0 && max(math.Abs(rim.X), math.Abs(rim.Y)) > s.Board.Half() {
			floor = tray.Slots[over.Slot-1].At.Z
		}
		deep = max(deep, floor-rim.Z)
	}
	return deep
}

// Whatever the numbers, a plan that there is leads no part of the tool below what discs stand on.
func TestNoPlanLeadsBelowTheSurface(t *testing.T) {
	plans, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		before, move := tables(t)
		s, where := strange(t)
		for i := range before.Tray.Slots {
			before.Tray.Slots[i].At = where.Slots[i].At
		}
		s = s.Deeper(rapid.Float64Range(0, 5).Draw(t, "deeper"))
		plan, err := New(s, before, move, LookAfterEach)
		if err != nil {
			refused++
			return
		}
		plans++
		at, over := plan.Start, Place{}
		for _, step := range plan.Steps {
			for _, m := range step.Motions {
				lower := at // a vertical motion belongs to the place that it ends at, or leaves, a travel to its end
				if m.Kind != Rise {
					over = m.Over
				}
				if m.Kind == Travel || m.To.Z < lower.Z {
					lower = m.To
				}
				if deep := dips(s, before.Tray, over, lower); deep > 2*minMotionMM {
					t.Fatalf("the %s to %s leads the tool %.3f mm too deep", m.Kind, over, deep)
				}
				at = m.To
			}
		}
	})
	if plans == 0 || refused == 0 {
		t.Errorf("%d plans, %d refused: the numbers were not such as to tell", plans, refused)
	}
}

func TestMotionsBelowTheSurfaceAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		want   string
		change func(*Setup, *Table)
	}{
		"a tool askew": {"the approach to square 15 would lead the tool 2.5 mm below what discs stand on there",
			func(s *Setup, _ *Table) {
				s.Frame.Rotation = calibration.Rotation{0.2, 0, 0}
				s.Machine.Reach.Min.Z, s.Machine.Reach.Max.Z, s.Machine.Park.Z = -90, 180, 170
				s.Machine.ToolRadius, s.Machine.Grasp, s.Machine.Approach, s.Machine.Press = 23, 5, 10, 0
			}},
		"a park point in the table": {"the descend to the park point would lead the tool 7.0 mm below what " +
			"discs stand on there (z = 5.0 mm, and at least 12.0 mm is needed)",
			func(s *Setup, _ *Table) { s.Machine.Park.Z, s.Machine.ToolRadius = 5, 5 }},
	} {
		s, before := bench(), Table{Position: position(t, "B:W32:B15"), Tray: tray()}
		c.change(&s, &before)
		_, err := New(s, before, move(t, before.Position, "15-19"), LookAtEnd)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// A tray may lie lower than the board, and the tip then goes down to it.
func TestTrayBelowTheBoard(t *testing.T) {
	s, before := bench(), Table{Position: position(t, "B:W18:B15"), Tray: tray()}
	for i := range before.Tray.Slots {
		before.Tray.Slots[i].At.Z = -10
	}
	plan, err := New(s, before, move(t, before.Position, "15x22"), LookAtEnd)
	if err != nil {
		t.Fatal(err)
	}
	lowest := math.Inf(1)
	for _, step := range plan.Steps {
		for _, m := range step.Motions {
			lowest = min(lowest, m.Height)
		}
	}
	if lowest > -2 {
		t.Errorf("the tip goes down to %.1f mm, where a disc lies 10 mm below the surface", lowest)
	}
}

func TestDeeperStopsAboveTheSurface(t *testing.T) {
	s := bench()
	if got := s.Deeper(0.4).Machine.Press; got != s.Machine.Press+0.4 {
		t.Errorf("press %g", got)
	}
	if got := s.Deeper(100); got.Machine.Press < 6 || got.Validate(tray()) != nil {
		t.Errorf("press %g: %v", got.Machine.Press, got.Validate(tray()))
	}
	s.Machine.Press = 6.95
	if got := s.Deeper(0.4).Machine.Press; got != 6.95 {
		t.Errorf("press %g", got)
	}
}

// Places, heights and what hangs on the tool, on a board that leans.
func TestLeaningBoard(t *testing.T) {
	s, where := bench(), tray()
	s.Frame.Rotation = calibration.Rotation{0.08, 0.06, 0}
	s.Machine.Press, s.Machine.Assumed, where.Slots[0].At.Z = -1, 20, -60
	cos, tan := math.Cos(0.1), math.Tan(0.1)
	c := s.workcell(where)
	for _, p := range []calibration.BoardPoint{{X: 30, Y: -70, Z: 20}, {X: -150, Y: 20, Z: -5}} {
		if got, want := c.arm(p), s.Frame.ToArm(p); apart(got, want) > 1e-9 {
			t.Errorf("%v is at %v, want %v", p, got, want)
		}
	}
	o, fingers, clasp := c.origin, gripping(), s
	fingers.Frame, clasp.Machine.Grasp = s.Frame, 1
	beside := func(x float64) float64 { // the floor of the first slot, at a place beside the board's middle
		at := c.arm(calibration.BoardPoint{X: x})
		return c.floor(InSlot(1), at) - c.plane.height(at)
	}
	place := OnSquare(18)
	for name, c := range map[string]struct{ got, want float64 }{
		"a disc hangs by":            {s.loaded().hang, 7*cos + 15.5*tan + 1},
		"in fingers by":              {fingers.loaded().hang, 7*cos + 15.5*tan - 4},
		"released above its support": {c.releases(place, [2]float64{}, 1).Z - c.face(place, [2]float64{}, 1).Z, 1.5},
		"as deep as it may go":       {clasp.Deeper(100).Machine.Press, 7*cos - 5*tan - 1 - 0.1},
		"the floor of a slot":        {c.floor(InSlot(1), c.slots[0]) - c.slots[0].Z, 5 * tan},
		"over the board":             {beside(164.9), 5 * tan}, "beside it": {beside(165.1), 5*tan - 60/cos},
		"above an empty table": {c.surface(o, o, c.empty) - o.Z, 5*tan + 20/cos + 6},
		"and with a disc":      {c.surface(o, o, c.loaded) - o.Z, 15.5*tan + 20/cos + 6 + c.loaded.hang},
	} {
		if math.Abs(c.got-c.want) > 1e-6 {
			t.Errorf("%s: %.4f mm, want %.4f", name, c.got, c.want)
		}
	}
	table := Table{Position: position(t, "B:WK32:B1"), Tray: where}
	table.Offset[1] = [2]float64{5, -3}
	for level, offset := range [][2]float64{{}, {5, -3}} { // on a disc that stands off the middle
		r := c.route(table, c.releases(OnSquare(1), [2]float64{}, 9))
		if err := r.set(Transfer{To: OnSquare(1), ToLevel: level}); err != nil || apart(r.at,
			c.releases(OnSquare(1), offset, level+1)) > 1e-9 {
			t.Errorf("at level %d a disc is set down at %v, %v", level, r.at, err)
		}
	}
	at := c.squares[32]
	if got := c.tallest(table, at, at, c.empty) - at.Z; math.Abs(got-14*cos-15.5*tan) > 1e-6 {
		t.Errorf("a king on the last square is %.4f mm high", got)
	}
}
