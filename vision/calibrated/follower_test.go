package calibrated_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/moves"
	"draughtsman/vision/track"
)

// see shows a table for some time, with a game's start position, and returns what is seen at last.
func see(t *testing.T, reader *calibrated.Follower, a *simtable.Table, game checkers.RuleSet,
	from *time.Time) (seen vision.Sighting, err error) {
	t.Helper()
	for range 10 {
		*from = from.Add(100 * time.Millisecond)
		picture := a.Take(a.State(game.Start()))
		if seen, err = reader.Read(picture, *from); err != nil {
			return seen, err
		}
	}
	return seen, nil
}

// A board that is moved is read where it lies then, and meanwhile rightly or not at all.
func TestFollowsTheBoard(t *testing.T) {
	for _, game := range []checkers.RuleSet{checkers.English, checkers.Italian, checkers.International} {
		t.Run(game.String(), func(t *testing.T) { followsTheBoard(t, game) })
	}
}

func followsTheBoard(t *testing.T, game checkers.RuleSet) {
	a := simtable.New(t, simtable.Small, on(game))
	options := moves.Options{Game: game}
	var said []string
	reader, err := calibrated.NewFollower(a.Calibration, track.Options{}, func(text string) { said = append(said, text) })
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	now := time.Unix(0, 0)
	start := moves.PictureOf(game.Start(), a.Calibration.BlackPieces)
	for _, at := range [][3]float64{{0, 0, 0}, {2, 1, 0}, {-18, 9, 4}, {-60, 40, 25}} {
		moved := a.Moved(at[0], at[1], at[2])
		if at[0] != 0 {
			first, err := reader.Read(moved.Take(moved.State(game.Start())), now)
			if match := moves.Compare(first, start, options); err != nil || !first.Moving && !first.Obstructed &&
				!match.Shown {
				t.Errorf("moved to %v: at once %s; %v", at, match.Text, err)
			}
		}
		var seen vision.Sighting
		for range 3 { // it is looked for in the whole picture after two seconds
			if seen, err = see(t, reader, moved, game, &now); err != nil {
				t.Fatal(err)
			}
		}
		if match := moves.Compare(seen, start, options); !match.Shown {
			t.Errorf("moved to %v: %s", at, match.Text)
		}
	}
	if len(said) != 3 || !strings.Contains(said[0], "followed") {
		t.Errorf("said: %q", said)
	}
}

// A camera that shakes is read rightly in nearly every picture. In the others something moves, by what is
// left of its motion.
func TestShakingCamera(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	a := simtable.New(t, simtable.Small)
	start := moves.PictureOf(checkers.Start(), a.Calibration.BlackPieces)
	random := rand.New(rand.NewPCG(3, 5))
	pictures, moving := 0, 0
	for _, mm := range []float64{2, 5, 9} { // of squares of 40 mm
		say := func(text string) { t.Logf("%g mm: %s", mm, text) }
		reader, err := calibrated.NewFollower(a.Calibration, track.Options{}, say)
		if err != nil {
			t.Fatal(err)
		}
		now := time.Unix(0, 0)
		for i := range 12 {
			now = now.Add(100 * time.Millisecond)
			by := func() float64 { return mm * (2*random.Float64() - 1) }
			shaken := a
			if i > 0 {
				shaken = a.Nudged(world.Point{X: by(), Y: by(), Z: by()}, world.Point{X: by(), Y: by()}, by()/5)
			}
			seen, err := reader.Read(shaken.Take(shaken.State(checkers.Start())), now)
			if err != nil {
				t.Fatal(err)
			}
			pictures++
			if seen.Moving {
				moving++
				continue
			}
			if match := moves.Compare(seen, start, moves.Options{}); !match.Shown {
				t.Errorf("%g mm, picture %d: %s", mm, i, match.Text)
			}
		}
		reader.Close()
	}
	t.Logf("in %d of %d pictures something seems to move", moving, pictures)
	if moving > pictures/10 {
		t.Errorf("in %d of %d pictures something seems to move", moving, pictures)
	}
}

// An arm does not go on with a board that has slipped by more than it may reach beside a square.
func TestStopsTheArm(t *testing.T) {
	a := simtable.New(t, simtable.Small)
	frame := calibration.ArmFrame{Scale: 1, ResidualMM: 1}
	a.Calibration.Arm = &frame
	for mm, stops := range map[float64]bool{0: false, 2: false, 6: true, 25: true} {
		reader, err := calibrated.NewFollower(a.Calibration, track.ArmOptions(a.Calibration), func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		now := time.Unix(0, 0)
		if _, err := see(t, reader, a, checkers.English, &now); err != nil {
			t.Fatal(err)
		}
		_, err = see(t, reader, a.Moved(mm, 0, 0), checkers.English, &now)
		var lost *track.Lost
		if errors.As(err, &lost) != stops || stops && !strings.Contains(err.Error(), "draughtsman calibrate arm") {
			t.Errorf("slipped by %g mm: %v", mm, err)
		}
		reader.Close()
	}
}

// Whoever made the calibration with another version is told, once, that squares could be read more surely.
func TestCalibrationOfAnotherVersion(t *testing.T) {
	a := simtable.New(t, simtable.Small)
	for _, known := range []bool{true, false} {
		cal := a.Calibration
		if !known {
			cal.Examples = nil
		}
		said := 0
		reader, err := calibrated.NewFollower(cal, track.Options{}, func(text string) {
			if said++; !strings.Contains(text, "calibrate pieces") {
				t.Errorf("it says %q", text)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if seen, err := reader.Read(a.Take(a.State(checkers.Start())), time.Unix(0, 0)); err != nil || seen.Obstructed {
			t.Errorf("examples %t: obstructed %t, %v", known, seen.Obstructed, err)
		}
		reader.Close()
		if known != (said == 0) {
			t.Errorf("examples %t: it said %d sentences", known, said)
		}
	}
}
