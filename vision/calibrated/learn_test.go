package calibrated_test

import (
	"image"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/vision/calibrated"
)

// The bare squares under a hand that is in the picture which is learnt from are not taken to look like it.
func TestLearningBesideAHand(t *testing.T) {
	a := newTable(t)
	state := world.NewState(a.Options.Layout, checkers.Start(), 1)
	state.Hand = world.Hand{Visible: true, Held: world.NoDisc, Seat: checkers.Black, At: world.Point{X: -80, Y: 60, Z: 10}}
	a.Take(state)
	known := calibrated.KnownOf(checkers.Start(), a.Calibration.BlackPieces)
	for s := range a.Options.Layout.Board.All().All() {
		if row, column := a.Options.Layout.Board.Place(s); max(row, column) < a.Options.Layout.Board.Size()/2 {
			known[s] = calibrated.Known{Unknown: true}
		}
	}
	a.learn(known)
	r := a.reader()
	state.Hand.Visible = false
	if seen := a.read(r, state); seen.Obstructed || len(a.wrong(seen, checkers.Start())) > 0 {
		t.Errorf("without the hand: obstructed %t, wrong on squares %v", seen.Obstructed, a.wrong(seen, checkers.Start()))
	}
	state.Hand.Visible = true
	if !a.read(r, state).Obstructed {
		t.Error("the hand that was there while the colours were learnt is not seen")
	}
}

// Of a side that was not shown, and of one of which a single man was, nothing is told wrongly: a man may be told as
// doubtful, but not as surely something else.
func TestLearningFromOneMan(t *testing.T) {
	const sure = 0.6
	for _, shown := range []checkers.Piece{checkers.Man(checkers.Black), checkers.Man(checkers.White)} {
		a := newTable(t)
		position := checkers.Position{}.Put(15, shown)
		a.Take(world.NewState(a.Options.Layout, position, 1))
		a.learn(calibrated.KnownOf(position, a.Calibration.BlackPieces))
		seen := a.read(a.reader(), world.NewState(a.Options.Layout, checkers.Start(), 1))
		doubtful := 0
		for s := range a.Options.Layout.Board.All().All() {
			is, p := seen.Odds[s].Best()
			switch truth := a.shows(checkers.Start(), s); {
			case p < sure:
				doubtful++
			case is != truth:
				t.Errorf("learnt from %v: square %v shows %v, with %.2f, and not %v", shown, s, is, p, truth)
			}
		}
		t.Logf("learnt from %v: %d squares are doubtful", shown, doubtful)
	}
}

// Where the sun was too bright to show the squares' colour when the colours were learnt, and has gone,
// nothing covers them.
func TestSunThatHasGone(t *testing.T) {
	for _, scheme := range scene.Schemes() {
		a := newTable(t, func(o *scene.Options) { o.Scheme = scheme })
		state := world.NewState(a.Options.Layout, checkers.Start(), 1)
		a.Take(state)
		corner := a.Calibration.Camera.Project(a.Calibration.Board.Centre(5, 2))
		sun := a.Picture.Region(image.Rect(0, int(corner.Y), int(corner.X), a.Picture.Rows()))
		if err := sun.ConvertToWithParams(&sun, -1, 1.7, 0); err != nil {
			t.Fatal(err)
		}
		sun.Close()
		a.learn(calibrated.KnownOf(checkers.Start(), a.Calibration.BlackPieces))
		a.Take(state)
		if a.readPicture(a.reader(), a.Picture).Obstructed {
			t.Errorf("%s: something seems to be over the board", scheme)
		}
	}
}
