package calibrated

import (
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/vision"
)

// The tool and its beam are an obstruction over the board, and none where they are parked.
func TestTheArmOverTheBoard(t *testing.T) {
	a := newTable(t)
	r := a.reader()
	state := world.NewState(a.options.Layout, checkers.Start(), 1)
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
			"a shadow": func() { darken(t, a.picture, 0, 270, .65) },
			"a fading lamp": func() {
				for x := 0; x < 640; x += 8 {
					darken(t, a.picture, x, x+8, 1-.45*float64(x)/640)
				}
			},
		} {
			state, position, _ := a.sloppy(random, .12)
			a.render(state)
			dim()
			seen, err := r.Read(a.picture, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
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
	state := world.NewState(a.options.Layout, checkers.Start(), 1)
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
	at := a.cal.Camera.Project(a.cal.Board.Centre(square.Row(), square.Column()))
	if err := gocv.Circle(&a.picture, image.Pt(int(at.X), int(at.Y)), 6, color.RGBA{R: 230, G: 40, B: 220}, -1); err !=
		nil {
		a.t.Fatal(err)
	}
}

// A mark on a piece, unlike anything that was learnt, makes its square doubtful at first, but not for ever, nor anew
// after a picture without it. Nothing lies over the board.
func TestMarkedPiece(t *testing.T) {
	const surely = 0.8
	a := newTable(t)
	r := a.reader()
	now := time.Unix(0, 0)
	for i, tt := range []struct{ marked, doubtful bool }{{false, false}, {true, true}, {true, true}, {true, true},
		{true, true}, {true, false}, {false, false}, {true, false}} {
		a.render(world.NewState(a.options.Layout, checkers.Start(), 1))
		if tt.marked {
			a.mark(10)
		}
		seen, err := r.Read(a.picture, now)
		if err != nil {
			t.Fatal(err)
		}
		if _, p := seen.Odds[10].Best(); seen.Obstructed || (p < surely) != tt.doubtful {
			t.Errorf("picture %d: obstructed %t, odds %.3f", i, seen.Obstructed, seen.Odds[10])
		}
		now = now.Add(time.Second)
		if i == 0 { // until the table beside the board is known
			now = now.Add(backgroundTime)
		}
	}
}

// A piece unlike the others that stood there when the colours were learnt is never strange.
func TestLearntMark(t *testing.T) {
	a := newTable(t)
	a.render(world.NewState(a.options.Layout, checkers.Start(), 1))
	a.mark(10)
	a.learn(KnownOf(checkers.Start(), a.cal.BlackPieces))
	a.render(world.NewState(a.options.Layout, checkers.Start(), 1))
	a.mark(10)
	if seen, err := a.reader().Read(a.picture, time.Time{}); err != nil || seen.Obstructed ||
		len(a.wrong(seen, checkers.Start())) > 0 {
		t.Errorf("obstructed %t, wrong on squares %v, %v", seen.Obstructed, a.wrong(seen, checkers.Start()), err)
	}
}

// disguise paints over the piece on a square what an empty square shows, and a faint ring.
func (a *table) disguise(square, empty checkers.Square) {
	a.t.Helper()
	at := func(s checkers.Square) image.Point {
		p := a.cal.Camera.Project(a.cal.Board.Centre(s.Row(), s.Column()))
		return image.Pt(int(p.X), int(p.Y))
	}
	const half = 12 // px
	around := func(p image.Point) gocv.Mat {
		return a.picture.Region(image.Rect(p.X-half, p.Y-half, p.X+half, p.Y+half))
	}
	from, to := around(at(empty)), around(at(square))
	defer from.Close()
	defer to.Close()
	if err := from.CopyTo(&to); err != nil {
		a.t.Fatal(err)
	}
	ring := a.picture.GetVecbAt(at(empty).Y, at(empty).X)
	if err := gocv.Circle(&a.picture, at(square), 7, color.RGBA{R: ring[2] + 14, G: ring[1] + 14, B: ring[0] + 14},
		2); err != nil {
		a.t.Fatal(err)
	}
}

// shown is what the squares show of a position.
func (a *table) shown(p checkers.Position) map[checkers.Square]vision.Content {
	shown := make(map[checkers.Square]vision.Content)
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		shown[s] = contentOf(p.At(s), a.cal.BlackPieces)
	}
	return shown
}

