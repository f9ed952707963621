package guide

import (
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"draughtsman/calibration"
	"draughtsman/internal/testkit/boards"
	"draughtsman/internal/testkit/expect"
	"draughtsman/vision/camera"
	"draughtsman/vision/detect"
)

const width, height = 1280, 960

// lens is the camera's of these tests: its axis beside the middle, bent like a webcam's.
func lens() calibration.Lens {
	l := calibration.StraightLens(width, height, 1100)
	l.Centre.X, l.Centre.Y = l.Centre.X+9, l.Centre.Y-6
	l.K1, l.K2 = -0.14, 0.03
	return l
}

// held is how a target is held before a camera: where in the picture, from -1 to 1, and how tilted, degrees; positive
// tilts turn its right edge and its lower edge away.
type held struct{ x, y, rightAway, bottomAway float64 }

// seen is a target as found in a picture, with noise in px.
func (h held) seen(l calibration.Lens, noise float64, random *rand.Rand) detect.Board {
	const far = 16.0 // squares
	n := TargetSquares
	board := calibration.Board{Squares: n, SquareMM: 1}
	sinX, cosX := math.Sincos(h.rightAway * math.Pi / 180)
	sinY, cosY := math.Sincos(h.bottomAway * math.Pi / 180)
	// The target's x is to the right and its y up in the picture; away is z.
	var m [3][3]float64
	// Columns square to each other: x, y, and x × y towards the camera.
	x, y := [3]float64{cosX, 0, sinX}, [3]float64{0, -cosY, -sinY}
	y = orthogonal(x, y)
	z := [3]float64{x[1]*y[2] - x[2]*y[1], x[2]*y[0] - x[0]*y[2], x[0]*y[1] - x[1]*y[0]}
	for i := range 3 {
		m[i] = [3]float64{x[i], y[i], z[i]}
	}
	c := calibration.Camera{Lens: l, Pose: calibration.Pose{
		Rotation:    calibration.RotationOf(m),
		Translation: calibration.Vector{far * h.x * width / 2 / l.FocalPX, far * h.y * height / 2 / l.FocalPX, far},
	}}
	jitter := func(p calibration.Pixel) calibration.Pixel {
		return calibration.Pixel{X: p.X + noise*random.NormFloat64(), Y: p.Y + noise*random.NormFloat64()}
	}
	b := detect.Board{Squares: n, Confidence: 1}
	for i, corner := range board.Corners() {
		b.Corners[i] = jitter(c.Project(corner))
	}
	for row := 1; row < n; row++ {
		for column := 1; column < n; column++ {
			b.Crossings = append(b.Crossings, detect.Crossing{Row: row, Column: column,
				At: jitter(c.Project(board.Crossing(row, column, calibration.Top)))})
		}
	}
	return b
}

// orthogonal is y made square to x, of length 1.
func orthogonal(x, y [3]float64) [3]float64 {
	dot := x[0]*y[0] + x[1]*y[1] + x[2]*y[2]
	length := 0.0
	for i := range y {
		y[i] -= dot * x[i]
		length += y[i] * y[i]
	}
	for i := range y {
		y[i] /= math.Sqrt(length)
	}
	return y
}

func offer(t *testing.T, p *Poses, b detect.Board) Seen {
	t.Helper()
	became, err := p.Offer(b, width, height)
	expect.OK(t, err)
	return became
}

func TestWhatAPoseGrants(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		held held
		want []Wish
	}{
		{held{}, nil},
		{held{rightAway: 25}, []Wish{RightAway}},
		{held{rightAway: -25}, []Wish{LeftAway}},
		{held{bottomAway: 25}, []Wish{BottomAway}},
		{held{bottomAway: -25}, []Wish{TopAway}},
		{held{rightAway: 25, bottomAway: -25}, []Wish{RightAway, TopAway}},
		{held{rightAway: 8, bottomAway: -8}, nil},
		{held{x: -0.5, y: -0.4}, []Wish{TopLeft}},
		{held{x: 0.5, y: -0.4}, []Wish{TopRight}},
		{held{x: -0.5, y: 0.4}, []Wish{BottomLeft}},
		{held{x: 0.5, y: 0.4, rightAway: 25}, []Wish{RightAway, BottomRight}},
	} {
		p := NewPoses(TargetSquares, true)
		if became := offer(t, p, c.held.seen(lens(), 0.05, random)); became != Taken {
			t.Errorf("%+v is %v", c.held, became)
			continue
		}
		if got := p.views[0].grants; !slices.Equal(got, c.want) {
			t.Errorf("%+v grants %v, want %v", c.held, got, c.want)
		}
		for _, w := range c.want {
			if slices.Contains(p.Wanted(), w) {
				t.Errorf("%v is granted and still wanted", w)
			}
		}
	}
}

// whole are poses that grant every wish.
var whole = []held{
	{x: -0.45, y: -0.4, rightAway: -25}, {x: 0.45, y: -0.4, rightAway: 25},
	{x: -0.45, y: 0.4, bottomAway: 25}, {x: 0.45, y: 0.4, bottomAway: -25}, {},
}

