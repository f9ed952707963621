package squares_test

import (
	"errors"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/internal/testkit/boards"
	"draughtsman/vision/detect"
	"draughtsman/vision/score"
	"draughtsman/vision/squares"
)

// TestLabelledPictures finds and reads every labelled picture that DRAUGHTSMAN_TESTDATA holds, of unknown size.
// DRAUGHTSMAN_TESTDATA_ONLY restricts it to files whose names contain it; with -v every grid with a mistake is
// printed, as read and as it is.
func TestLabelledPictures(t *testing.T) {
	all, whole := boards.Labelled(t, func(t *testing.T, l score.Label, path string) score.Mark {
		a := answer(t, path)
		m := score.Judge(l, a)
		if !m.Whole && testing.Verbose() {
			t.Logf("%-8s %2d wrong %2d ? %s %s: %s", m.Verdict, m.Labelled-m.Right-m.Unsure, m.Unsure, m.Source, m.File,
				m.Reason)
			for i := range a.Grid {
				t.Log(a.Grid[i], l.Grid[i])
			}
		}
		return m
	})
	if !whole {
		return
	}
	if part := float64(all.Right) / float64(all.Squares); part < 0.99 {
		t.Errorf("%.1f %% of the squares are right", 100*part)
	}
	if part := float64(all.Boards) / float64(all.Pictures); part < 0.86 {
		t.Errorf("%.1f %% of the boards are without a mistake", 100*part)
	}
	if all.KingsFalse > 0 {
		t.Errorf("%d men are taken for kings", all.KingsFalse)
	}
	if part := float64(all.KingsRight) / float64(all.Kings); part < 0.65 {
		t.Errorf("%d of %d kings are told", all.KingsRight, all.Kings)
	}
}

// answer finds and reads the board in a file.
func answer(t *testing.T, path string) score.Answer {
	t.Helper()
	image := gocv.IMRead(path, gocv.IMReadColor|gocv.IMReadIgnoreOrientation)
	defer image.Close()
	if image.Empty() {
		t.Fatalf("%s cannot be read", path)
	}
	start := time.Now()
	board, err := detect.Find(image, detect.Options{})
	var refusal *detect.Refusal
	if errors.As(err, &refusal) {
		return score.Answer{Refused: refusal.Reason, Elapsed: time.Since(start)}
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	reading, err := squares.Read(image, board, nil)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	a := score.Answer{Squares: board.Squares, Grid: reading.Grid, PlayOn: reading.PlayOn, Elapsed: time.Since(start)}
	for i, c := range board.Corners {
		a.Corners[i] = [2]float64{c.X, c.Y}
	}
	return a
}