// A piece that looks nearly like its square is known again, and missed when it has gone; a reader that is aimed a
// little beside still knows it, and one that was aimed elsewhere has forgotten it.
func TestRememberedPiece(t *testing.T) {
	a := newTable(t)
	r := a.reader()
	look := func() vision.Odds {
		seen, err := r.Read(a.picture, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		return seen.Odds[10]
	}
	disguised := func() {
		a.render(world.NewState(a.options.Layout, checkers.Start(), 1))
		a.disguise(10, 14)
	}
	start := checkers.Start()
	dark := contentOf(start.At(10), a.cal.BlackPieces)
	disguised()
	if o := look(); o[dark] > .5 {
		t.Fatalf("it is seen without being known: %.3f", o)
	}
	r.Remember(a.shown(start))
	for again := range 3 { // the very picture that is remembered, and others
		if o := look(); !(o[dark] >= .9) {
			t.Errorf("it is not known again, in picture %d: %.3f", again, o)
		}
		disguised()
	}
	a.render(world.NewState(a.options.Layout, start.Put(10, checkers.Empty), 1))
	if o := look(); !(o[dark] <= .1) {
		t.Errorf("it is not missed: %.3f", o)
	}
	aim := func(squares float64) {
		if err := r.Aim(a.cal.Camera.Pose.Moved(calibration.Rotation{},
			calibration.Vector{squares * a.cal.Board.SquareMM, 0, 0})); err != nil {
			t.Fatal(err)
		}
	}
	disguised()
	aim(0.03)
	aim(0)
	if o := look(); !(o[dark] >= .9) {
		t.Errorf("it is forgotten where the reader was aimed a little beside: %.3f", o)
	}
	aim(0.7)
	aim(0)
	if o := look(); o[dark] > .5 {
		t.Errorf("it is known without being remembered: %.3f", o)
	}
}

// Of a side of which few pieces are left most may have moved since their squares were remembered: a piece of the
// other side that stands where one of them did is told from it.
func TestRememberedSideThatIsNearlyGone(t *testing.T) {
	a := newTable(t)
	r := a.reader()
	position := func(fen string) checkers.Position {
		p, err := checkers.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	before, after := position("B:W14,17,22,25:B1,2,10,12"), position("W:W15,29:B1,2,12,17")
	if wrong := a.wrong(a.read(r, world.NewState(a.options.Layout, before, 1)), before); len(wrong) > 0 {
		t.Fatalf("wrong on %v before anything is remembered", wrong)
	}
	r.Remember(a.shown(before))
	if wrong := a.wrong(a.read(r, world.NewState(a.options.Layout, after, 1)), after); len(wrong) > 0 {
		t.Errorf("wrong on %v", wrong)
	}
}

// Colours survive being written to a file and read back.
func TestColoursInAFile(t *testing.T) {
	a := newTable(t)
	name := t.TempDir() + "/table.yaml"
	if err := a.cal.Save(name); err != nil {
		t.Fatal(err)
	}
	loaded, err := calibration.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	a.cal = loaded
	if wrong := a.wrong(a.read(a.reader(), world.NewState(a.options.Layout, checkers.Start(), 1)),
		checkers.Start()); len(wrong) > 0 {
		t.Errorf("wrong on squares %v", wrong)
	}
}

func BenchmarkRead1280x720(b *testing.B) {
	a := newTable(b, func(o *scene.Options) { o.Width, o.Height, o.Camera.FocalPX = 1280, 720, 900 })
	r := a.reader()
	picture := a.render(world.NewState(a.options.Layout, checkers.Start(), 1))
	seen, err := r.ReadBoard(picture)
	if err != nil {
		b.Fatal(err)
	}
	light := r.illumination.measure(r.view.lower.bytes)
	remembers := a.reader()
	if _, err := remembers.ReadBoard(picture); err != nil {
		b.Fatal(err)
	}
	remembers.Remember(a.shown(checkers.Start()))
	for name, stage := range map[string]func() error{
		"all":     func() error { _, err := r.Read(picture, time.Time{}); return err },
		"rectify": func() error { return r.view.take(picture) },
		"light":   func() error { r.illumination.measure(r.view.lower.bytes); return nil },
		"known":   func() error { remembers.recognise(light, slices.Clone(seen.Odds)); return nil },
		"motion":  func() error { r.motion.differs(r.view.upper.bytes, r.view.grid); return nil },
		"hands":   func() error { r.occlusion.detect(r.view, r.contents.tones, light, &seen); return nil },
		"beside":  func() error { _, err := r.surroundings.reachedInto(picture, time.Time{}, nil); return err },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := stage(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
