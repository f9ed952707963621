package cold_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/cold"
	"draughtsman/vision/find"
	"draughtsman/vision/find/varied"
)

// What is read of a board in even light is read of it under the shadow of blinds, too, nearly always: with
// the stripes left in three times as many squares are read otherwise.
func TestBlinds(t *testing.T) {
	pictures := 12
	if testing.Short() {
		pictures = 6
	}
	squares, wrong := 0, 0
	for seed, n := uint64(0), 0; n < pictures; seed++ {
		s := varied.New(seed, varied.Shown)
		if s.Content != varied.Whole || !slices.Contains(s.Kinds(), "light even") {
			continue
		}
		n++
		picture, err := varied.Draw(s)
		if err != nil {
			t.Fatal(err)
		}
		board := find.Board{Squares: s.Squares}
		for i, c := range s.Corners() {
			board.Corners[i] = calibration.Pixel{X: c.X, Y: c.Y}
		}
		even := readMen(t, picture, board)
		side := math.Hypot(board.Corners[0].X-board.Corners[1].X, board.Corners[0].Y-board.Corners[1].Y) / float64(s.Squares)
		shade(t, picture, float64(n), 1.3*side)
		shaded := readMen(t, picture, board)
		picture.Close()
		for i := range even {
			squares++
			if shaded[i] != even[i] {
				wrong++
			}
		}
	}
	t.Logf("%d of %d squares are read otherwise", wrong, squares)
	if float64(wrong) > 0.08*float64(squares) {
		t.Errorf("%d of %d squares are read otherwise under blinds", wrong, squares)
	}
}

// readMen reads a board, kings as men.
func readMen(t *testing.T, picture gocv.Mat, board find.Board) string {
	t.Helper()
	r, err := cold.Read(picture, board)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(men(r.Grid), "")
}

// shade lays the shadow of blinds over a picture: half of the light, in stripes across a direction.
func shade(t *testing.T, picture gocv.Mat, angle, period float64) {
	t.Helper()
	px, err := picture.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	sin, cos := math.Sincos(angle)
	width, channels := picture.Cols(), picture.Channels()
	for i := range picture.Total() {
		x, y := float64(i%width), float64(i/width)
		light := 0.75 + 0.25*max(-1, min(1, 6*math.Sin(2*math.Pi*(x*cos+y*sin)/period)))
		for c := i * channels; c < (i+1)*channels; c++ {
			px[c] = uint8(float64(px[c])*light + 0.5)
		}
	}
}
