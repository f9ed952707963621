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

// What is read of a board in even light is read of it under the shadow of blinds, too, and where something beside the
// board casts one, nearly always.
func TestShadows(t *testing.T) {
	for _, tt := range []struct {
		name  string
		light func(x, y, side float64, n int) float64 // at a pixel of the nth picture, which has squares of a side
		most  float64                                 // of the squares that may be read otherwise
	}{
		{"blinds", blinds, 0.06},
		{"cast", cast, 0.03},
	} {
		t.Run(tt.name, func(t *testing.T) {
			looked, wrong := 0, 0
			n := 0
			for picture, board := range evenlyLit(t) {
				n++
				even := readMen(t, picture, board)
				side := math.Hypot(board.Corners[0].X-board.Corners[1].X, board.Corners[0].Y-board.Corners[1].Y) /
					float64(board.Squares)
				shade(t, picture, func(x, y float64) float64 { return tt.light(x, y, side, n) })
				shaded := readMen(t, picture, board)
				for i := range even {
					looked++
					if shaded[i] != even[i] {
						wrong++
					}
				}
			}
			t.Logf("%d of %d squares are read otherwise", wrong, looked)
			if float64(wrong) > tt.most*float64(looked) {
				t.Errorf("%d of %d squares are read otherwise", wrong, looked)
			}
		})
	}
}

// A sleeve over some squares, darker than all pieces, leaves the sides of the others what they are.
func TestSleeve(t *testing.T) {
	looked, wrong := 0, 0
	for picture, board := range evenlyLit(t) {
		before := readMen(t, picture, board)
		n := board.Squares
		at := func(column, row float64) (p image.Point) { // between the corners, as far as lines stay straight
			c, x, y := board.Corners, column/float64(n), row/float64(n)
			top, bottom := calibration.Pixel{X: c[0].X + x*(c[1].X-c[0].X), Y: c[0].Y + x*(c[1].Y-c[0].Y)},
				calibration.Pixel{X: c[3].X + x*(c[2].X-c[3].X), Y: c[3].Y + x*(c[2].Y-c[3].Y)}
			return image.Pt(int(top.X+y*(bottom.X-top.X)), int(top.Y+y*(bottom.Y-top.Y)))
		}
		across := float64(n) / 2
		sleeve := gocv.NewPointsVectorFromPoints([][]image.Point{{at(-2, across-1.2), at(3, across-1), at(3, across+1),
			at(-2, across+1.2)}})
		defer sleeve.Close()
		if err := gocv.FillPoly(&picture, sleeve, color.RGBA{R: 14, G: 10, B: 12}); err != nil {
			t.Fatal(err)
		}
		after := readMen(t, picture, board)
		for i := range before {
			if row, column := i/n, i%n; column > 3 || math.Abs(float64(row)+0.5-across) > 2.5 {
				looked++
				if after[i] != before[i] {
					wrong++
				}
			}
		}
	}
	t.Logf("%d of %d squares are read otherwise", wrong, looked)
	if float64(wrong) > 0.03*float64(looked) {
		t.Errorf("%d of %d squares are read otherwise", wrong, looked)
	}
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
	r, err := squares.Read(picture, board)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(men(r.Grid), "")
}

// shade takes light from a picture.
func shade(t *testing.T, picture gocv.Mat, light func(x, y float64) float64) {
	t.Helper()
	px, err := picture.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	width, channels := picture.Cols(), picture.Channels()
	for i := range picture.Total() {
		l := light(float64(i%width), float64(i/width))
		for c := i * channels; c < (i+1)*channels; c++ {
			px[c] = uint8(float64(px[c])*l + 0.5)
		}
	}
}

// blinds let half of the light through, in stripes across a direction.
func blinds(x, y, side float64, n int) float64 {
	sin, cos := math.Sincos(float64(n))
	return 0.75 + 0.25*clip(6*math.Sin(2*math.Pi*(x*cos+y*sin)/(1.3*side)))
}

// cast is half of the light in a few round shadows, as of lamps and heads.
func cast(x, y, side float64, n int) float64 {
	random := rand.New(rand.NewPCG(uint64(n), 3))
	out := 1.0
	for range 5 {
		cx, cy, radius := 1200*random.Float64(), 900*random.Float64(), (1+2*random.Float64())*side
		out = min(out, clip((math.Hypot(x-cx, y-cy)-radius)/(0.06*side)))
	}
	return 0.75 + 0.25*out
}

func clip(v float64) float64 { return max(-1, min(1, v)) }
