package squares_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gocv.io/x/gocv"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/boards"
	"draughtsman/vision/detect"
	"draughtsman/vision/squares"
)

var cameras = flag.Int("cameras", 24,
	"how many cameras TestStartFromAnywhere looks through; a hundredth of them may fail")

// TestStartFromAnywhere finds and reads the start position on simulated tables from wherever its camera may stand,
// the arm parked or away: what a table is calibrated with.
func TestStartFromAnywhere(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	schemes := scene.Schemes()
	failed := 0
	if testing.Short() {
		*cameras = min(*cameras, 4)
	}
	for k := range *cameras {
		o, game := scene.DefaultOptions(), games[k%len(games)]
		o.Layout = world.LayoutOf(game.Board())
		o.Seed, o.Scheme = random.Uint64N(1000), schemes[(k+k/4)%len(schemes)]
		o.BlackIsLight, o.NoMachine = k/len(schemes)%2 == 0, k/(2*len(schemes))%2 == 0
		o.Layout.Mount.Turn = 25 * (2*random.Float64() - 1) * math.Pi / 180
		o.Layout.Mount = o.Layout.Mount.Varied(o.Seed)
		tilt, round := 55*random.Float64(), 360*random.Float64()
		if k%3 == 0 {
			tilt = 40 + 15*random.Float64()
		}
		o.Camera.Eye = standing(o.Camera, tilt, round)
		if err := readStart(o, game); err != nil {
			failed++
			t.Logf("%v, %s, black light %v, seed %d, board turned %.0f°, camera tilted %.0f° at %.0f°: %v",
				game, o.Scheme, o.BlackIsLight, o.Seed, o.Layout.Mount.Turn*180/math.Pi, tilt, round, err)
		}
	}
	t.Logf("%d of %d start positions found and read", *cameras-failed, *cameras)
	if failed > *cameras/100 {
		t.Errorf("%d of %d start positions were not found and read", failed, *cameras)
	}
}

// standing is the eye of a camera as far from the board as another's, tilted from the
// vertical, so many degrees round the table from White's seat.
func standing(c scene.Camera, tilt, round float64) world.Point {
	away := math.Hypot(math.Hypot(c.Eye.X, c.Eye.Y), c.Eye.Z)
	sin, cos := math.Sincos(tilt * math.Pi / 180)
	x, y := math.Sincos(round * math.Pi / 180)
	return world.Point{X: away * sin * x, Y: -away * sin * y, Z: away * cos}
}

// readStart renders a game's start position, finds and reads it, and says what is wrong.
func readStart(o scene.Options, game checkers.RuleSet) error {
	s, err := scene.New(o)
	if err != nil {
		return err
	}
	defer s.Close()
	state := world.NewState(o.Layout, game.Start(), o.Seed)
	park := world.Point{X: 5, Y: 515, Z: 85} // in a corner of the bed away from the camera
	if o.Layout.Mount.ToArm(o.Camera.Eye).Y > o.Layout.Mount.Origin.Y {
		park.Y = 5
	}
	state.Tool.At = o.Layout.Mount.ToBoard(park)
	picture := gocv.NewMat()
	defer picture.Close()
	if err := s.Render(state, 1, &picture); err != nil {
		return err
	}
	if err := boards.Compress(&picture, 90); err != nil {
		return err
	}
	board, err := detect.Find(picture, detect.Options{Squares: o.Layout.Board.Size()})
	if err != nil {
		return err
	}
	off, turn := compare(board, s.Corners())
	if off > 0.1 {
		return fmt.Errorf("a corner is %.2f squares off", off)
	}
	reading, err := squares.Read(picture, board, nil)
	if err != nil {
		return err
	}
	if diff := cmp.Diff(gridFrom(game.Start(), o.BlackIsLight, turn), men(reading.Grid)); diff != "" {
		return fmt.Errorf("it is read as another position:\n%s", diff)
	}
	return nil
}

// compare is how far a found board's corners lie from the true ones, in squares, and how many corners on from Black's
// right hand the first of them is.
func compare(board detect.Board, truth [4][2]float64) (off float64, turn int) {
	off, side := math.Inf(1), 0.0
	for i, p := range truth {
		q := truth[(i+1)%4]
		side += math.Hypot(p[0]-q[0], p[1]-q[1]) / float64(4*board.Squares)
	}
	for trial := range 4 {
		farthest := 0.0
		for i, c := range board.Corners {
			q := truth[(i+trial)%4]
			farthest = max(farthest, math.Hypot(c.X-q[0], c.Y-q[1])/side)
		}
		if farthest < off {
			off, turn = farthest, trial
		}
	}
	return off, turn
}
