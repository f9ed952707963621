package imaging_test

import (
	"math"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/internal/testkit/leak"
	"draughtsman/internal/testkit/optics"
	"draughtsman/vision/imaging"
)

// TestMain fails when the tests have left pictures allocated.
func TestMain(m *testing.M) { leak.Main(m) }

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		of   []float64
		want float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{5, 1}, 3}, {[]float64{9, 1, 2}, 2}, {[]float64{4, 1, 3, 2}, 2.5}} {
		if got := imaging.Median(slices.Clone(c.of)); got != c.want {
			t.Errorf("the median of %v is %g, want %g", c.of, got, c.want)
		}
	}
	if got := imaging.Quantile([]float64{5, 4, 3, 2, 1}, 1); got != 5 {
		t.Errorf("the last quantile is %g", got)
	}
}

func TestComponents(t *testing.T) {
	marked := []bool{
		true, false, false, true,
		false, true, false, true,
		false, false, false, false,
		true, false, false, true,
	}
	for corners, want := range map[bool][][]int{
		false: {{0}, {3, 7}, {5}, {12}, {15}}, true: {{0, 5}, {3, 7}, {12}, {15}},
	} {
		got := imaging.Components(marked, 4, corners)
		if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
			t.Errorf("over corners %v: %v, want %v", corners, got, want)
		}
	}
}

func TestSolve(t *testing.T) {
	var x [2]float64
	if !imaging.Solve([]float64{0, 2, 4, 3, 1, 5}, x[:]) || x != [2]float64{1, 2} {
		t.Errorf("2y = 4 and 3x + y = 5 are solved by %v", x)
	}
	if imaging.Solve([]float64{1, 2, 4, 2, 4, 5}, x[:]) {
		t.Error("equations that contradict each other are solved")
	}
}

func TestPeak(t *testing.T) {
	if at := imaging.Peak(1., 2, 1.5); math.Abs(at-1./6) > 1e-9 {
		t.Errorf("the peak lies at %g", at)
	}
	if at := imaging.Peak(2., 1, 2); at != 0 {
		t.Errorf("a hollow has a peak at %g", at)
	}
}

// What is added grows with the picture's bright end and not with a few lamps in it.
func TestDarkOffset(t *testing.T) {
	picture := slices.Repeat([]uint8{10, 100, 20}, 61*400)
	for i := range len(picture) / 50 {
		picture[i] = 255
	}
	if got := imaging.DarkOffset(picture); math.Abs(got-8) > 1e-9 {
		t.Errorf("%g is added to samples, want 8", got)
	}
	if got := imaging.DarkOffset(nil); math.IsNaN(got) {
		t.Error("what is added for a picture without pixels is no number")
	}
}

// A board seen from straight above at a scale of one is shown as it is, at both heights where it appears.
func TestTopView(t *testing.T) {
	const size = 40
	camera := calibration.Camera{Lens: calibration.StraightLens(size, size, 100),
		Pose: optics.LookFrom(calibration.BoardPoint{Z: 100}, calibration.BoardPoint{}, 0)}
	picture := gocv.NewMatWithSize(size, size, gocv.MatTypeCV8UC1)
	defer picture.Close()
	for y := range size {
		for x := range size {
			picture.SetUCharAt(y, x, uint8(3*x+2*y))
		}
	}
	grid := imaging.Grid{Size: size / 2, MMPerPX: 1}
	for _, height := range []float64{0, 50} {
		view, err := imaging.NewTopView(camera, grid, height)
		if err != nil {
			t.Fatal(err)
		}
		flat := gocv.NewMat()
		if err := view.Draw(picture, &flat, gocv.BorderConstant); err != nil {
			t.Fatal(err)
		}
		scale := 100 / (100 - height)
		for _, at := range [][2]int{{3, 4}, {12, 7}, {18, 18}} {
			mmX, mmY := grid.At(at[0], at[1])
			x, y := (size-1)/2.+scale*mmX, (size-1)/2.-scale*mmY
			want := 0.0
			if min(x, y) >= 0 && max(x, y) <= size-1 {
				want = 3*x + 2*y
			}
			if got := float64(flat.GetUCharAt(at[1], at[0])); math.Abs(got-want) > 1.1 {
				t.Errorf("at %v from %g mm: %g, want %g", at, height, got, want)
			}
		}
		if err := view.Close(); err != nil {
			t.Error(err)
		}
		flat.Close()
	}
}
