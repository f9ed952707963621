package boards_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/internal/testkit/boards"
	"draughtsman/vision/score"
)

var (
	labelledInto   = flag.String("labelled", "", "the folder into which TestDrawLabelled draws tables: make drawn")
	labelledTables = flag.Int("tables", 24, "how many tables of each set TestDrawLabelled draws")
	labelledFirst  = flag.Uint64("first", 100_000, "the first seed that TestDrawLabelled tries")
)

// labelledMoments is how many pictures a labelled table has.
const labelledMoments = 5

// TestDrawLabelled draws tables by lot, each in several pictures by one camera in one place, the first of which shows
// both sides and no king, with labels as `lab score` reads them. Without a folder it tries a table of each
// set.
func TestDrawLabelled(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	folder, tables := *labelledInto, *labelledTables
	if folder == "" {
		folder, tables = t.TempDir(), 1
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	var labels []score.Label
	for _, set := range []struct {
		name string
		draw func(seed uint64) (boards.Scene, bool)
	}{
		{"learnt from", boards.NewPlayed},
		{"kept aside", func(seed uint64) (boards.Scene, bool) {
			s := boards.New(seed, boards.Unseen)
			return s, s.Content == boards.Whole
		}},
	} {
		for seed, drawn := *labelledFirst, 0; drawn < tables; seed++ {
			s, ok := set.draw(seed)
			if !ok {
				continue
			}
			if moments := labelled(s); moments != nil {
				drawn++
				for number, moment := range moments {
					labels = append(labels, drawLabelled(t, folder, moment, set.name, number+1))
				}
			}
		}
	}
	data, err := json.Marshal(labels)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "labels.json")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	read, err := score.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range read {
		c := l.Corners
		across, down := [2]float64{c[1][0] - c[0][0], c[1][1] - c[0][1]}, [2]float64{c[3][0] - c[0][0], c[3][1] - c[0][1]}
		if across[0]*down[1] <= across[1]*down[0] {
			t.Errorf("%s: the corners are not clockwise: %v", l.File, c)
		}
		if all := strings.Join(l.Grid, ""); i%labelledMoments == 0 &&
			(!strings.Contains(all, "l") || !strings.Contains(all, "d")) {
			t.Errorf("%s, which is to be learnt from, lacks a side: %v", l.File, l.Grid)
		}
	}
	if want := 2 * tables * labelledMoments; len(read) != want {
		t.Errorf("%d pictures have labels, want %d", len(read), want)
	}
}

// labelled are moments of a table without anything over its board, in which no side has more pieces than at the start,
// and the first of which can be learnt from; nil where there are too few.
func labelled(s boards.Scene) (moments []boards.Scene) {
	const few, tries = 8, 60
	for number := uint64(0); number < tries && len(moments) < labelledMoments; number++ {
		moment := s.Played(number)
		all := strings.Join(standing(&moment), "")
		light, dark := strings.Count(all, "l"), strings.Count(all, "d")
		most := s.Squares / 2 * (s.Squares/2 - 1)
		if light+dark == 0 || strings.Contains(all, "?") ||
			light+strings.Count(all, "L") > most || dark+strings.Count(all, "D") > most ||
			len(moments) == 0 && (min(light, dark) < few || strings.ContainsAny(all, "LD")) {
			continue
		}
		moments = append(moments, moment)
	}
	if len(moments) < labelledMoments {
		return nil
	}
	return moments
}

// standing is what stands on a table's squares, '?' where something hides it, by rows.
func standing(s *boards.Scene) (grid []string) {
	const hidden = 0.15
	for row := range s.Squares {
		line := make([]byte, s.Squares)
		for column := range line {
			line[column], _, _ = s.Standing(row, column)
			if s.Covered(row, column) > hidden {
				line[column] = '?'
			}
		}
		grid = append(grid, string(line))
	}
	return grid
}

// drawLabelled draws a moment into a file, and returns its label, from the corner that is seen at the top left.
func drawLabelled(t *testing.T, folder string, s boards.Scene, source string, number int) score.Label {
	t.Helper()
	picture, err := boards.ShowPlayed(s)
	if err != nil {
		t.Fatal(err)
	}
	defer picture.Close()
	setup := fmt.Sprintf("%s %d", source, s.Seed)
	l := score.Label{Source: source, Setup: setup, Squares: s.Squares,
		File: strings.ReplaceAll(fmt.Sprintf("%s-%d.png", setup, number), " ", "-")}
	if !gocv.IMWrite(filepath.Join(folder, l.File), picture) {
		t.Fatalf("%s cannot be written", l.File)
	}
	at, n := s.Crossings(), s.Squares
	corners := [4]calibration.Pixel{at[0][0], at[0][n], at[n][n], at[n][0]}
	first := 0
	for i, c := range corners {
		if c.X+c.Y < corners[first].X+corners[first].Y {
			first = i
		}
	}
	for i := range corners {
		c := corners[(first+i)%4]
		l.Corners[i] = [2]float64{c.X, c.Y}
	}
	l.Grid = calibration.TurnGrid(standing(&s), first)
	return l
}
