package calibration_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/calibration"
)

// A board that is moved over the table drifts by just that, and its pose is found again from where its squares are
// seen.
func TestDrift(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := camera(t, 55)
		turn := rapid.Float64Range(-8, 8).Draw(t, "turn")
		shift := calibration.Vector{rapid.Float64Range(-30, 30).Draw(t, "x"), rapid.Float64Range(-30, 30).Draw(t, "y"), 0}
		moved := c
		moved.Pose = c.Pose.Moved(calibration.Rotation{0, 0, turn * math.Pi / 180}, shift)
		d := board.Drift(c.Pose, moved.Pose)
		if math.Abs(d.ShiftMM-math.Hypot(shift[0], shift[1])) > 1e-6 || math.Abs(d.TurnDeg-turn) > 1e-6 {
			t.Fatalf("moved by %v and %g° and drifted by %+v", shift, turn, d)
		}
		farthest := 0.0
		var seen []calibration.Correspondence
		for _, p := range board.Corners() {
			at := moved.Project(p)
			was, err := c.Locate(at, 0) // where a camera that knows nothing takes the corner to be
			if err != nil {
				t.Fatal(err)
			}
			farthest = max(farthest, math.Hypot(was.X-p.X, was.Y-p.Y))
			seen = append(seen, calibration.Correspondence{Pixel: at, BoardPoint: p})
		}
		if math.Abs(d.WorstMM-farthest) > 1e-6 {
			t.Fatalf("a corner has moved by %g mm, told %g", farthest, d.WorstMM)
		}
		for n := 1; n <= board.Squares*board.Squares/2; n++ {
			p, err := board.Square(n)
			if err != nil {
				t.Fatal(err)
			}
			seen = append(seen, calibration.Correspondence{Pixel: moved.Project(p), BoardPoint: p})
		}
		pose, residual, err := c.Refit(seen)
		if err != nil || residual > 1e-3 {
			t.Fatalf("residual %g px, error %v", residual, err)
		}
		if left := board.Drift(moved.Pose, pose); left.WorstMM > 1e-2 {
			t.Fatalf("found %v off", left)
		}
	})
}

func TestRefitErrors(t *testing.T) {
	_, _, err := calibration.Camera{}.Refit(nil)
	wantError(t, err, "0 points of the board were seen: at least 4 are needed")
}
