package planner

import (
	"strings"
	"testing"

	"draughtsman/engine/checkers"
)

// gripping is the bench with a gripper of two fingers.
func gripping() Setup {
	s := bench()
	s.Machine.Press, s.Machine.Grasp, s.Machine.ToolRadius = 0, 4, 30
	return s
}

// Fingers go down past a disc's top by as much as they grasp, and set it down so that it is let go just above its
// support.
func TestFingersGoBesideTheDisc(t *testing.T) {
	s := gripping()
	p := position(t, "B:W22:B15")
	plan, err := New(s, Table{Position: p, Tray: tray()}, p.Moves()[0], LookAtEnd)
	if err != nil {
		t.Fatal(err)
	}
	var heights []float64
	for _, step := range plan.Steps {
		for _, m := range step.Motions {
			if m.Kind == Grip || m.Kind == Release {
				heights = append(heights, m.Height)
			}
		}
	}
	if len(heights) != 2 || !near(heights[0], 7-4) || !near(heights[1], 7-4+0.5) {
		t.Errorf("%v", heights)
	}
}

func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

func TestFingersNeedRoom(t *testing.T) {
	s := gripping()
	p := position(t, "B:W32:B15,18")
	for _, c := range []struct {
		radius float64
		offset [2]float64
		want   string
	}{
		{40, [2]float64{}, ""},
		{45, [2]float64{}, "there is no room for the fingers at square 15: the disc on square 18 is 56.6 mm away, and 60.5 " +
			"mm are needed"},
		{40, [2]float64{-8, 8}, ""},
		{40, [2]float64{8, 8}, "there is no room for the fingers at square 15: the disc on square 18"},
	} {
		s.Machine.ToolRadius = c.radius
		before := Table{Position: p, Tray: tray()}
		before.Offset[18] = c.offset
		var wanted checkers.Move
		for _, m := range p.Moves() {
			if m.String() == "15-19" {
				wanted = m
			}
		}
		_, err := New(s, before, wanted, LookAtEnd)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%g mm: %v, want %q", c.radius, err, c.want)
		}
	}
}

// A magnet takes no disc from beside another one that it would pull along.
func TestMagnetsLeaveOthersAlone(t *testing.T) {
	for _, c := range []struct {
		radius, stray float64
		want          string
	}{
		{10, 5, ""},
		{38, 2, ""},
		{38, 4, "the magnet at square 15 would pull the disc on square 18 along: it is 3.1 mm away, and the field reaches " +
			"4.0 mm"},
	} {
		s := bench()
		s.Machine.Tool, s.Machine.Press, s.Machine.ToolRadius, s.Machine.Stray = Magnet, 0, c.radius, c.stray
		before := Table{Position: position(t, "B:W32:B15,18"), Tray: tray()}
		_, err := New(s, before, move(t, before.Position, "15-19"), LookAtEnd)
		if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%g mm: %v, want %q", c.radius, err, c.want)
		}
	}
}

func TestFingersAboveTheTable(t *testing.T) {
	s := gripping()
	s.Machine.Grasp = 7
	if err := s.Validate(tray()); err == nil || !strings.Contains(err.Error(), "grasp_mm") {
		t.Error(err)
	}
}
