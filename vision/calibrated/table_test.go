package calibrated_test

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
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/moves"
)

// table is a simulated table, calibrated by the start position.
type table struct {
	*simtable.Table
	t testing.TB
}

func newTable(t testing.TB, changes ...func(*scene.Options)) *table {
	t.Helper()
	return &table{simtable.New(t, append([]func(*scene.Options){simtable.Small}, changes...)...), t}
}

// on has the table be one for a game.
func on(game checkers.RuleSet) func(*scene.Options) {
	return func(o *scene.Options) { o.Layout = world.LayoutOf(game.Board()) }
}

func (a *table) reader() *calibrated.Reader {
	a.t.Helper()
	r, err := calibrated.NewReader(a.Calibration)
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(func() { r.Close() })
	return r
}

func (a *table) read(r *calibrated.Reader, s world.State) vision.Sighting {
	a.t.Helper()
	return a.readPicture(r, a.Take(s))
}

func (a *table) readPicture(r *calibrated.Reader, picture gocv.Mat) vision.Sighting {
	a.t.Helper()
	seen, err := r.Read(picture, time.Time{})
	if err != nil {
		a.t.Fatal(err)
	}
	return seen
}

// shows is what a square shows of a position.
func (a *table) shows(p checkers.Position, s checkers.Square) vision.Content {
	return moves.PictureOf(p, a.Calibration.BlackPieces)[s]
}

// wrong lists the squares that were not read as what stands there.
func (a *table) wrong(seen vision.Sighting, p checkers.Position) (squares []checkers.Square) {
	for s := range a.Options.Layout.Board.All().All() {
		if best, _ := seen.Odds[s].Best(); best != a.shows(p, s) {
			squares = append(squares, s)
		}
	}
	return squares
}

// learn calibrates the table anew from its last picture.
func (a *table) learn(known []calibrated.Known) {
	a.t.Helper()
	var err error
	if a.Calibration, _, err = calibrated.Learn(a.Picture, a.Calibration, known); err != nil {
		a.t.Fatal(err)
	}
}

// pixel is where the middle of a square is seen.
func (a *table) pixel(s checkers.Square) calibration.Pixel {
	return a.Calibration.Camera.Project(a.Calibration.Board.Centre(a.Calibration.Board.Place(int(s))))
}

// sloppy is a random position whose pieces stand up to a fraction of a square off their centres, with where they
// stand, mm.
func (a *table) sloppy(random *rand.Rand, off float64) (world.State, checkers.Position,
	[checkers.MostSquares + 1][2]float64) {
	p := checkers.Position{}
	for s := range a.Options.Layout.Board.All().All() {
		if random.IntN(5) < 3 {
			p = p.Put(s, checkers.Piece(1+random.IntN(4)))
		}
	}
	state := world.NewState(a.Options.Layout, p, random.Uint64())
	var offsets [checkers.MostSquares + 1][2]float64
	for s := range a.Options.Layout.Board.All().All() {
		angle, r := 2*math.Pi*random.Float64(), off*a.Options.Layout.Square*math.Sqrt(random.Float64())
		offsets[s] = [2]float64{r * math.Cos(angle), r * math.Sin(angle)}
	}
	for i, d := range state.Discs {
		if s, _ := a.Options.Layout.SquareAt(d.At); s != 0 {
			centre := a.Options.Layout.Centre(s)
			state.Discs[i].At.X, state.Discs[i].At.Y = centre.X+offsets[s][0], centre.Y+offsets[s][1]
		}
	}
	return state, p, offsets
}
