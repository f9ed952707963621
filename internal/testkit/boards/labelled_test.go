package boards_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
// both sides and no king, with labels as `draughtsman see --score` reads them.
func TestDrawLabelled(t *testing.T) {
	if *labelledInto == "" {
		t.Skip("draws for minutes; make drawn says where to")
	}
	if err := os.MkdirAll(*labelledInto, 0o755); err != nil {
		t.Fatal(err)
	}
	var labels []score.Label
	for name, draw := range map[string]func(seed uint64) (boards.Scene, bool){
		"learnt from": boards.NewPlayed,
		"kept aside": func(seed uint64) (boards.Scene, bool) {
			s := boards.New(seed, boards.Unseen)
			return s, s.Content == boards.Whole
		},
	} {
		for seed, drawn := *labelledFirst, 0; drawn < *labelledTables; seed++ {
			s, ok := draw(seed)
			if !ok {
				continue
			}
			if moments := labelled(s); moments != nil {
				drawn++
				for _, moment := range moments {
					labels = append(labels, drawLabelled(t, moment, name))
				}
			}
		}
	}
	slices.SortStableFunc(labels, func(a, b score.Label) int { return strings.Compare(a.Source, b.Source) })
	data, err := json.Marshal(labels)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*labelledInto, "labels.json"), data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// labelled are moments of a table without anything over its board, the first of which can be learnt from; nil where
// there are too few.
func labelled(s boards.Scene) (moments []boards.Scene) {
	const few, tries = 8, 60
	for number := uint64(0); number < tries && len(moments) < labelledMoments; number++ {
		moment := s.Played(number)
		all := strings.Join(standing(&moment), "")
		light, dark := strings.Count(all, "l"), strings.Count(all, "d")
		if light+dark == 0 || strings.Contains(all, "?") ||
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
func drawLabelled(t *testing.T, s boards.Scene, source string) score.Label {
	t.Helper()
	picture, err := boards.ShowPlayed(s)
	if err != nil {
		t.Fatal(err)
	}
	defer picture.Close()
	setup := fmt.Sprintf("%s %d", source, s.Seed)
	l := score.Label{Source: source, Setup: setup, Squares: s.Squares}
	for number := 1; l.File == ""; number++ {
		name := strings.ReplaceAll(fmt.Sprintf("%s-%d.png", setup, number), " ", "-")
		if _, err := os.Stat(filepath.Join(*labelledInto, name)); err != nil {
			l.File = name
		}
	}
	if !gocv.IMWrite(filepath.Join(*labelledInto, l.File), picture) {
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
