// Package simtable has simulated tables with a calibrated camera, and limbs over them. The pictures are those of
// internal/table/scene, which shares nothing with vision.
package simtable

import (
	"math"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/vision/calibrated"
)

// Table is a drawn table, and its calibration from a picture of the start position.
type Table struct {
	Options     scene.Options
	Calibration calibration.Calibration
	Scene       *scene.Scene
	Picture     gocv.Mat // the last one that was taken

	t      testing.TB
	frames int
}

// New draws and calibrates a table; the changes are made to scene.DefaultOptions. It is gone when the test ends.
func New(t testing.TB, changes ...func(*scene.Options)) *Table {
	t.Helper()
	a := Aimed(t, changes...)
	start := a.Options.Layout.Board.Game().Start()
	known := calibrated.KnownOf(start, a.Calibration.BlackPieces)
	var err error
	a.Calibration, _, err = calibrated.Learn(a.Take(a.State(start)), a.Calibration, known)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Aimed is a table whose camera is calibrated, and nothing more: the colours of its squares and discs are not known.
func Aimed(t testing.TB, changes ...func(*scene.Options)) *Table {
	t.Helper()
	o := scene.DefaultOptions()
	for _, change := range changes {
		change(&o)
	}
	a := open(t, o)
	a.Calibration = calibration.Calibration{
		Version: calibration.Version,
		Board:   boardOf(o.Layout),
		Disc:    calibration.Disc{DiameterMM: o.Layout.DiscDiameter, HeightMM: o.Layout.DiscHeight},
		Camera:  a.fitted(), BlackPieces: calibration.Dark,
	}
	if o.BlackIsLight {
		a.Calibration.BlackPieces = calibration.Light
	}
	return a
}

func boardOf(l world.Layout) calibration.Board {
	return calibration.Board{Squares: l.Board.Size(), SquareMM: l.Square, Mirrored: l.Board.Mirrored()}
}

func open(t testing.TB, o scene.Options) *Table {
	t.Helper()
	s, err := scene.New(o)
	if err != nil {
		t.Fatal(err)
	}
	a := &Table{Options: o, Scene: s, Picture: gocv.NewMat(), t: t}
	t.Cleanup(func() {
		a.Picture.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// From has the camera look at the board's middle from a tilt and an azimuth (0 from White's seat), degrees, with no
// machine at the table.
func From(tilt, azimuth float64) func(*scene.Options) {
	return func(o *scene.Options) {
		const away = 640
		t, a := tilt*math.Pi/180, azimuth*math.Pi/180
		o.Camera.Eye = world.Point{X: away * math.Sin(t) * math.Sin(a), Y: -away * math.Sin(t) * math.Cos(a),
			Z: away * math.Cos(t)}
		o.NoMachine = true
	}
}

// Small makes the pictures 640×480.
func Small(o *scene.Options) { o.Width, o.Height, o.Camera.FocalPX = 640, 480, 600 }

// Moved is the same table after the board has been shifted, mm, and turned anticlockwise, degrees, under the camera,
// which knows nothing of it. (The lamp goes with the board.)
func (a *Table) Moved(dx, dy, degrees float64) *Table {
	a.t.Helper()
	o := a.Options
	sin, cos := math.Sincos(-degrees * math.Pi / 180)
	back := func(p world.Point) world.Point {
		x, y := p.X-dx, p.Y-dy
		return world.Point{X: cos*x - sin*y, Y: sin*x + cos*y, Z: p.Z}
	}
	o.Camera.Eye, o.Camera.LookAt = back(o.Camera.Eye), back(o.Camera.LookAt)
	return a.seen(o)
}

// Nudged is the same table after the camera has been moved and looks elsewhere, mm, turned about its axis by some
// degrees.
func (a *Table) Nudged(eye, at world.Point, degrees float64) *Table {
	a.t.Helper()
	o := a.Options
	o.Camera.Eye = world.Point{X: o.Camera.Eye.X + eye.X, Y: o.Camera.Eye.Y + eye.Y, Z: o.Camera.Eye.Z + eye.Z}
	o.Camera.LookAt = world.Point{X: o.Camera.LookAt.X + at.X, Y: o.Camera.LookAt.Y + at.Y, Z: o.Camera.LookAt.Z + at.Z}
	o.Camera.Turn += degrees * math.Pi / 180
	return a.seen(o)
}

func (a *Table) seen(o scene.Options) *Table {
	moved := open(a.t, o)
	moved.Calibration = a.Calibration
	moved.frames = a.frames + 1000
	return moved
}

// State is a position as somebody careful sets it up.
func (a *Table) State(p checkers.Position) world.State { return world.NewState(a.Options.Layout, p, 1) }

// Take takes a picture, which is the table's own, with noise of its own.
func (a *Table) Take(s world.State) gocv.Mat {
	a.t.Helper()
	a.frames++
	if err := a.Scene.Render(s, a.frames, &a.Picture); err != nil {
		a.t.Fatal(err)
	}
	return a.Picture
}

// fitted is the camera as a calibration finds it from the board's crossings.
func (a *Table) fitted() calibration.Camera {
	a.t.Helper()
	seen := a.crossings(boardOf(a.Options.Layout))
	camera, _, err := calibration.FitCamera(a.Options.Width, a.Options.Height, seen)
	if err != nil {
		a.t.Fatal(err)
	}
	return camera
}

func (a *Table) crossings(board calibration.Board) (seen []calibration.Correspondence) {
	for row := 1; row < board.Squares; row++ {
		for column := 1; column < board.Squares; column++ {
			p := board.Crossing(row, column, calibration.Top)
			x, y := a.Scene.Project(world.Point{X: p.X, Y: p.Y})
			seen = append(seen, calibration.Correspondence{Pixel: calibration.Pixel{X: x, Y: y}, BoardPoint: p})
		}
	}
	return seen
}

// Off is how far a camera's pose is from where the board really is seen: the largest distance over the crossings, mm.
func (a *Table) Off(pose calibration.Pose) (worst float64) {
	a.t.Helper()
	camera := calibration.Camera{Lens: a.Calibration.Camera.Lens, Pose: pose}
	for _, c := range a.crossings(a.Calibration.Board) {
		at, err := camera.Locate(c.Pixel, 0)
		if err != nil {
			a.t.Fatal(err)
		}
		worst = max(worst, math.Hypot(at.X-c.BoardPoint.X, at.Y-c.BoardPoint.Y))
	}
	return worst
}
