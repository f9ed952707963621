package detect_test

import (
	"math"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/vision/detect"
)

// TestHardCameras finds the start position on the simulated table where the pieces or the view leave little of the
// crossings.
func TestHardCameras(t *testing.T) {
	for i, c := range []struct {
		name         string
		scheme       string
		blackIsLight bool
		seed         uint64
		tilt, round  float64 // degrees
		turn         float64 // of the board in the bed, degrees
	}{
		{"dark men lean over the light squares' corners", "pale", true, 4, 50, 200, -20},
		{"the same from higher up", "pale", false, 53, 23, 20, 0},
		{"squares are narrow diamonds", "green", false, 84, 53, 323, 0},
		{"the same beside the grain of a table", "red", true, 90, 48, 314, 0},
		{"men hide every other crossing of their rows", "red", true, 18, 51, 138, 0},
		{"men and shades hide whole squares of crossings", "pale", true, 9708, 53.2, 45.4, 6.2},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && i%2 > 0 {
				t.Skip("half of them are enough")
			}
			o := scene.DefaultOptions()
			o.Scheme, o.BlackIsLight, o.Seed, o.NoMachine = c.scheme, c.blackIsLight, c.seed, true
			o.Layout.Mount.Turn = c.turn * math.Pi / 180
			const away = 620
			sin, cos := math.Sincos(c.tilt * math.Pi / 180)
			x, y := math.Sincos(c.round * math.Pi / 180)
			o.Camera.Eye = world.Point{X: away * sin * x, Y: -away * sin * y, Z: away * cos}
			s, err := scene.New(o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			picture := gocv.NewMat()
			defer picture.Close()
			if err := s.Render(world.NewState(o.Layout, checkers.Start(), o.Seed), 1, &picture); err != nil {
				t.Fatal(err)
			}
			board, err := detect.Find(picture, detect.Options{Squares: o.Layout.Board.Size()})
			if err != nil {
				t.Fatal(err)
			}
			truth, off := s.Corners(), math.Inf(1)
			for turn := range 4 {
				farthest := 0.0
				for i, c := range board.Corners {
					q := truth[(i+turn)%4]
					farthest = max(farthest, math.Hypot(c.X-q[0], c.Y-q[1]))
				}
				off = min(off, farthest)
			}
			if side := math.Hypot(truth[0][0]-truth[1][0], truth[0][1]-truth[1][1]) / 8; off > 0.1*side {
				t.Errorf("a corner is %.1f px off, squares of %.1f px", off, side)
			}
		})
	}
}
