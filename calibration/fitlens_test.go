package calibration_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/calibration"
	"draughtsman/internal/testkit/optics"
)

// tilted are cameras with a lens that see the board from above with different tilts, degrees, one for each direction
// round the board, degrees.
func tilted(lens calibration.Lens, tilt float64, round ...float64) []calibration.Camera {
	const radians = math.Pi / 180
	far := lens.FocalPX * 0.6
	sin, cos := math.Sincos(tilt * radians)
	var cameras []calibration.Camera
	for _, r := range round {
		s, c := math.Sincos(r * radians)
		eye := calibration.BoardPoint{X: far * sin * c, Y: far * sin * s, Z: far * cos}
		at := calibration.BoardPoint{X: 40 * c, Y: -60 * s}
		cameras = append(cameras, calibration.Camera{Lens: lens, Pose: optics.LookFrom(eye, at, 0.2)})
	}
	return cameras
}

func viewsOf(cameras []calibration.Camera, noise float64) [][]calibration.Correspondence {
	var views [][]calibration.Correspondence
	for i, c := range cameras {
		views = append(views, crossings(c, noise, uint64(i)))
	}
	return views
}

func TestFitLensRecoversLenses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth := camera(t, 0).Lens
		truth.Centre.X += rapid.Float64Range(-20, 20).Draw(t, "beside")
		truth.Centre.Y += rapid.Float64Range(-20, 20).Draw(t, "below")
		truth.P1 = rapid.Float64Range(-0.002, 0.002).Draw(t, "p1")
		cameras := append(tilted(truth, 25, 0, 90, 180, 270), tilted(truth, 5, 45, 225)...)
		got, err := calibration.FitLens(truth.Width, truth.Height, viewsOf(cameras, 0.1))
		if err != nil {
			t.Fatal(err)
		}
		if got.ResidualPX < 0.1 || got.ResidualPX > 0.2 {
			t.Errorf("residual %.3f px of points with 0.14 px of noise", got.ResidualPX)
		}
		if off := math.Abs(got.Lens.FocalPX - truth.FocalPX); off > 5*got.FocalSpreadPX+0.5 || off > 0.01*truth.FocalPX {
			t.Errorf("focal length %.2f ± %.2f px, not %.2f", got.Lens.FocalPX, got.FocalSpreadPX, truth.FocalPX)
		}
		for i, c := range cameras {
			if d := worstPX(c, calibration.Camera{Lens: got.Lens, Pose: got.Poses[i]}, 0); d > 0.4 {
				t.Errorf("picture %d is up to %.2f px off", i+1, d)
			}
		}
		// What the lens is for: the pose of a board that it was not fitted to.
		other := tilted(truth, 35, 130)[0]
		pose, residual, err := calibration.FitPose(got.Lens, crossings(other, 0.1, 99))
		if err != nil {
			t.Fatal(err)
		}
		if d := worstPX(other, calibration.Camera{Lens: got.Lens, Pose: pose}, 7); d > 0.6 || residual > 0.25 {
			t.Errorf("another pose fits to %.2f px, the tops of pieces are up to %.2f px off", residual, d)
		}
	})
}

// The focal length's spread is what it is over many sets of pictures.
func TestFocalSpread(t *testing.T) {
	if testing.Short() {
		t.Skip("fits forty lenses")
	}
	truth := calibration.StraightLens(1280, 720, 1000)
	truth.K1 = -0.1
	cameras := tilted(truth, 20, 10, 100, 190, 280)
	var sum, spread float64
	const times = 40
	for k := range times {
		var views [][]calibration.Correspondence
		for i, c := range cameras {
			views = append(views, crossings(c, 0.2, uint64(1000*k+i)))
		}
		got, err := calibration.FitLens(1280, 720, views)
		if err != nil {
			t.Fatal(err)
		}
		off := got.Lens.FocalPX - truth.FocalPX
		sum += off * off
		spread += got.FocalSpreadPX / times
	}
	if real := math.Sqrt(sum / times); spread < 0.6*real || spread > 1.7*real {
		t.Errorf("the spread is said to be %.2f px and is %.2f px", spread, real)
	}
}

func TestPosesTooMuchAlike(t *testing.T) {
	truth := calibration.StraightLens(1280, 720, 1000)
	for name, c := range map[string]struct {
		cameras []calibration.Camera
		want    string
	}{
		"two": {tilted(truth, 25, 0, 90), "the pictures do not tell the lens: 2 were taken, 3 are the fewest"},
		"all level": {tilted(truth, 1, 0, 90, 180, 270, 45),
			"the pictures do not tell the focal length: tilt the target by 20°"},
		"all one way": {tilted(truth, 12, 0, 1, 2, 3), "the pictures do not tell"},
	} {
		_, err := calibration.FitLens(1280, 720, viewsOf(c.cameras, 0.3))
		var untold *calibration.Untold
		if !errors.As(err, &untold) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s…", name, err, c.want)
		}
	}
}
