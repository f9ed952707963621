package squares_test

import (
	"image"
	"image/color"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/internal/testkit/boards"
	"draughtsman/vision/detect"
	"draughtsman/vision/squares"
)

// What is read of a board in even light is read of it under the shadow of blinds, too, where something beside the board
// casts one, and beside a sleeve that is darker than all pieces, nearly always.
func TestShadows(t *testing.T) {
	if testing.Short() {
		t.Skip("draws and reads a hundred pictures")
	}
	changes := []struct {
		name   string
		change func(t *testing.T, picture *gocv.Mat, board detect.Board, n int) // of the nth picture
		hides  func(board detect.Board, row, column int) bool
		most   float64 // of the squares that may be read otherwise

		looked, wrong int
	}{
		{name: "blinds", change: shaded(blinds), hides: nothing, most: 0.06},
		{name: "cast", change: shaded(cast), hides: nothing, most: 0.03},
		{name: "sleeve", change: sleeve, hides: nearSleeve, most: 0.03},
	}
	n := 0
	for picture, board := range evenlyLit(t) {
		n++
		even := readMen(t, picture, board)
		for i := range changes {
			c := &changes[i]
			changed := picture.Clone()
			c.change(t, &changed, board, n)
			is := readMen(t, changed, board)
			for k := range even {
				if c.hides(board, k/board.Squares, k%board.Squares) {
					continue
				}
				c.looked++
				if is[k] != even[k] {
					c.wrong++
				}
			}
			if err := changed.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range changes {
		t.Logf("%s: %d of %d squares are read otherwise", c.name, c.wrong, c.looked)
		if float64(c.wrong) > c.most*float64(c.looked) {
			t.Errorf("%s: %d of %d squares are read otherwise", c.name, c.wrong, c.looked)
		}
	}
}

func nothing(detect.Board, int, int) bool { return false }

// The sleeve reaches so far over the board, and its wider end is so far from its middle.
const sleeveEnd, sleeveHalf = 3, 1.2 // squares

// sleeve draws one that comes over the left edge.
func sleeve(t *testing.T, picture *gocv.Mat, board detect.Board, _ int) {
	t.Helper()
	n := float64(board.Squares)
	at := func(column, row float64) image.Point { // between the corners, as far as lines stay straight
		c, x, y := board.Corners, column/n, row/n
		top := calibration.Pixel{X: c[0].X + x*(c[1].X-c[0].X), Y: c[0].Y + x*(c[1].Y-c[0].Y)}
		bottom := calibration.Pixel{X: c[3].X + x*(c[2].X-c[3].X), Y: c[3].Y + x*(c[2].Y-c[3].Y)}
		return image.Pt(int(top.X+y*(bottom.X-top.X)), int(top.Y+y*(bottom.Y-top.Y)))
	}
	outline := gocv.NewPointsVectorFromPoints([][]image.Point{{at(-2, n/2-sleeveHalf), at(sleeveEnd, n/2-1),
		at(sleeveEnd, n/2+1), at(-2, n/2+sleeveHalf)}})
	defer outline.Close()
	if err := gocv.FillPoly(picture, outline, color.RGBA{R: 14, G: 10, B: 12}); err != nil {
		t.Fatal(err)
	}
}

// nearSleeve reports whether the sleeve lies over a square or beside it.
func nearSleeve(board detect.Board, row, column int) bool {
	return column <= sleeveEnd && math.Abs(float64(row)+0.5-float64(board.Squares)/2) <= 2.5
}

// evenlyLit are drawn boards in even light, with the usual pieces, and where they are.
func evenlyLit(t *testing.T) iter.Seq2[gocv.Mat, detect.Board] {
	const pictures = 12 // of few a single board is too large a part
	return func(yield func(gocv.Mat, detect.Board) bool) {
		for seed, n := uint64(0), 0; n < pictures; seed++ {
			s := boards.New(seed, boards.Shown)
			if k := s.Kinds(); s.Content != boards.Whole || !slices.Contains(k, "light even") ||
				!slices.Contains(k, "piece colours usual") {
				continue
			}
			n++
			picture, err := boards.Draw(s)
			if err != nil {
				t.Fatal(err)
			}
			board := detect.Board{Squares: s.Squares}
			for i, c := range s.Corners() {
				board.Corners[i] = calibration.Pixel{X: c.X, Y: c.Y}
			}
			goOn := yield(picture, board)
			picture.Close()
			if !goOn {
				return
			}
		}
	}
}

// readMen reads a board, kings as men.
func readMen(t *testing.T, picture gocv.Mat, board detect.Board) string {
	t.Helper()
	r, err := squares.Read(picture, board, nil)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(men(r.Grid), "")
}

// A light is how bright a picture is at a pixel, as a part of what it was.
type light func(x, y float64) float64

// shaded takes light from a picture: of is the light in the nth picture, whose squares have a side in px.
func shaded(of func(side float64, n int) light) func(*testing.T, *gocv.Mat, detect.Board, int) {
	return func(t *testing.T, picture *gocv.Mat, board detect.Board, n int) {
		t.Helper()
		px, err := picture.DataPtrUint8()
		if err != nil {
			t.Fatal(err)
		}
		side := math.Hypot(board.Corners[0].X-board.Corners[1].X, board.Corners[0].Y-board.Corners[1].Y) /
			float64(board.Squares)
		at, width, channels := of(side, n), picture.Cols(), picture.Channels()
		for i := range picture.Total() {
			l := at(float64(i%width), float64(i/width))
			for c := i * channels; c < (i+1)*channels; c++ {
				px[c] = uint8(float64(px[c])*l + 0.5)
			}
		}
	}
}

// blinds let half of the light through, in stripes across a direction.
func blinds(side float64, n int) light {
	sin, cos := math.Sincos(float64(n))
	return func(x, y float64) float64 {
		return 0.75 + 0.25*clip(6*math.Sin(2*math.Pi*(x*cos+y*sin)/(1.3*side)))
	}
}

// cast is half of the light in a few round shadows, as of lamps and heads.
func cast(side float64, n int) light {
	random := rand.New(rand.NewPCG(uint64(n), 3))
	var shadows [5]struct{ x, y, radius float64 }
	for i := range shadows {
		s := &shadows[i]
		s.x, s.y, s.radius = 1200*random.Float64(), 900*random.Float64(), (1+2*random.Float64())*side
	}
	return func(x, y float64) float64 {
		out := 1.0
		for _, s := range shadows {
			out = min(out, clip((math.Hypot(x-s.x, y-s.y)-s.radius)/(0.06*side)))
		}
		return 0.75 + 0.25*out
	}
}

func clip(v float64) float64 { return max(-1, min(1, v)) }
