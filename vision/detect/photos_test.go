package detect_test

import (
	"errors"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/internal/testkit/boards"
	"draughtsman/vision/detect"
	"draughtsman/vision/score"
)

// TestLabelledPictures finds the boards in every labelled picture that DRAUGHTSMAN_TESTDATA holds, of unknown size.
// DRAUGHTSMAN_TESTDATA_ONLY restricts it to files whose names contain it.
func TestLabelledPictures(t *testing.T) {
	all, whole := boards.Labelled(t, func(t *testing.T, l score.Label, path string) score.Mark {
		picture := load(t, path)
		defer picture.Close()
		m := scoreLattice(t, l, picture)
		if m.Verdict != score.Found || testing.Verbose() {
			t.Logf("%-8s %5.3f %4d ms %-22s %s: %s", m.Verdict, m.Off, m.Elapsed.Milliseconds(), m.Source, m.File, m.Reason)
		}
		return m
	})
	if !whole {
		return
	}
	if part := float64(all.Found) / float64(all.Pictures); part < 0.95 {
		t.Errorf("found %.1f %% of the boards", 100*part)
	}
	if part := float64(all.Wrong) / float64(all.Pictures); part > 0.01 {
		t.Errorf("%.1f %% wrong boards", 100*part)
	}
}

// load reads a file's picture; its owner closes it.
func load(t *testing.T, path string) gocv.Mat {
	t.Helper()
	image := gocv.IMRead(path, gocv.IMReadColor|gocv.IMReadIgnoreOrientation)
	if image.Empty() {
		t.Fatalf("%s cannot be read", path)
	}
	return image
}

// scoreLattice finds the board in a labelled picture.
func scoreLattice(t *testing.T, l score.Label, picture gocv.Mat) score.Mark {
	t.Helper()
	start := time.Now()
	board, err := detect.Find(picture, detect.Options{})
	a := score.Answer{Squares: board.Squares, Elapsed: time.Since(start)}
	var refusal *detect.Refusal
	switch {
	case errors.As(err, &refusal):
		a.Refused = refusal.Reason
	case err != nil:
		t.Fatalf("%s: %v", l.File, err)
	}
	for i, c := range board.Corners {
		a.Corners[i] = [2]float64{c.X, c.Y}
	}
	return score.Judge(l, a)
}
