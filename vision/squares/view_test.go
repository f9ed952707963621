package squares

import (
	"math"
	"math/rand/v2"
	"testing"

	"draughtsman/calibration"
	"draughtsman/internal/testkit/optics"
	"draughtsman/vision/detect"
	"draughtsman/vision/imaging"
)

// A board is looked at where the camera's lens shows its squares, also along its edges, where no crossings
// are measured.
func TestWhereLensesShowSquares(t *testing.T) {
	const n, width, height, noise = 8, 1280, 960, 0.3
	board := calibration.Board{Squares: n, SquareMM: nominalSquareMM}
	for _, test := range []struct {
		name string
		bend float64 // K1
		bent bool
	}{{"straight", 0, false}, {"barrel", -0.4, true}, {"pincushion", 0.3, true}} {
		t.Run(test.name, func(t *testing.T) {
			camera := calibration.Camera{Lens: calibration.StraightLens(width, height, 1000),
				Pose: optics.LookFrom(calibration.BoardPoint{X: 60, Y: -250, Z: 330}, calibration.BoardPoint{}, 0.1)}
			camera.Lens.K1 = test.bend
			at := func(row, column int) calibration.Pixel {
				return camera.Project(board.Crossing(row, column, calibration.Top))
			}
			found := detect.Board{Squares: n, Corners: [4]calibration.Pixel{at(0, 0), at(0, n), at(n, n), at(n, 0)}}
			random := rand.New(rand.NewPCG(1, 2))
			for row := 1; row < n; row++ {
				for column := 1; column < n; column++ {
					p := at(row, column)
					found.Crossings = append(found.Crossings, detect.Crossing{Row: row, Column: column, At: calibration.Pixel{
						X: p.X + noise*random.NormFloat64(), Y: p.Y + noise*random.NormFloat64(),
					}})
				}
			}
			v, err := viewOf(found, width, height)
			if err != nil || v.bent != test.bent {
				t.Fatalf("%v, bent %t", err, v.bent)
			}
			for k := range n + 1 {
				for _, place := range [4][2]int{{0, k}, {n, k}, {k, 0}, {k, n}} {
					is, want := v.pixels([]imaging.Point{imaging.Pt(float64(place[1]), float64(place[0]))})[0], at(place[0], place[1])
					if off := math.Hypot(is.X-want.X, is.Y-want.Y); off > 0.02*found.SquarePX() {
						t.Errorf("row %d, column %d is looked for %.1f px off", place[0], place[1], off)
					}
				}
			}
		})
	}
}

// The picture of a board that was warped, as no camera sees it, has no camera that could lie on the table.
func TestNoCameraOnTheTable(t *testing.T) {
	const n, width, height = 8, 640, 480
	found := detect.Board{Squares: n, Corners: [4]calibration.Pixel{{X: 270, Y: 101}, {X: 431, Y: 117}, {X: 461, Y: 318},
		{X: 193, Y: 266}}}
	flat, err := viewOf(found, width, height)
	if err != nil {
		t.Fatal("no board")
	}
	flat.bent = false
	for row := 1; row < n; row++ {
		for column := 1; column < n; column++ {
			at := flat.pixels([]imaging.Point{imaging.Pt(float64(column), float64(row))})[0]
			found.Crossings = append(found.Crossings, detect.Crossing{Row: row, Column: column, At: at})
		}
	}
	if v, err := viewOf(found, width, height); err != nil || v.camera != nil && v.camera.Eye().Z < v.board.Half()/2 {
		t.Errorf("%v, a camera at %v mm over a board of %g", err, v.camera.Eye(), 2*v.board.Half())
	}
}

// Neither a camera nor a bend is made of corners alone that no camera sees, and no board of none.
func TestViewOfCornersAlone(t *testing.T) {
	square := detect.Board{Squares: 8, Corners: [4]calibration.Pixel{{X: 100, Y: 100}, {X: 500, Y: 110}, {X: 490, Y: 480},
		{X: 90, Y: 470}}}
	if v, err := viewOf(square, 640, 480); err != nil || v.bent {
		t.Errorf("%v, bent %t", err, v.bent)
	}
	if _, err := viewOf(detect.Board{Squares: 8}, 640, 480); err == nil {
		t.Error("four corners in one place make a board")
	}
}
