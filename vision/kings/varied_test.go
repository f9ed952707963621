package kings_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"draughtsman/calibration"
	"draughtsman/internal/testkit/boards"
	"draughtsman/vision/kings"
)

var (
	pictures = flag.Int("pictures", 20, "how many boards with kings TestKingsByLot draws of each set")
	first    = flag.Uint64("first", 300_000, "the seed of the first of them")
)

// TestKingsByLot looks for kings on boards drawn by lot, of which it is known where pieces stand: stacks of any
// height and marks of any form and colour, under lamps that pieces reflect. Hardly a man is taken for one.
func TestKingsByLot(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	for _, set := range []struct {
		set  boards.Set
		what string
	}{{boards.Shown, "styles that were looked at"}, {boards.Kept, "the second set"}, {boards.Unseen, "the third set"}} {
		told, shownKings, false, men := map[string]int{}, map[string]int{}, 0, 0
		shown := 0
		for seed := *first; shown < *pictures; seed++ {
			s, ok := boards.NewKings(seed, set.set)
			if !ok {
				continue
			}
			shown++
			pieces, is := piecesOf(s)
			if len(pieces) == 0 {
				continue
			}
			for i, king := range kingsIn(t, s, pieces) {
				switch {
				case is[i]:
					shownKings[s.Kings()]++
					if king {
						told[s.Kings()]++
					}
				default:
					men++
					if king {
						false++
					}
				}
			}
		}
		t.Logf("%s: %d of %d stacks and %d of %d marks are told, %d of %d men taken for kings", set.what, told["stack"],
			shownKings["stack"], told["mark"], shownKings["mark"], false, men)
		if 50*false > men || 5*(told["stack"]+told["mark"]) < shownKings["stack"]+shownKings["mark"] {
			t.Errorf("%s: %d of %d men are taken for kings, and of %v kings %v told", set.what, false, men, shownKings, told)
		}
	}
}

// piecesOf are the pieces of a scene and which of them are kings.
func piecesOf(s boards.Scene) (pieces []kings.Piece, crowned []bool) {
	for row, line := range s.Grid() {
		for column, letter := range line {
			switch letter {
			case 'l', 'L', 'd', 'D':
				pieces = append(pieces, kings.Piece{Row: row, Column: column, Dark: letter == 'd' || letter == 'D'})
				crowned = append(crowned, letter == 'L' || letter == 'D')
			}
		}
	}
	return pieces, crowned
}

// kingsIn draws a scene, as a camera sees it whose place is known from crossings measured a little off theirs, and
// says which pieces look like kings.
func kingsIn(t *testing.T, s boards.Scene, pieces []kings.Piece) []bool {
	t.Helper()
	const off = 0.02 // squares, standard deviation
	picture, err := boards.Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	defer picture.Close()
	board, random := calibration.Board{Squares: s.Squares, SquareMM: 40}, rand.New(rand.NewPCG(s.Seed, 3))
	corners := s.Corners()
	side := math.Hypot(corners[0].X-corners[1].X, corners[0].Y-corners[1].Y) / float64(s.Squares)
	var seen []calibration.Correspondence
	for row := range s.Squares + 1 {
		for column := range s.Squares + 1 {
			at := s.At(float64(row), float64(column))
			at.X, at.Y = at.X+off*side*random.NormFloat64(), at.Y+off*side*random.NormFloat64()
			seen = append(seen, calibration.Correspondence{Pixel: at, BoardPoint: board.Crossing(row, column, calibration.Top)})
		}
	}
	width, height := s.Size()
	camera, _, err := calibration.FitCamera(width, height, seen)
	if err != nil {
		return make([]bool, len(pieces)) // without a camera there are no kings to be told
	}
	measures, err := kings.MeasurePieces(picture, camera, board, pieces)
	if err != nil {
		t.Fatal(err)
	}
	return kings.Classify(pieces, measures)
}
