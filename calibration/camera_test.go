package calibration_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/calibration"
	"draughtsman/internal/testkit/optics"
)

var board = calibration.Board{Squares: 8, SquareMM: 40}

// camera draws a camera that sees the whole board, up to a tilt in degrees.
func camera(t *rapid.T, maxTilt float64) calibration.Camera {
	degrees := math.Pi / 180
	lens := calibration.StraightLens(1280, 720, rapid.Float64Range(800, 1500).Draw(t, "focal"))
	lens.K1 = rapid.Float64Range(-0.25, 0.15).Draw(t, "k1")
	lens.Centre.X += rapid.Float64Range(-3, 3).Draw(t, "cx")
	lens.Centre.Y += rapid.Float64Range(-3, 3).Draw(t, "cy")
	tilt := rapid.Float64Range(0, maxTilt).Draw(t, "tilt") * degrees
	around := rapid.Float64Range(0, 360).Draw(t, "around") * degrees
	roll := rapid.Float64Range(-180, 180).Draw(t, "roll") * degrees
	// Far enough that the board's diagonal, 453 mm, fits the picture's height.
	far := lens.FocalPX / 300 * 240 * rapid.Float64Range(1.05, 1.6).Draw(t, "far")
	eye := calibration.BoardPoint{
		X: far * math.Sin(tilt) * math.Cos(around),
		Y: far * math.Sin(tilt) * math.Sin(around),
		Z: far * math.Cos(tilt),
	}
	at := calibration.BoardPoint{X: rapid.Float64Range(-10, 10).Draw(t, "x"), Y: rapid.Float64Range(-10, 10).Draw(t, "y")}
	return calibration.Camera{Lens: lens, Pose: optics.LookFrom(eye, at, roll)}
}

func apart(a, b calibration.BoardPoint) float64 {
	return math.Sqrt((a.X-b.X)*(a.X-b.X) + (a.Y-b.Y)*(a.Y-b.Y) + (a.Z-b.Z)*(a.Z-b.Z))
}

func TestLocateUndoesProject(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := camera(t, 65)
		c.Lens.K2 = rapid.Float64Range(-0.02, 0.05).Draw(t, "k2")
		c.Lens.P1 = rapid.Float64Range(-0.003, 0.003).Draw(t, "p1")
		c.Lens.P2 = rapid.Float64Range(-0.003, 0.003).Draw(t, "p2")
		want := calibration.BoardPoint{
			X: rapid.Float64Range(-200, 200).Draw(t, "px"),
			Y: rapid.Float64Range(-200, 200).Draw(t, "py"),
			Z: rapid.Float64Range(0, 14).Draw(t, "pz"),
		}
		got, err := c.Locate(c.Project(want), want.Z)
		if err != nil {
			t.Fatal(err)
		}
		if d := apart(got, want); d > 1e-6 {
			t.Fatalf("%v came back as %v, %g mm away", want, got, d)
		}
	})
}

// A picture that is turned is what the turned camera sees.
func TestTurned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := camera(t, 65)
		c.Lens.P1 = rapid.Float64Range(-0.003, 0.003).Draw(t, "p1")
		c.Lens.P2 = rapid.Float64Range(-0.003, 0.003).Draw(t, "p2")
		at := calibration.BoardPoint{X: rapid.Float64Range(-200, 200).Draw(t, "px"),
			Y: rapid.Float64Range(-200, 200).Draw(t, "py"), Z: rapid.Float64Range(0, 14).Draw(t, "pz")}
		as, turned := c.Project(at), c.Turned().Project(at)
		if math.Hypot(as.X+turned.X-1279, as.Y+turned.Y-719) > 1e-6 {
			t.Fatalf("%v is seen at %v, by the turned camera at %v", at, as, turned)
		}
		edge := calibration.BoardPoint{Y: board.Half()}
		level := math.Abs(c.Project(edge).Y-c.Project(calibration.BoardPoint{Y: -edge.Y}).Y) < 1e-6
		if !level && c.WhiteBelow(board) == c.Turned().WhiteBelow(board) {
			t.Fatal("the same edge is below in a picture and in the turned one")
		}
	})
	picture := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9}
	if calibration.TurnPixels(picture); !slices.Equal(picture, []byte{7, 8, 9, 4, 5, 6, 1, 2, 3}) {
		t.Errorf("turned, the picture is %v", picture)
	}
}

func TestLookFrom(t *testing.T) {
	lens := calibration.StraightLens(961, 721, 900)
	tests := []struct {
		name       string
		eye        calibration.BoardPoint
		roll       float64
		blackAbove bool // Black's edge is above the middle of the picture
		rightX     bool // White's right is right of the middle
	}{
		{"straight above", calibration.BoardPoint{Z: 600}, 0, true, true},
		{"from White's seat", calibration.BoardPoint{Y: -300, Z: 500}, 0, true, true},
		{"from Black's seat", calibration.BoardPoint{Y: 300, Z: 500}, 0, false, false},
		{"upside down", calibration.BoardPoint{Z: 600}, math.Pi, false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := calibration.Camera{Lens: lens, Pose: optics.LookFrom(tt.eye, calibration.BoardPoint{}, tt.roll)}
			if d := apart(c.Eye(), tt.eye); d > 1e-9 {
				t.Errorf("the eye is at %v, %g mm off", c.Eye(), d)
			}
			middle := c.Project(calibration.BoardPoint{})
			if math.Hypot(middle.X-480, middle.Y-360) > 1e-9 {
				t.Errorf("looks past the board's middle: %v", middle)
			}
			if black := c.Project(calibration.BoardPoint{Y: 100}); (black.Y < 360) != tt.blackAbove {
				t.Errorf("Black's side is seen at %v", black)
			}
			if right := c.Project(calibration.BoardPoint{X: 100}); (right.X > 480) != tt.rightX {
				t.Errorf("White's right is seen at %v", right)
			}
		})
	}
	// A quarter turn of roll takes what was up to the right.
	c := calibration.Camera{Lens: lens, Pose: optics.LookFrom(calibration.BoardPoint{Z: 600},
		calibration.BoardPoint{}, math.Pi/2)}
	if black := c.Project(calibration.BoardPoint{Y: 100}); black.X < 500 {
		t.Errorf("rolled clockwise, Black's side is at %v, not on the right", black)
	}
}

