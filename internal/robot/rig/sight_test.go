package rig_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/robot/rig"
	"draughtsman/vision"
	"draughtsman/vision/camera"
	"draughtsman/vision/drawn"
	"draughtsman/vision/drift"
	"draughtsman/vision/follow"
)

// see shows a table for some time and returns what is seen at last.
func see(t *testing.T, sight *rig.Sight, a *drawn.Table, from *time.Time) (seen vision.Sighting, err error) {
	t.Helper()
	for range 10 {
		*from = from.Add(100 * time.Millisecond)
		picture := a.Take(a.State(checkers.Start()))
		if seen, err = sight.See(camera.Frame{Image: picture, Time: *from}, *from); err != nil {
			return seen, err
		}
	}
	return seen, nil
}

// A board that is moved is read where it lies then, and nothing is read
// meanwhile.
func TestSightFollowsTheBoard(t *testing.T) {
	a := drawn.NewTable(t, drawn.Small)
	var said []string
	sight, err := rig.NewSight(a.Calibration, drift.Options{}, func(text string) { said = append(said, text) })
	if err != nil {
		t.Fatal(err)
	}
	defer sight.Close()
	now := time.Unix(0, 0)
	start := follow.PictureOf(checkers.Start(), a.Calibration.BlackPieces)
	for _, at := range [][3]float64{{0, 0, 0}, {2, 1, 0}, {-18, 9, 4}, {-60, 40, 25}} {
		moved := a.Moved(at[0], at[1], at[2])
		if at[0] != 0 {
			first, err := sight.See(camera.Frame{Image: moved.Take(moved.State(checkers.Start()))}, now)
			if err != nil || !first.Moving && !first.Obstructed {
				t.Errorf("moved to %v: read at once as if nothing had happened; %v", at, err)
			}
		}
		var seen vision.Sighting
		for range 3 { // it is looked for in the whole picture after two seconds
			if seen, err = see(t, sight, moved, &now); err != nil {
				t.Fatal(err)
			}
		}
		if match := follow.Compare(seen, start, follow.Options{}); !match.Shown {
			t.Errorf("moved to %v: %s", at, match.Text)
		}
	}
	if len(said) != 3 || !strings.Contains(said[0], "followed") {
		t.Errorf("said: %q", said)
	}
}

// An arm does not go on with a board that has slipped by more than it may reach
// beside a square.
func TestSightStopsTheArm(t *testing.T) {
	a := drawn.NewTable(t, drawn.Small)
	frame := calibration.ArmFrame{ResidualMM: 1}
	a.Calibration.Arm = &frame
	for mm, stops := range map[float64]bool{0: false, 2: false, 6: true, 25: true} {
		sight, err := rig.NewArmsSight(a.Calibration, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		now := time.Unix(0, 0)
		if _, err := see(t, sight, a, &now); err != nil {
			t.Fatal(err)
		}
		_, err = see(t, sight, a.Moved(mm, 0, 0), &now)
		var lost *drift.Lost
		if errors.As(err, &lost) != stops || stops && !strings.Contains(err.Error(), "draughtsman calibrate arm") {
			t.Errorf("slipped by %g mm: %v", mm, err)
		}
		sight.Close()
	}
}
