package cold_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/cold"
	"draughtsman/vision/find"
	"draughtsman/vision/score"
)

// TestLabelledPictures finds and reads every labelled picture that
// DRAUGHTSMAN_TESTDATA holds. DRAUGHTSMAN_TESTDATA_ONLY restricts it to files
// whose names contain it.
func TestLabelledPictures(t *testing.T) {
	root := os.Getenv("DRAUGHTSMAN_TESTDATA")
	if root == "" {
		t.Skip("DRAUGHTSMAN_TESTDATA is not set: no labelled pictures to read")
	}
	var marks []score.Mark
	for _, set := range []string{"photos", "renders/stills"} {
		directory := filepath.Join(root, set)
		labels, err := score.Load(filepath.Join(directory, "labels.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range labels {
			if only := os.Getenv("DRAUGHTSMAN_TESTDATA_ONLY"); only != "" && !strings.Contains(l.File, only) {
				continue
			}
			a := answer(t, filepath.Join(directory, l.File), l)
			m := score.Judge(l, a)
			if !m.Whole && testing.Verbose() {
				t.Logf("%-8s %5.3f wrong %d ? %d playon %v(%s) %4d ms %-22s %s: %s", m.Verdict, m.Off, m.Labelled-m.Right-m.Unsure, m.Unsure, m.PlayOnRight, l.PlayOn, m.Elapsed.Milliseconds(), m.Source, m.File, m.Reason)
				if os.Getenv("GRIDS") != "" {
					for i := range a.Grid {
						t.Log(a.Grid[i], l.Grid[i])
					}
				}
			}
			marks = append(marks, m)
		}
	}
	totals := score.Totals(marks)
	var table strings.Builder
	if err := score.Write(&table, totals); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + table.String())
}

// answer finds and reads the board in a file.
func answer(t *testing.T, path string, l score.Label) score.Answer {
	t.Helper()
	image := gocv.IMRead(path, gocv.IMReadColor|gocv.IMReadIgnoreOrientation)
	defer image.Close()
	if image.Empty() {
		t.Fatalf("%s cannot be read", path)
	}
	start := time.Now()
	var board find.Board
	var err error
	if os.Getenv("GIVEN") != "" {
		board.Squares = l.Squares
		for i, c := range l.Corners {
			board.Corners[i] = calibration.Pixel{X: c[0], Y: c[1]}
		}
	} else {
		board, err = find.Find(image, find.Options{})
	}
	var refusal *find.Refusal
	if errors.As(err, &refusal) {
		return score.Answer{Refused: refusal.Reason, Elapsed: time.Since(start)}
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	reading, err := cold.Read(image, board)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	a := score.Answer{Squares: board.Squares, Grid: reading.Grid, PlayOn: reading.PlayOn, Elapsed: time.Since(start)}
	for i, c := range board.Corners {
		a.Corners[i] = [2]float64{c.X, c.Y}
	}
	return a
}