// The figures are those of OpenCV 4.6's projectPoints for the same numbers.
func TestProjectKnownFigures(t *testing.T) {
	c := calibration.Camera{
		Lens: calibration.Lens{Width: 960, Height: 720, FocalPX: 900, Centre: calibration.Pixel{X: 479.5, Y: 359.5},
			K1: -0.12, K2: 0.03, K3: 0.01, P1: 0.001, P2: -0.002},
		Pose: calibration.Pose{Rotation: calibration.Rotation{2.9, 0.1, -0.2}, Translation: [3]float64{12, -7, 640}},
	}
	for _, tt := range opencvFigures {
		got := c.Project(tt.at)
		if math.Hypot(got.X-tt.want.X, got.Y-tt.want.Y) > 1e-6 {
			t.Errorf("%v is seen at %v, not %v", tt.at, got, tt.want)
		}
	}
}

func TestNothingIsSeenBehindTheCamera(t *testing.T) {
	c := calibration.Camera{Lens: calibration.StraightLens(960, 720, 900),
		Pose: optics.LookFrom(calibration.BoardPoint{Z: 600}, calibration.BoardPoint{}, 0)}
	if p := c.Project(calibration.BoardPoint{Z: 700}); !math.IsNaN(p.X) || !math.IsNaN(p.Y) {
		t.Errorf("a point behind the camera is seen at %v", p)
	}
	c.Lens.K1 = -0.3
	if p := c.Project(calibration.BoardPoint{X: 900}); !math.IsNaN(p.X) {
		t.Errorf("a point past the lens's fold is seen at %v", p)
	}
}

func TestLocateErrors(t *testing.T) {
	low := calibration.Camera{Lens: calibration.StraightLens(960, 720, 900),
		Pose: optics.LookFrom(calibration.BoardPoint{Y: -600, Z: 50}, calibration.BoardPoint{}, 0)}
	_, err := low.Locate(calibration.Pixel{X: 480, Y: 0}, 7)
	wantError(t, err, "the pixel (480, 0) looks past the table: nothing at a height of 7 mm is seen there")
	low.Lens.K1 = -2
	_, err = low.Locate(calibration.Pixel{X: 0, Y: 0}, 0)
	wantError(t, err, "the lens's coefficients (k1 -2) do not reach the pixel (0, 0): calibrate the lens again")
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; want one with %q", want)
	}
	if !strings.Contains(err.Error(), want) {
		t.Errorf("the error is\n%q, which has no\n%q", err, want)
	}
}

func TestRotationOfUndoesMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		axis := [3]float64{rapid.Float64Range(-1, 1).Draw(t, "x"), rapid.Float64Range(-1, 1).Draw(t, "y"),
			rapid.Float64Range(-1, 1).Draw(t, "z")}
		n := math.Sqrt(axis[0]*axis[0] + axis[1]*axis[1] + axis[2]*axis[2])
		if n < 1e-3 {
			t.Skip("no axis")
		}
		angle := rapid.OneOf(rapid.Float64Range(0, math.Pi),
			rapid.SampledFrom([]float64{0, 1e-9, 1e-5, math.Pi - 1e-9, math.Pi})).Draw(t, "angle")
		want := calibration.Rotation{axis[0] / n * angle, axis[1] / n * angle, axis[2] / n * angle}.Matrix()
		got := calibration.RotationOf(want).Matrix()
		for i := range 3 {
			for j := range 3 {
				if math.Abs(got[i][j]-want[i][j]) > 1e-9 {
					t.Fatalf("%v came back as %v", want, got)
				}
			}
		}
	})
}

var opencvFigures = []struct {
	at   calibration.BoardPoint
	want calibration.Pixel
}{
	{calibration.BoardPoint{X: 0, Y: 0, Z: 0}, calibration.Pixel{X: 496.371563040, Y: 349.658184215}},
	{calibration.BoardPoint{X: 160, Y: 160, Z: 0}, calibration.Pixel{X: 727.752667975, Y: 151.038810296}},
	{calibration.BoardPoint{X: -160, Y: 160, Z: 7}, calibration.Pixel{X: 307.511422178, Y: 138.208953386}},
	{calibration.BoardPoint{X: 160, Y: -160, Z: 14}, calibration.Pixel{X: 720.710187087, Y: 598.469709658}},
	{calibration.BoardPoint{X: -37, Y: -91, Z: 3.5}, calibration.Pixel{X: 432.314965629, Y: 473.142580038}},
}