// A person holds the target in one pose after the other; each picture is taken once it is held still, and no more
// than needed.
func TestAFilmOfPoses(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	p := NewPoses(TargetSquares, false)
	for i, h := range whole[:4] {
		for wave := range 4 { // on the way there
			moving := h
			moving.x += 0.1 * float64(1+wave)
			if became := offer(t, p, moving.seen(lens(), 0.1, random)); became == Taken {
				t.Fatalf("pose %d was taken while the target was moving", i)
			}
		}
		var became Seen
		for range stillLooks {
			became = offer(t, p, h.seen(lens(), 0.1, random))
		}
		if became != Taken {
			t.Fatalf("pose %d is %v", i, became)
		}
		if again := offer(t, p, h.seen(lens(), 0.1, random)); again != Same {
			t.Errorf("pose %d again is %v", i, again)
		}
		if done := p.Enough(); done != (i == 3) {
			t.Errorf("after pose %d it is enough: %v; wanted: %v", i, done, p.Wanted())
		}
	}
	p.Undo()
	if p.Enough() || len(p.Wanted()) == 0 {
		t.Error("what was forgotten is not wanted again")
	}
}

func TestATargetThatIsLostIsNotStill(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	p := NewPoses(TargetSquares, false)
	for range 4 {
		for range stillLooks - 1 {
			if became := offer(t, p, held{}.seen(lens(), 0.1, random)); became != Moving {
				t.Fatal(became)
			}
		}
		p.Lost()
	}
}

// The whole way: pictures of a target, with noise, give the lens.
func TestLensFromPoses(t *testing.T) {
	for seed := range uint64(4) {
		random := rand.New(rand.NewPCG(seed, 1))
		p := NewPoses(TargetSquares, true)
		for _, h := range whole {
			if _, err := p.Offer(h.seen(lens(), 0.1, random), width, height); err != nil {
				t.Fatal(err)
			}
		}
		got, left, err := p.Lens()
		if err != nil || len(left) > 0 {
			t.Fatal(left, err)
		}
		if off := math.Abs(got.Lens.FocalPX - 1100); off > 6 || off > 5*got.FocalSpreadPX+0.5 {
			t.Errorf("focal length %.1f ± %.1f px, want 1100", got.Lens.FocalPX, got.FocalSpreadPX)
		}
		if got.ResidualPX < 0.1 || got.ResidualPX > 0.18 {
			t.Errorf("residual %.2f px of points with 0.14 px of noise", got.ResidualPX)
		}
	}
}

func TestABentTargetIsLeftOut(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	p := NewPoses(TargetSquares, true)
	for i, h := range whole {
		b := h.seen(lens(), 0.1, random)
		if i == 2 {
			for k, c := range b.Crossings { // the page is warped
				b.Crossings[k].At.Y += 3 * math.Sin(float64(c.Column))
			}
		}
		offer(t, p, b)
	}
	got, left, err := p.Lens()
	if err != nil || !slices.Equal(left, []int{3}) || got.ResidualPX > 0.2 {
		t.Errorf("left out %v, residual %.2f px, %v", left, got.ResidualPX, err)
	}
}

func TestPosesThatWillNotDo(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	warped := func(b detect.Board) detect.Board {
		for k, c := range b.Crossings {
			b.Crossings[k].At.Y += 6 * math.Sin(float64(c.Column))
		}
		return b
	}
	same := func(b detect.Board) detect.Board { return b }
	for name, c := range map[string]struct {
		poses []held
		bend  func(detect.Board) detect.Board
		want  []string
	}{
		"none": {nil, same, []string{"0 were taken, 3 are the fewest", "poses still wanted: left edge away"}},
		"all level": {[]held{{x: -0.3}, {x: 0.3}, {y: 0.3}, {y: -0.3}}, same,
			[]string{"do not tell the focal length",
				"poses still wanted: left edge away, right edge away, top edge away, bottom edge away"}},
		"bent": {whole, warped, []string{"px from where one lens would show them", "fix it to something flat"}},
	} {
		p := NewPoses(TargetSquares, true)
		for _, h := range c.poses {
			offer(t, p, c.bend(h.seen(lens(), 0.1, random)))
		}
		_, _, err := p.Lens()
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want …%s…", name, err, want)
			}
		}
	}
	p := NewPoses(TargetSquares, true)
	offer(t, p, held{}.seen(lens(), 0, random))
	if _, err := p.Offer(held{}.seen(lens(), 0, random), width, height+1); err == nil ||
		!strings.Contains(err.Error(), "different sizes, 1280×960 and 1280×961") {
		t.Error(err)
	}
}

// The printed target is found in any pose, and one that is cut is not.
func TestTheTargetIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	grid := make([]string, TargetSquares)
	for i := range grid {
		grid[i] = strings.Repeat(".", TargetSquares)
	}
	white, black := color.RGBA{R: 235, G: 235, B: 235}, color.RGBA{R: 25, G: 25, B: 25}
	for _, c := range []struct {
		tilt, turn, fill float64
		found            bool
	}{
		{0, 0, 0.9, true}, {25, 10, 0.5, true}, {25, 200, 0.7, true}, {40, 30, 0.6, true},
		{0, 0, 1.2, false}, {25, 0, 1.2, false}, {40, 0, 1.3, false},
	} {
		s := boards.NewPlain(TargetSquares)
		s.Grid, s.Frame, s.Fill = grid, 0.75, c.fill
		s.Tilt, s.Turn = c.tilt*math.Pi/180, c.turn*math.Pi/180
		s.Palette = boards.Palette{LightSquare: white, DarkSquare: black, Border: white,
			Table: color.RGBA{R: 120, G: 90, B: 60}}
		picture, err := boards.Draw(s.Scene())
		expect.OK(t, err)
		frame := camera.Frame{Image: picture}
		found, err := NewPoses(TargetSquares, true).Find(frame)
		if (err == nil) != c.found {
			t.Errorf("%+v: %v", c, err)
		}
		if off := apart(found.Corners, s.Corners()); c.found && off > 0.5 {
			t.Errorf("%+v: the corners are %.2f px off", c, off)
		}
		if err := frame.Close(); err != nil {
			t.Error(err)
		}
	}
}
