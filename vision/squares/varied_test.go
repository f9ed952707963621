package squares_test

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/internal/testkit/boards"
	"draughtsman/vision/detect"
	"draughtsman/vision/score"
	"draughtsman/vision/squares"
)

var (
	stressPictures = flag.Int("pictures", 24, "how many pictures TestVariedBoards draws of each set")
	stressFirst    = flag.Uint64("first", 0, "the seed of the first picture that TestVariedBoards draws")
	stressSave     = flag.String("save", "",
		"a directory in which TestVariedBoards leaves the pictures with wrong squares")
)

// TestVariedBoards finds and reads boards drawn by lot, of which the size is told, without hands; `make stress`
// prints the rates by kind.
func TestVariedBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("draws, finds and reads dozens of pictures")
	}
	flat := func(set boards.Set) func(uint64) (boards.Scene, bool) {
		return func(seed uint64) (boards.Scene, bool) { return boards.New(seed, set), true }
	}
	solid := func(seed uint64) (boards.Scene, bool) { return boards.NewSolid(seed, boards.Shown) }
	for _, set := range []struct {
		scene func(seed uint64) (boards.Scene, bool)
		what  string
		least float64 // of the squares of boards that were found
	}{
		{flat(boards.Shown), "styles that were looked at", 0.93},
		{flat(boards.Kept), "styles kept aside once", 0.89},
		{flat(boards.Unseen), "styles kept aside", 0.89},
		{solid, "boards, pieces and light with depth", 0.8},
	} {
		var marks []score.Mark
		for seed := *stressFirst; seed < *stressFirst+uint64(*stressPictures); seed++ {
			s, ok := set.scene(seed)
			if !ok || s.Content != boards.Whole || strings.Contains(s.Grid()[0], "?") {
				continue
			}
			m := readVaried(t, s)
			for _, kind := range s.Kinds() {
				m.Source = kind
				marks = append(marks, m)
			}
		}
		totals := score.Totals(marks)
		totals = totals[:len(totals)-1] // a picture is of several kinds
		var table strings.Builder
		if err := score.Write(&table, totals); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s:\n%s", set.what, table.String())
		if all := totals[0]; float64(all.Right) < set.least*float64(all.Squares) {
			t.Errorf("%s: %d of %d squares are right", set.what, all.Right, all.Squares)
		}
	}
}

// Boards that were misread, most of them a whole side, are read but for one square.
func TestBoardsOnceMisread(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes under the race detector")
	}
	for _, tt := range []struct {
		what string
		set  boards.Set
		seed uint64
	}{
		{"men calmer than bare squares", boards.Kept, 880_021},
		{"men of the squares' colour", boards.Kept, 880_001},
		{"men of the squares' colour", boards.Shown, 880_033},
		{"a pattern taken for a shadow", boards.Kept, 870_046},
		{"tall men, seen obliquely", boards.Shown, 820_120},
	} {
		t.Run(fmt.Sprintf("%s %d", tt.what, tt.seed), func(t *testing.T) {
			m := readVaried(t, boards.New(tt.seed, tt.set))
			if wrong := m.Labelled - m.Right; m.Verdict != score.Found || wrong > 1 {
				t.Errorf("%s, %d of %d squares not right", m.Verdict, wrong, m.Labelled)
			}
		})
	}
}

// readVaried draws a scene, finds its board and reads it.
func readVaried(t *testing.T, s boards.Scene) score.Mark {
	t.Helper()
	picture, err := boards.Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	defer picture.Close()
	l := score.Label{Squares: s.Squares, Grid: s.Grid()}
	for i, c := range s.Corners() {
		l.Corners[i] = [2]float64{c.X, c.Y}
	}
	board, err := detect.Find(picture, detect.Options{Squares: s.Squares})
	var refusal *detect.Refusal
	if errors.As(err, &refusal) {
		return score.Judge(l, score.Answer{Refused: refusal.Reason})
	}
	if err != nil {
		t.Fatal(err)
	}
	reading, err := squares.Read(picture, board, nil)
	if err != nil {
		t.Fatal(err)
	}
	a := score.Answer{Squares: board.Squares, Grid: reading.Grid, PlayOn: reading.PlayOn}
	for i, c := range board.Corners {
		a.Corners[i] = [2]float64{c.X, c.Y}
	}
	m := score.Judge(l, a)
	if wrong := m.Labelled - m.Right - m.Unsure; m.Verdict == score.Found && wrong > 0 && *stressSave != "" {
		t.Logf("seed %d: %d wrong: %s", s.Seed, wrong, strings.Join(s.Kinds()[1:], ", "))
		if name := filepath.Join(*stressSave, fmt.Sprintf("%d.png", s.Seed)); !gocv.IMWrite(name, picture) {
			t.Errorf("%s cannot be written", name)
		}
	}
	return m
}
