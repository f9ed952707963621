package calibrated_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/vision/moves"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision/calibrated"
)

// testData is the directory of the photos and renders, which are not part of the project.
func testData(t testing.TB) string {
	dir := os.Getenv("DRAUGHTSMAN_TESTDATA")
	if dir == "" {
		t.Skip("DRAUGHTSMAN_TESTDATA does not name a directory with photos/ and renders/")
	}
	return dir
}

// film is the record of a rendered game.
type film struct {
	Size        [2]int        `json:"size"`
	Corners     [4][2]float64 `json:"corners"`
	BlackSide   string        `json:"black_side"`
	PieceHeight float64       `json:"piece_height_ratio"`
	Colours     map[string]struct {
		Shade string `json:"shade"`
	} `json:"piece_colours"`
	Frames []struct {
		File  string `json:"file"`
		Kind  string `json:"kind"`
		Shown string `json:"shown"`
		Hand  bool   `json:"hand_visible"`
	} `json:"frames"`
}

func loadFilm(t testing.TB, dir string) (film, calibration.Calibration) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "film.json"))
	if err != nil {
		t.Fatal(err)
	}
	var f film
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	var corners [4]calibration.Pixel
	for i, c := range f.Corners {
		corners[i] = calibration.Pixel{X: c[0], Y: c[1]}
	}
	board := calibration.Board{Squares: 8, SquareMM: 40}
	black := calibration.Edge(slices.Index([]string{"top", "right", "bottom", "left"}, f.BlackSide))
	camera, _, err := calibration.FitCamera(f.Size[0], f.Size[1], board.OuterCorners(corners, black))
	if err != nil {
		t.Fatal(err)
	}
	cal := calibration.Calibration{
		Version: calibration.Version, Board: board, Camera: camera, BlackPieces: calibration.Dark,
		Disc: calibration.Disc{DiameterMM: .78 * board.SquareMM, HeightMM: f.PieceHeight * board.SquareMM},
	}
	if f.Colours["black"].Shade == "l" {
		cal.BlackPieces = calibration.Light
	}
	return f, cal
}

// A whole game, calibrated on its first picture.
func TestFilm(t *testing.T) {
	dir := filepath.Join(testData(t), "renders", "film-a")
	f, cal := loadFilm(t, dir)
	var r *calibrated.Reader
	stills, hands := 0, 0
	for _, frame := range f.Frames {
		picture := gocv.IMRead(filepath.Join(dir, frame.File), gocv.IMReadColor)
		position := shown(t, frame.Shown)
		if r == nil {
			var err error
			if cal, _, err = calibrated.Learn(picture, cal, calibrated.KnownOf(position, cal.BlackPieces)); err != nil {
				t.Fatal(err)
			}
			if r, err = calibrated.NewReader(cal); err != nil {
				t.Fatal(err)
			}
			defer r.Close()
		}
		seen, err := r.Read(picture, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		picture.Close()
		if seen.Obstructed != frame.Hand {
			t.Errorf("%s (%s): obstructed %t with hand %t", frame.File, frame.Kind, seen.Obstructed, frame.Hand)
		}
		if frame.Hand {
			hands++
		}
		if frame.Kind != "still" {
			continue
		}
		stills++
		for s := range position.Set.Board().All().All() {
			if best, p := seen.Odds[s].Best(); best != moves.PictureOf(position, cal.BlackPieces)[s] {
				t.Errorf("%s: square %v is read as %v (%.3f) and shows %v", frame.File, s, best, p, position.At(s))
			}
		}
	}
	t.Logf("%d stills and %d pictures with a hand", stills, hands)
}

// shown reads the film's record of what stands on the board. It is not a position of the game: a man may stand where
// he has not been crowned yet.
func shown(t testing.TB, text string) (p checkers.Position) {
	t.Helper()
	for _, list := range strings.Split(text, ":") {
		side := checkers.Black
		if list[0] == 'W' {
			side = checkers.White
		}
		for _, word := range strings.FieldsFunc(list[1:], func(r rune) bool { return r == ',' }) {
			piece := checkers.Man(side)
			if word[0] == 'K' {
				piece, word = checkers.King(side), word[1:]
			}
			s, err := checkers.English.ParseSquare(word)
			if err != nil {
				t.Fatal(err)
			}
			p = p.Put(s, piece)
		}
	}
	return p
}
