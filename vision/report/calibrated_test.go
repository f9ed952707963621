package report_test

import (
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision/detect"
	"draughtsman/vision/learn"
	"draughtsman/vision/report"
	"draughtsman/vision/squares"
)

// A position of men is read by the camera of a table, with its board turned or the camera elsewhere, and in a picture
// of another size; a board that is hidden is refused.
func TestCalibrated(t *testing.T) {
	position, err := checkers.ParseFEN("B:W12,18,22,23,28,31:B1,2,14,8,26")
	if err != nil {
		t.Fatal(err)
	}
	table := simtable.New(t, simtable.Small, simtable.From(25, 8))
	known, err := learn.Pieces(table.Take(table.State(checkers.Start())), table.Calibration, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if known.Examples == nil || len(known.Examples.Squares) != 32 {
		t.Fatalf("examples of 32 squares are wanted: %+v", known.Examples)
	}
	other := func(tilt, turn float64, size func(*scene.Options)) *gocv.Mat {
		elsewhere := simtable.New(t, size, simtable.From(tilt, turn))
		picture := elsewhere.Take(elsewhere.State(position))
		return &picture
	}
	here := table.Take(table.State(position))
	for what, picture := range map[string]*gocv.Mat{
		"as calibrated":           &here,
		"the board turned":        other(25, 20, simtable.Small),
		"from another tilt":       other(40, 8, simtable.Small),
		"a picture twice as wide": other(25, 8, func(*scene.Options) {}),
	} {
		r, err := report.Calibrated(*picture, known, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case r.Refused != nil:
			t.Errorf("%s: refused: %s", what, *r.Refused)
		case r.FEN == nil:
			t.Errorf("%s: no position: %v", what, r.Grid)
		case *r.FEN != position.FEN():
			t.Errorf("%s: %s, want %s", what, *r.FEN, position.FEN())
		}
	}
	all := image.Rect(0, 0, here.Cols(), here.Rows())
	if err := gocv.Rectangle(&here, all, color.RGBA{R: 90, G: 80, B: 70}, -1); err != nil {
		t.Fatal(err)
	}
	r, err := report.Calibrated(here, known, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if r.Refused == nil {
		t.Errorf("a hidden board is read as %v", r.Grid)
	}
}

// Positions of other games are those of their boards: a calibration knows which corner is played on, and of 10×10
// squares there is one game.
func TestOtherBoards(t *testing.T) {
	for _, game := range []checkers.RuleSet{checkers.Italian, checkers.International} {
		position := game.Start()
		for range 6 {
			position = position.Play(position.Moves()[0])
		}
		board := func(o *scene.Options) { o.Layout = world.LayoutOf(game.Board()) }
		table := simtable.New(t, board, simtable.From(25, 8))
		known, err := learn.Pieces(table.Take(table.State(game.Start())), table.Calibration, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		elsewhere := simtable.New(t, board, simtable.From(25, 20))
		for _, picture := range []gocv.Mat{table.Take(table.State(position)), elsewhere.Take(elsewhere.State(position))} {
			r, err := report.Calibrated(picture, known, time.Now)
			if err != nil {
				t.Fatal(err)
			}
			if r.FEN == nil || *r.FEN != position.FEN() {
				t.Errorf("%v: %v, want %s", game, r.Grid, position.FEN())
			}
			if r, err = report.Uncalibrated(picture, detect.Options{}, time.Now); err != nil {
				t.Fatal(err)
			}
			if game == checkers.International && (r.FEN == nil || *r.FEN != position.FEN()) {
				t.Errorf("without a calibration: %v, want %s", r.Grid, position.FEN())
			}
		}
	}
}

// The examples of a table are of what stands on its squares, wherever its camera is and whichever side has the light
// pieces.
func TestExamplesAreOfTheirSquares(t *testing.T) {
	for turn, light := range map[float64]bool{0: false, 95: true, 185: false, 275: true} {
		table := simtable.New(t, simtable.Small, simtable.From(25, turn), func(o *scene.Options) { o.BlackIsLight = light })
		picture := table.Take(table.State(checkers.Start()))
		known, err := learn.Pieces(picture, table.Calibration, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		board, _ := squares.BoardOf(known)
		seen, err := squares.Read(picture, board, nil)
		if err != nil {
			t.Fatal(err)
		}
		var shown, told strings.Builder
		for _, e := range known.Examples.Squares {
			told.WriteString(e.Shows)
		}
		for row, line := range seen.Grid {
			for column := (row + seen.Played) % 2; column < len(line); column += 2 {
				shown.WriteByte(line[column])
			}
		}
		if shown.String() != told.String() {
			t.Errorf("turned by %g°: examples of %s, and the squares show %s", turn, told.String(), shown.String())
		}
	}
}

// A calibration of an earlier version, and one whose examples another network described, read as if nothing were known
// of the pieces; one whose examples are damaged is refused.
func TestCalibratedWithoutExamples(t *testing.T) {
	table := simtable.New(t, simtable.Small, simtable.From(25, 8))
	picture := table.Take(table.State(checkers.Start()))
	for what, examples := range map[string]*calibration.Examples{
		"none":            nil,
		"another network": {Network: "of yesterday", Squares: []calibration.Example{{Shows: "l", Described: "AAAA"}}},
	} {
		known := table.Calibration
		known.Examples = examples
		r, err := report.Calibrated(picture, known, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		if r.FEN == nil || *r.FEN != checkers.Start().FEN() {
			t.Errorf("%s: %v", what, r.Grid)
		}
	}
	known, err := learn.Pieces(picture, table.Calibration, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	known.Examples.Squares[3].Described = "AAAA"
	_, err = report.Calibrated(picture, known, time.Now)
	if err == nil || !strings.Contains(err.Error(), "learn the pieces") {
		t.Errorf("a description of two numbers: %v", err)
	}
}
