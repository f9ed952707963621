package calibrated_test

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/vision/calibrated"
)

// The tool and its beam are an obstruction over the board, and none where they are parked.
func TestTheArmOverTheBoard(t *testing.T) {
	a := newTable(t)
	r := a.reader()
	state := world.NewState(a.Options.Layout, checkers.Start(), 1)
	if seen := a.read(r, state); seen.Obstructed || len(a.wrong(seen, checkers.Start())) > 0 {
		t.Errorf("parked: obstructed %t, wrong on %v", seen.Obstructed, a.wrong(seen, checkers.Start()))
	}
	state.Tool.At = world.Point{X: 20, Y: 30, Z: 40}
	if !a.read(r, state).Obstructed {
		t.Error("over the middle: not seen")
	}
}

// darken multiplies a part of a picture, as a shadow does.
func darken(t testing.TB, picture gocv.Mat, left, right int, by float64) {
	t.Helper()
	bytes, err := picture.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	for y := range picture.Rows() {
		for x := left; x < right; x++ {
			for c := range 3 {
				i := 3*(y*picture.Cols()+x) + c
				bytes[i] = uint8(float64(bytes[i]) * by)
			}
		}
	}
}

// A shadow over part of the board and lamps that fade from one side change no reading and are no obstruction.
func TestUnevenLight(t *testing.T) {
	for i, scheme := range scene.Schemes() {
		if testing.Short() && i > 1 {
			continue
		}
		a := newTable(t, func(o *scene.Options) { o.Scheme = scheme })
		r := a.reader()
		random := rand.New(rand.NewPCG(5, 5))
		for name, dim := range map[string]func(){
			"a shadow": func() { darken(t, a.Picture, 0, 270, .65) },
			"a fading lamp": func() {
				for x := 0; x < 640; x += 8 {
					darken(t, a.Picture, x, x+8, 1-.45*float64(x)/640)
				}
			},
		} {
			state, position, _ := a.sloppy(random, .12)
			a.Take(state)
			dim()
			seen := a.readPicture(r, a.Picture)
			if wrong := a.wrong(seen, position); seen.Obstructed || len(wrong) > 0 {
				t.Errorf("%s, %s: obstructed %t, wrong on squares %v", scheme, name, seen.Obstructed, wrong)
			}
		}
	}
}

// A piece that is pushed by two millimetres has moved; light that changes for the whole board has not.
func TestMotion(t *testing.T) {
	a := newTable(t)
	r := a.reader()
	state := world.NewState(a.Options.Layout, checkers.Start(), 1)
	if a.read(r, state).Moving {
		t.Error("the first picture moves")
	}
	state.Light = .97
	if a.read(r, state).Moving {
		t.Error("light moves")
	}
	state.Discs[10].At.X += 2
	if !a.read(r, state).Moving {
		t.Error("a pushed piece does not move")
	}
	if a.read(r, state).Moving {
		t.Error("a piece that lies still moves")
	}
}

// mark draws a mark on the piece on a square, in a colour that nothing on the board has.
func (a *table) mark(square checkers.Square) {
	a.t.Helper()
	at := a.Calibration.Camera.Project(a.Calibration.Board.Centre(a.Options.Layout.Board.Place(square)))
	if err := gocv.Circle(&a.Picture, image.Pt(int(at.X), int(at.Y)), 6, color.RGBA{R: 230, G: 40, B: 220}, -1); err !=
		nil {
		a.t.Fatal(err)
	}
}

// A mark on a piece, unlike anything that was learnt, hides nothing, and the piece is not surely something else.
func TestMarkedPiece(t *testing.T) {
	const surely = 0.8
	a := newTable(t)
	r := a.reader()
	for i, marked := range []bool{false, true, true, false, true} {
		a.Take(a.State(checkers.Start()))
		if marked {
			a.mark(10)
		}
		seen := a.readPicture(r, a.Picture)
		is, p := seen.Odds[10].Best()
		if seen.Obstructed || is != a.shows(checkers.Start(), 10) && p > surely {
			t.Errorf("picture %d: obstructed %t, odds %.3f", i, seen.Obstructed, seen.Odds[10])
		}
	}
}

// A piece unlike the others that stood there when the colours were learnt is never strange.
func TestLearntMark(t *testing.T) {
	a := newTable(t)
	a.Take(world.NewState(a.Options.Layout, checkers.Start(), 1))
	a.mark(10)
	a.learn(calibrated.KnownOf(checkers.Start(), a.Calibration.BlackPieces))
	a.Take(world.NewState(a.Options.Layout, checkers.Start(), 1))
	a.mark(10)
	if seen := a.readPicture(a.reader(), a.Picture); seen.Obstructed || len(a.wrong(seen, checkers.Start())) > 0 {
		t.Errorf("obstructed %t, wrong on squares %v", seen.Obstructed, a.wrong(seen, checkers.Start()))
	}
}

// Colours survive being written to a file and read back.
func TestColoursInAFile(t *testing.T) {
	a := newTable(t)
	name := t.TempDir() + "/table.yaml"
	if err := a.Calibration.Save(name); err != nil {
		t.Fatal(err)
	}
	loaded, err := calibration.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	a.Calibration = loaded
	if wrong := a.wrong(a.read(a.reader(), world.NewState(a.Options.Layout, checkers.Start(), 1)),
		checkers.Start()); len(wrong) > 0 {
		t.Errorf("wrong on squares %v", wrong)
	}
}
