package boards

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"draughtsman/vision/score"
)

// Labelled marks every labelled picture of the photos and renders that DRAUGHTSMAN_TESTDATA holds, logs the table of
// scores, and returns the total of all. DRAUGHTSMAN_TESTDATA_ONLY restricts it to files whose names contain it; whole
// is then false, and the rates mean nothing. Without the pictures, and with -short, the test is skipped.
func Labelled(t *testing.T, mark func(t *testing.T, l score.Label, path string) score.Mark) (all score.Total,
	whole bool) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes minutes under the race detector: make pictures")
	}
	root := os.Getenv("DRAUGHTSMAN_TESTDATA")
	if root == "" {
		t.Skip("DRAUGHTSMAN_TESTDATA is not set: there are no labelled pictures")
	}
	var marks []score.Mark
	for _, set := range []string{"photos", "renders/stills"} {
		directory := filepath.Join(root, set)
		labels, err := score.Load(filepath.Join(directory, "labels.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range labels {
			if only := os.Getenv("DRAUGHTSMAN_TESTDATA_ONLY"); only == "" || strings.Contains(l.File, only) {
				marks = append(marks, mark(t, l, filepath.Join(directory, l.File)))
			}
		}
	}
	totals := score.Totals(marks)
	var table strings.Builder
	if err := score.Write(&table, totals); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + table.String())
	all = totals[len(totals)-1]
	return all, all.Pictures >= 100
}
