package calibrated

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/vision"
)

// table is a rendered table and its calibration, of which the colours were learnt from the start position.
type table struct {
	t       testing.TB
	options scene.Options
	scene   *scene.Scene
	cal     calibration.Calibration
	picture gocv.Mat
	frames  int
}

// from is a camera that looks at the board's middle from a tilt and an azimuth (0 from White's seat), degrees.
func from(tilt, azimuth float64) func(*scene.Options) {
	return func(o *scene.Options) {
		const away = 640
		t, a := tilt*math.Pi/180, azimuth*math.Pi/180
		o.Camera.Eye = world.Point{X: away * math.Sin(t) * math.Sin(a), Y: -away * math.Sin(t) * math.Cos(a),
			Z: away * math.Cos(t)}
		o.NoMachine = true
	}
}

func newTable(t testing.TB, changes ...func(*scene.Options)) *table {
	t.Helper()
	o := scene.DefaultOptions()
	o.Width, o.Height, o.Camera.FocalPX = 640, 480, 600
	for _, change := range changes {
		change(&o)
	}
	s, err := scene.New(o)
	if err != nil {
		t.Fatal(err)
	}
	a := &table{t: t, options: o, scene: s, picture: gocv.NewMat()}
	t.Cleanup(func() { a.picture.Close(); s.Close() })
	a.cal = calibration.Calibration{
		Version: calibration.Version,
		Board:   calibration.Board{Squares: checkers.Size, SquareMM: o.Layout.Square},
		Disc:    calibration.Disc{DiameterMM: o.Layout.DiscDiameter, HeightMM: o.Layout.DiscHeight},
		Camera:  a.fitted(), BlackPieces: calibration.Dark,
	}
	if o.BlackIsLight {
		a.cal.BlackPieces = calibration.Light
	}
	a.render(world.NewState(o.Layout, checkers.Start(), 1))
	colours, err := LearnColours(a.picture, a.cal, checkers.Start())
	if err != nil {
		t.Fatal(err)
	}
	a.cal.Colours = &colours
	return a
}

// fitted is the camera as a calibration finds it from the board's crossings.
func (a *table) fitted() calibration.Camera {
	a.t.Helper()
	var seen []calibration.Correspondence
	for row := 1; row < checkers.Size; row++ {
		for column := 1; column < checkers.Size; column++ {
			p := calibration.BoardPoint{X: float64(column-checkers.Size/2) * a.options.Layout.Square,
				Y: float64(checkers.Size/2-row) * a.options.Layout.Square}
			x, y := a.scene.Project(world.Point{X: p.X, Y: p.Y})
			seen = append(seen, calibration.Correspondence{Pixel: calibration.Pixel{X: x, Y: y}, BoardPoint: p})
		}
	}
	camera, _, err := calibration.FitCamera(a.options.Width, a.options.Height, seen)
	if err != nil {
		a.t.Fatal(err)
	}
	return camera
}

func (a *table) reader() *Reader {
	a.t.Helper()
	r, err := NewReader(a.cal)
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(func() { r.Close() })
	return r
}

func (a *table) render(s world.State) gocv.Mat {
	a.t.Helper()
	a.frames++
	if err := a.scene.Render(s, a.frames, &a.picture); err != nil {
		a.t.Fatal(err)
	}
	return a.picture
}

func (a *table) read(r *Reader, s world.State) vision.Sighting {
	a.t.Helper()
	seen, err := r.Read(a.render(s), time.Time{})
	if err != nil {
		a.t.Fatal(err)
	}
	return seen
}

// wrong lists the squares that were not read as what stands there.
func (a *table) wrong(seen vision.Sighting, p checkers.Position) (squares []checkers.Square) {
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		if best, _ := seen.Odds[s].Best(); best != contentOf(p.At(s), a.cal.BlackPieces) {
			squares = append(squares, s)
		}
	}
	return squares
}

// sloppy is a random position whose pieces stand up to a fraction of a square off their centres, with where they
// stand, mm.
func (a *table) sloppy(random *rand.Rand, off float64) (world.State, checkers.Position,
	[checkers.Squares + 1][2]float64) {
	p := checkers.Position{}
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		if random.IntN(5) < 3 {
			p = p.Put(s, checkers.Piece(1+random.IntN(4)))
		}
	}
	state := world.NewState(a.options.Layout, p, random.Uint64())
	var offsets [checkers.Squares + 1][2]float64
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		angle, r := 2*math.Pi*random.Float64(), off*a.options.Layout.Square*math.Sqrt(random.Float64())
		offsets[s] = [2]float64{r * math.Cos(angle), r * math.Sin(angle)}
	}
	for i, d := range state.Discs {
		if s, _ := a.options.Layout.SquareAt(d.At); s != 0 {
			centre := a.options.Layout.Centre(s)
			state.Discs[i].At.X, state.Discs[i].At.Y = centre.X+offsets[s][0], centre.Y+offsets[s][1]
		}
	}
	return state, p, offsets
}
