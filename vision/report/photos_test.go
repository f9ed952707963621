package report_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"draughtsman/vision/detect"
	"draughtsman/vision/learn"
	"draughtsman/vision/report"
	"draughtsman/vision/score"
)

// Every setup of the labelled photos with more than one picture, calibrated on the first: docs/vision.md has the
// numbers.
func TestPhotosCalibrated(t *testing.T) {
	root := os.Getenv("DRAUGHTSMAN_TESTDATA")
	if root == "" {
		t.Skip("DRAUGHTSMAN_TESTDATA is not set: no labelled photos to read")
	}
	directory := filepath.Join(root, "photos")
	labels, err := score.Load(filepath.Join(directory, "labels.json"))
	if err != nil {
		t.Fatal(err)
	}
	var marks []score.Mark
	for _, setup := range score.Setups(labels) {
		if len(setup) > 1 {
			marks = append(marks, readSetup(t, directory, setup)...)
		}
	}
	totals := score.Totals(marks)
	all := totals[len(totals)-1]
	if wrong := all.Squares - all.Right - all.Unsure; wrong > 1 {
		t.Errorf("%d squares of %d are wrong", wrong, all.Squares)
	}
	if all.Boards < 60 || all.Pictures != 61 {
		t.Errorf("%d boards of %d are whole", all.Boards, all.Pictures)
	}
}

// readSetup reads all pictures of a setup but the first, which is learnt from.
func readSetup(t *testing.T, directory string, setup []score.Label) (marks []score.Mark) {
	t.Helper()
	first, err := report.Load(filepath.Join(directory, setup[0].File))
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	board, err := detect.Find(first.Image, detect.Options{Squares: setup[0].Squares})
	if err != nil {
		t.Fatalf("%s: %v", setup[0].File, err)
	}
	known, err := learn.FromBoard(first.Image, board, setup[0].GridFrom(board.Corners), time.Time{})
	if err != nil {
		t.Fatalf("%s: %v", setup[0].File, err)
	}
	for _, l := range setup[1:] {
		picture, err := report.Load(filepath.Join(directory, l.File))
		if err != nil {
			t.Fatal(err)
		}
		found, err := report.Calibrated(picture.Image, known, time.Now)
		picture.Close()
		if err != nil {
			t.Fatalf("%s: %v", l.File, err)
		}
		a := score.Answer{Grid: found.Grid}
		if found.Refused != nil {
			a.Refused = *found.Refused
		} else {
			a.Squares, a.Corners = found.Board.Size, found.Board.Corners
		}
		m := score.Judge(l, a)
		if !m.Whole {
			t.Logf("%s %s: %d wrong, %d untold %s", m.Verdict, l.File, m.Labelled-m.Right-m.Unsure, m.Unsure, m.Reason)
		}
		marks = append(marks, m)
	}
	return marks
}
