package detect_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/internal/testkit/boards"
	"draughtsman/vision/detect"
)

func draw(t testing.TB, s boards.Plain) gocv.Mat {
	t.Helper()
	image, err := boards.Draw(s.Scene())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = image.Close() })
	return image
}

func distance(a, b calibration.Pixel) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

// check compares a found board with the drawn one: corners from whichever comes first, and every crossing by the row
// and column it claims.
func check(b detect.Board, s boards.Plain) (corner, crossing float64) {
	truth := s.Corners()
	corner = math.Inf(1)
	turn := 0
	for k := range 4 {
		off := 0.0
		for i := range truth {
			off = max(off, distance(b.Corners[(i+k)%4], truth[i]))
		}
		if off < corner {
			corner, turn = off, k
		}
	}
	n := len(s.Grid)
	for _, c := range b.Crossings {
		row, column := c.Row, c.Column
		for range (4 - turn) % 4 { // from the drawn corner on to the one that was found first
			row, column = column, n-row
		}
		crossing = max(crossing, distance(c.At, s.At(float64(row), float64(column))))
	}
	return corner, crossing
}

func TestCleanBoards(t *testing.T) {
	for i, squares := range []int{6, 8, 10, 12} {
		for j, tilt := range []float64{0, 25, 45} {
			for k, turn := range []float64{0, 30, 200} {
				if testing.Short() && (i+j+k)%6 != 2 {
					continue
				}
				for _, told := range []int{0, squares} {
					if told != 0 && (turn != 30 || tilt != 25) {
						continue
					}
					t.Run(fmt.Sprintf("%d squares, tilt %.0f, turn %.0f, told %d", squares, tilt, turn, told), func(t *testing.T) {
						s := boards.NewPlain(squares)
						s.Tilt, s.Turn, s.Fill = tilt*math.Pi/180, turn*math.Pi/180, 0.7
						b, err := detect.Find(draw(t, s), detect.Options{Squares: told})
						if err != nil {
							t.Fatal(err)
						}
						if b.Squares != squares {
							t.Fatalf("found a board of %d squares", b.Squares)
						}
						most := 0.3
						if tilt > 30 {
							most = 1.2 // discs lean into crossings
						}
						corner, crossing := check(b, s)
						if corner > most {
							t.Errorf("a corner is %.2f px off", corner)
						}
						if crossing > most {
							t.Errorf("a crossing is %.2f px off", crossing)
						}
						for i, c := range b.Corners {
							if c.X+c.Y < b.Corners[0].X+b.Corners[0].Y {
								t.Errorf("corner %d is nearer the top left than the first", i)
							}
							if p, q := b.Corners[(i+1)%4], b.Corners[(i+2)%4]; (p.X-c.X)*(q.Y-p.Y)-(p.Y-c.Y)*(q.X-p.X) <= 0 {
								t.Error("the corners do not go clockwise")
							}
						}
						if b.Confidence <= 0 || b.Confidence > 1 {
							t.Errorf("confidence %.2f", b.Confidence)
						}
					})
				}
			}
		}
	}
}

func TestOtherPixels(t *testing.T) {
	s := boards.NewPlain(8)
	image := draw(t, s)
	for name, code := range map[string]gocv.ColorConversionCode{"grey": gocv.ColorBGRToGray, "BGRA": gocv.ColorBGRToBGRA} {
		t.Run(name, func(t *testing.T) {
			other := gocv.NewMat()
			defer other.Close()
			if err := gocv.CvtColor(image, &other, code); err != nil {
				t.Fatal(err)
			}
			b, err := detect.Find(other, detect.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if corner, _ := check(b, s); corner > 0.6 {
				t.Errorf("a corner is %.2f px off", corner)
			}
		})
	}
	t.Run("floating point", func(t *testing.T) {
		other := gocv.NewMat()
		defer other.Close()
		if err := image.ConvertTo(&other, gocv.MatTypeCV32F); err != nil {
			t.Fatal(err)
		}
		_, err := detect.Find(other, detect.Options{})
		var refusal *detect.Refusal
		if err == nil || errors.As(err, &refusal) {
			t.Errorf("a picture of another type gives %v, which is no error of its own", err)
		}
	})
}

func TestRefusals(t *testing.T) {
	noise := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8UC3)
	defer noise.Close()
	px, err := noise.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for i := range px {
		px[i] = uint8(random.IntN(256))
	}
	plain := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 100, 110, 0), 480, 640, gocv.MatTypeCV8UC3)
	defer plain.Close()
	empty := gocv.NewMat()
	defer empty.Close()
	floor := boards.NewPlain(24) // tiles, of which the picture shows no end
	floor.Grid = boards.Start(24)
	floor.Fill = 2
	outside := boards.NewPlain(8) // cut by the picture's edge
	outside.Fill = 1.5
	bigger := boards.NewPlain(12)
	for name, c := range map[string]struct {
		image gocv.Mat
		told  int
	}{
		"noise":                     {noise, 0},
		"nothing":                   {plain, 0},
		"no picture":                {empty, 0},
		"a floor":                   {draw(t, floor), 0},
		"half a board":              {draw(t, outside), 8},
		"eight squares told of 12":  {draw(t, bigger), 8},
		"a size that no board has":  {draw(t, boards.NewPlain(8)), 3},
		"a size far beyond a board": {draw(t, boards.NewPlain(8)), 99},
	} {
		t.Run(name, func(t *testing.T) {
			b, err := detect.Find(c.image, detect.Options{Squares: c.told})
			var refusal *detect.Refusal
			if !errors.As(err, &refusal) {
				t.Fatalf("found %+v, error %v", b, err)
			}
			if refusal.Reason == "" {
				t.Error("no reason is given")
			}
		})
	}
}

func TestSameAnswerTwice(t *testing.T) {
	image := draw(t, boards.NewPlain(8))
	first, err := detect.Find(image, detect.Options{})
	if err != nil {
		t.Fatal(err)
	}
	second, err := detect.Find(image, detect.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if first.Corners != second.Corners || first.Confidence != second.Confidence {
		t.Errorf("the same picture gives %v and %v", first.Corners, second.Corners)
	}
}
