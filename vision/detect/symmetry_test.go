package detect

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gocv.io/x/gocv"
	"pgregory.net/rapid"

	"draughtsman/vision/imaging"
)

// crossingAt draws four squares that meet at a point, turned by an angle, with soft edges and a joint of another tone
// between them.
func crossingAt(at imaging.Point, angle, joint, width float64, size int) greyImage {
	p := greyImage{px: make([]float32, size*size), width: size, height: size}
	sin, cos := math.Sincos(angle)
	soft := func(d float64) float64 { return math.Tanh(d / 1.2) }
	for y := range size {
		for x := range size {
			d := imaging.Pt(float64(x), float64(y)).Minus(at)
			u, v := cos*d.X+sin*d.Y, -sin*d.X+cos*d.Y
			tone := soft(u) * soft(v)
			if width > 0 {
				on := math.Exp(-math.Pow(min(math.Abs(u), math.Abs(v))/width, 4))
				tone += on * (joint - tone)
			}
			p.px[y*size+x] = float32(tone)
		}
	}
	return p
}

// smoothed is a picture with the least smoothing that pictures have in which crossings are measured.
func (p greyImage) smoothed() (out greyImage, err error) {
	m := gocv.NewMatWithSize(p.height, p.width, gocv.MatTypeCV32F)
	defer m.Close()
	px, err := m.DataPtrFloat32()
	if err != nil {
		return out, err
	}
	copy(px, p.px)
	if err := gocv.GaussianBlur(m, &m, image.Point{}, leastBlur, leastBlur, gocv.BorderReplicate); err != nil {
		return out, err
	}
	return greyImage{slices.Clone(px), p.width, p.height}, nil
}

// Joints of a few pixels are sampled coarsely: that costs a twentieth of a pixel at most.
func TestCrossingsAreMeasuredWhereTheyAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := imaging.Pt(rapid.Float64Range(28, 32).Draw(t, "x"), rapid.Float64Range(28, 32).Draw(t, "y"))
		p, err := crossingAt(at, rapid.Float64Range(0, math.Pi).Draw(t, "angle"), rapid.Float64Range(-2, 2).Draw(t, "joint"),
			rapid.SampledFrom([]float64{0, 1.5, 3}).Draw(t, "width"), 61).smoothed()
		if err != nil {
			t.Fatal(err)
		}
		from := at.Plus(imaging.Pt(rapid.Float64Range(-1, 1).Draw(t, "dx"), rapid.Float64Range(-1, 1).Draw(t, "dy")))
		got, ok := p.symmetryCentre(from, rapid.IntRange(5, 12).Draw(t, "window"), 4)
		if !ok || got.Distance(at) > 0.05 {
			t.Errorf("a crossing at %v is measured at %v, %v", at, got, ok)
		}
	})
}

func TestWhatIsNoCrossingIsNotMeasured(t *testing.T) {
	const size = 61
	draw := func(tone func(x, y float64) float64) greyImage {
		p := greyImage{px: make([]float32, size*size), width: size, height: size}
		for y := range size {
			for x := range size {
				p.px[y*size+x] = float32(tone(float64(x)-30, float64(y)-30))
			}
		}
		return p
	}
	random := rand.New(rand.NewPCG(1, 2))
	for name, p := range map[string]greyImage{
		"an edge":  draw(func(x, y float64) float64 { return math.Tanh((x + 0.3*y) / 2) }),
		"a corner": draw(func(x, y float64) float64 { return max(math.Tanh(x), math.Tanh(y)) }),
		"nothing":  draw(func(float64, float64) float64 { return 1 }),
		"noise":    draw(func(float64, float64) float64 { return random.NormFloat64() }),
	} {
		if at, ok := p.symmetryCentre(imaging.Pt(30.2, 29.9), 8, 4); ok {
			t.Errorf("%s is measured as a crossing at %v", name, at)
		}
	}
	if _, ok := crossingAt(imaging.Pt(3, 3), 0, 0, 0, size).symmetryCentre(imaging.Pt(3, 3), 8, 4); ok {
		t.Error("a crossing of which the picture cuts the surroundings is measured")
	}
}

func TestSaddleIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	of := make([]saddle, 300)
	for i := range of {
		of[i].at = imaging.Pt(900*random.Float64()-20, 700*random.Float64())
	}
	near := newSaddleIndex(of)
	for range 200 {
		place, distance := imaging.Pt(1200*random.Float64()-150, 1000*random.Float64()-150), 300*random.Float64()
		want, got := 0, 0
		for i := range of {
			if of[i].at.Distance(place) < distance {
				want += i + 1
			}
		}
		near.within(place, distance, func(i int, _ float64) { got += i + 1 })
		if got != want {
			t.Fatalf("within %.0f px of %v: others are found than are there", distance, place)
		}
	}
	empty := newSaddleIndex(nil)
	empty.within(imaging.Point{}, 10, func(int, float64) { t.Error("a saddle is found among none") })
}
