package find_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/find"
	"draughtsman/vision/find/drawn"
)

func draw(t testing.TB, s drawn.Scene) gocv.Mat {
	t.Helper()
	image, err := drawn.Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = image.Close() })
	return image
}

func distance(a, b calibration.Pixel) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

// check compares a found board with the drawn one: corners from whichever
// comes first, and every crossing by the row and column it claims.
func check(b find.Board, s drawn.Scene) (corner, crossing float64) {
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
	for _, squares := range []int{6, 8, 10, 12} {
		for _, tilt := range []float64{0, 25, 45} {
			for _, turn := range []float64{0, 30, 200} {
				for _, told := range []int{0, squares} {
					if told != 0 && (turn != 30 || tilt != 25) {
						continue
					}
					t.Run(fmt.Sprintf("%d squares, tilt %.0f, turn %.0f, told %d", squares, tilt, turn, told), func(t *testing.T) {
						s := drawn.Default(squares)
						s.Tilt, s.Turn = tilt*math.Pi/180, turn*math.Pi/180
						b, err := find.Find(draw(t, s), find.Options{Squares: told})
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

// TestStress finds boards drawn at random, from easy to hard, and prints the
// rates.
func TestStress(t *testing.T) {
	for _, level := range []struct {
		name         string
		tilt, noise  float64
		blur, fade   float64
		least, wrong float64 // parts of the pictures
	}{
		{"easy", 30, 3, 0.8, 0, 0.97, 0},
		{"noisy", 40, 15, 1, 0, 0.95, 0},
		{"blurred", 40, 4, 3, 0, 0.9, 0.09},
		{"faded", 40, 4, 1, 0.75, 0.9, 0.02},
		{"oblique", 58, 4, 1, 0, 0.85, 0.05},
	} {
		t.Run(level.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(7, 8))
			const pictures = 8
			found, wrong := 0, 0
			for k := range pictures {
				s := drawn.Default([]int{6, 8, 10, 12}[k%4])
				s.Width, s.Height = 800, 600
				s.Tilt, s.Turn = level.tilt*math.Pi/180*random.Float64(), 2*math.Pi*random.Float64()
				s.Fill = 0.55 + 0.25*random.Float64()
				s.Noise, s.Blur, s.Jitter, s.Spares = level.noise, level.blur, 0.1, k%5
				s.Palette = faded(drawn.Wood, level.fade)
				s.Seed = uint64(k)
				thin(s.Grid, random)
				b, err := find.Find(draw(t, s), find.Options{})
				var refusal *find.Refusal
				if errors.As(err, &refusal) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				side := distance(s.At(0, 0), s.At(0, 1))
				if corner, _ := check(b, s); b.Squares != len(s.Grid) || corner > 0.25*side {
					wrong++
					t.Logf("picture %d: a board of %d squares found as one of %d, a corner %.1f px off, squares of %.1f px", k, len(s.Grid), b.Squares, corner, side)
				} else {
					found++
				}
			}
			t.Logf("%d of %d found, %d wrong", found, pictures, wrong)
			if float64(found) < level.least*pictures {
				t.Errorf("found %d of %d", found, pictures)
			}
			if float64(wrong) > level.wrong*pictures {
				t.Errorf("%d wrong boards", wrong)
			}
		})
	}
}

// faded moves a palette towards grey.
func faded(p drawn.Palette, by float64) drawn.Palette {
	for _, c := range []*uint8{
		&p.LightSquare.R, &p.LightSquare.G, &p.LightSquare.B, &p.DarkSquare.R, &p.DarkSquare.G, &p.DarkSquare.B,
		&p.LightPiece.R, &p.LightPiece.G, &p.LightPiece.B, &p.DarkPiece.R, &p.DarkPiece.G, &p.DarkPiece.B,
		&p.Table.R, &p.Table.G, &p.Table.B, &p.Border.R, &p.Border.G, &p.Border.B,
	} {
		*c = uint8(float64(*c)*(1-by) + 128*by)
	}
	return p
}

// thin takes pieces away and moves others, as in the middle of a game.
func thin(grid []string, random *rand.Rand) {
	for r, row := range grid {
		line := []byte(row)
		for c := range line {
			if line[c] != '.' && random.Float64() < 0.4 {
				line[c] = '.'
			}
		}
		grid[r] = string(line)
	}
}

func TestOtherPixels(t *testing.T) {
	s := drawn.Default(8)
	image := draw(t, s)
	for name, code := range map[string]gocv.ColorConversionCode{"grey": gocv.ColorBGRToGray, "BGRA": gocv.ColorBGRToBGRA} {
		t.Run(name, func(t *testing.T) {
			other := gocv.NewMat()
			defer other.Close()
			if err := gocv.CvtColor(image, &other, code); err != nil {
				t.Fatal(err)
			}
			b, err := find.Find(other, find.Options{})
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
		_, err := find.Find(other, find.Options{})
		var refusal *find.Refusal
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
	floor := drawn.Default(24) // tiles, of which the picture shows no end
	floor.Grid = drawn.Start(24)
	floor.Fill = 2
	outside := drawn.Default(8) // cut by the picture's edge
	outside.Fill = 1.5
	bigger := drawn.Default(12)
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
		"a size that no board has":  {draw(t, drawn.Default(8)), 3},
		"a size far beyond a board": {draw(t, drawn.Default(8)), 99},
	} {
		t.Run(name, func(t *testing.T) {
			b, err := find.Find(c.image, find.Options{Squares: c.told})
			var refusal *find.Refusal
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
	image := draw(t, drawn.Default(8))
	first, err := find.Find(image, find.Options{})
	if err != nil {
		t.Fatal(err)
	}
	second, err := find.Find(image, find.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if first.Corners != second.Corners || first.Confidence != second.Confidence {
		t.Errorf("the same picture gives %v and %v", first.Corners, second.Corners)
	}
}

func BenchmarkFind1280x960(b *testing.B) {
	s := drawn.Default(8)
	s.Width, s.Height = 1280, 960
	image := draw(b, s)
	for b.Loop() {
		if _, err := find.Find(image, find.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
