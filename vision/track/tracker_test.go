package track_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision/track"
)

// film shows a tracker one picture after the other, ten a second.
type film struct {
	t       testing.TB
	tracker *track.Tracker
	now     time.Time
}

func newFilm(t testing.TB, a *simtable.Table, o track.Options) *film {
	t.Helper()
	w, err := track.NewTracker(a.Calibration, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	return &film{t, w, time.Unix(0, 0)}
}

// look returns what is said of a picture.
func (f *film) look(picture gocv.Mat, still bool) (track.Status, error) {
	f.t.Helper()
	f.now = f.now.Add(100 * time.Millisecond)
	estimate, err := f.tracker.Locate(picture, f.now)
	if err != nil {
		return track.Status{}, err
	}
	return f.tracker.Update(estimate, still, false)
}

// looks shows the same state some times and returns what is said in the end, or when the board is followed, and after
// how many pictures.
func (f *film) looks(a *simtable.Table, s world.State, most int) (v track.Status, pictures int, err error) {
	f.t.Helper()
	for pictures < most && err == nil && v.Kind != track.Followed {
		v, err = f.look(a.Take(s), pictures > 0)
		pictures++
	}
	return v, pictures, err
}

// A board that is shifted, turned or seen by a nudged camera is followed, so that it is known to less than half a
// millimetre where it is.
func TestFollowed(t *testing.T) {
	for i, from := range []func(*scene.Options){simtable.From(5, 0), simtable.From(30, 40), simtable.From(50, 200)} {
		if testing.Short() && i != 1 {
			continue
		}
		a := simtable.New(t, simtable.Small, from,
			func(o *scene.Options) { o.Scheme = scene.Schemes()[i%len(scene.Schemes())] })
		state := a.State(checkers.Start())
		moved := map[string]*simtable.Table{
			"camera nudged": a.Nudged(world.Point{X: 4, Y: -3, Z: 2}, world.Point{X: 6, Y: 5}, 1),
		}
		for _, mm := range []float64{1, 2, 5, 10, 20, 30} {
			if testing.Short() && mm != 2 && mm != 20 {
				continue
			}
			moved[fmt.Sprintf("shifted by %g mm", mm)] = a.Moved(.8*mm, .6*mm, 0)
		}
		for _, degrees := range []float64{-5, 1, 8} {
			moved[fmt.Sprintf("turned by %g°", degrees)] = a.Moved(2, -1, degrees)
		}
		for name, there := range moved {
			f := newFilm(t, a, track.Options{})
			if v, _, err := f.looks(a, state, 3); v.Kind != track.InPlace || err != nil {
				t.Fatalf("view %d: before anything moves: %v, %v", i, v, err)
			}
			v, pictures, err := f.looks(there, state, 12)
			for range 3 { // what is left is followed as well
				if err == nil {
					_, _, err = f.looks(there, state, 4)
				}
			}
			off := there.Off(f.tracker.Pose())
			t.Logf("view %d, %s: %v after %d pictures, %v, then %.2f mm off", i, name, v.Kind, pictures, v.Drift, off)
			if err != nil || v.Kind != track.Followed || pictures > 6 || off > .6 {
				t.Errorf("view %d, %s: %v after %d pictures, %.2f mm off, %v", i, name, v.Kind, pictures, off, err)
			}
		}
	}
}

// Where pictures are rare, each may show a move that the one before it did not, and none is still: a board that was
// bumped meanwhile is seen at once and followed.
func TestFollowedBetweenMoves(t *testing.T) {
	a := simtable.New(t, simtable.Small)
	for _, c := range []struct {
		mm      float64
		steady  bool
		follows int // after so many pictures
	}{{3, true, 3}, {12, true, 3}, {25, false, 2}} {
		moved := a.Moved(.8*c.mm, -.6*c.mm, 1)
		f := newFilm(t, a, track.Options{Stabilised: true})
		p := checkers.Start()
		for i, table := range []*simtable.Table{a, moved, moved, moved}[:c.follows+1] {
			f.now = f.now.Add(time.Second)
			estimate, err := f.tracker.Locate(table.Take(table.State(p)), f.now)
			if err != nil {
				t.Fatal(err)
			}
			_, drawn, err := f.tracker.Stabilise(estimate)
			if want := i > 0 && c.steady; err != nil || drawn != want {
				t.Errorf("%g mm, picture %d: drawn %t, %v", c.mm, i, drawn, err)
			}
			v, err := f.tracker.Update(estimate, false, false)
			if want := i == c.follows; err != nil || want != (v.Kind == track.Followed) {
				t.Errorf("%g mm, picture %d: %v, %v", c.mm, i, v.Kind, err)
			}
			p = p.Play(p.Moves()[0])
		}
		if off := moved.Off(f.tracker.Pose()); off > .6 {
			t.Errorf("%.2f mm off", off)
		}
	}
}

// Half of the board may be hidden.
func TestFollowedHalfHidden(t *testing.T) {
	a := simtable.New(t, simtable.Small, simtable.From(30, 0))
	moved := a.Moved(3, -2, 1)
	f := newFilm(t, a, track.Options{})
	for i := range 8 {
		picture := moved.Take(moved.State(checkers.Start()))
		cloth := simtable.Limb{Colour: simtable.Limbs()["wood"], RadiusMM: 85,
			From: calibration.BoardPoint{X: 90, Y: -250, Z: 20},
			To:   calibration.BoardPoint{X: 90, Y: 200, Z: 20}}
		if err := cloth.Draw(&picture, a.Calibration.Camera); err != nil {
			t.Fatal(err)
		}
		if _, err := f.look(picture, i > 0); err != nil {
			t.Fatal(err)
		}
	}
	if off := moved.Off(f.tracker.Pose()); off > 1.5 {
		t.Errorf("%.2f mm off", off)
	}
}

// Nothing is followed while hands play over a board that lies still, pieces stand anywhere on their squares and the
// light changes.
func TestNoFalseAlarm(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	for _, scheme := range scene.Schemes() {
		a := simtable.New(t, simtable.Small, func(o *scene.Options) { o.Scheme = scheme })
		f := newFilm(t, a, track.Options{MostMM: 3, Arm: true})
		random := rand.New(rand.NewPCG(7, 7))
		const pictures = 60
		hidden := 0
		for i := range pictures {
			state := a.State(checkers.Start())
			for d := range state.Discs {
				state.Discs[d].At.X += 12 * (random.Float64() - .5)
				state.Discs[d].At.Y += 12 * (random.Float64() - .5)
			}
			state.Light = .5 + .7*random.Float64()
			state.Hand = world.Hand{Visible: i%3 > 0, Held: world.NoDisc, Seat: checkers.Side(i % 2),
				At: world.Point{X: 300*random.Float64() - 150, Y: 300*random.Float64() - 150, Z: 20}}
			picture := a.Take(state)
			if i%4 == 3 {
				limb := simtable.Limb{Colour: simtable.Limbs()["wood"], RadiusMM: 40, From: calibration.BoardPoint{X: -300, Z: 60},
					To: calibration.BoardPoint{X: 200 * random.Float64(), Y: 200*random.Float64() - 100, Z: 30}}
				if err := limb.Draw(&picture, a.Calibration.Camera); err != nil {
					t.Fatal(err)
				}
			}
			v, err := f.look(picture, i%2 == 0)
			switch {
			case err != nil:
				t.Fatalf("%s, picture %d: %v", scheme, i, err)
			case v.Kind == track.Hidden:
				hidden++
			case v.Kind == track.Followed && v.Drift.WorstMM > 1, v.Kind == track.Moving, v.Kind == track.Missing:
				t.Errorf("%s, picture %d: %v, %v", scheme, i, v.Kind, v.Drift)
			}
		}
		t.Logf("%s: %d pictures, in %d of them too little is seen; %.2f mm off in the end", scheme, pictures, hidden,
			a.Off(f.tracker.Pose()))
		if hidden > pictures/10 {
			t.Errorf("%s: in %d of %d pictures too little is seen", scheme, hidden, pictures)
		}
	}
}

// An arm does not go on when the board has drifted farther than it may.
func TestLost(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	a := simtable.New(t, simtable.Small)
	state := a.State(checkers.Start())
	for name, there := range map[string]*simtable.Table{
		"bumped":    a.Moved(5, 0, 0),
		"turned":    a.Moved(0, 0, 3),
		"far away":  a.Moved(40, 40, 0), // by whole squares
		"elsewhere": a.Moved(60, -20, 20),
	} {
		for _, arm := range []bool{true, false} {
			f := newFilm(t, a, track.Options{MostMM: 3, Arm: arm})
			if _, _, err := f.looks(a, state, 3); err != nil {
				t.Fatal(err)
			}
			_, pictures, err := f.looks(there, state, 45)
			var lost *track.Lost
			if !errors.As(err, &lost) {
				t.Errorf("%s: %v after %d pictures, not lost", name, err, pictures)
				continue
			}
			if text := err.Error(); !strings.Contains(text, "draughtsman calibrate board") ||
				strings.Contains(text, "draughtsman calibrate arm") != arm {
				t.Errorf("%s: %q", name, text)
			}
			t.Logf("%s: after %d pictures: %v", name, pictures, err)
		}
	}
	f := newFilm(t, a, track.Options{MostMM: 3, Arm: true})
	if v, _, err := f.looks(a.Moved(1, 1, 0), state, 8); err != nil || v.Kind != track.Followed {
		t.Errorf("slipped by 1.4 mm: %v, %v", v.Kind, err)
	}
}

// A board that is nowhere to be seen is said to be missing, once it has been for a while, and is not lost.
func TestMissing(t *testing.T) {
	a := simtable.New(t, simtable.Small)
	f := newFilm(t, a, track.Options{MostMM: 3})
	blank := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 110, 120, 0), 480, 640, gocv.MatTypeCV8UC3)
	defer blank.Close()
	said := 0
	for i := range 100 {
		v, err := f.look(blank, true)
		if err != nil {
			t.Fatal(err)
		}
		if v.Kind == track.Missing {
			said++
		} else if v.Kind != track.Hidden {
			t.Fatalf("picture %d: %v", i, v.Kind)
		}
	}
	if said < 1 || said > 4 {
		t.Errorf("missing was said %d times in 10 s", said)
	}
}

func TestPicturesThatCannotBe(t *testing.T) {
	a := simtable.New(t, simtable.Small)
	f := newFilm(t, a, track.Options{})
	small := gocv.NewMatWithSize(100, 100, gocv.MatTypeCV8UC3)
	defer small.Close()
	if _, err := f.look(small, true); err == nil || !strings.Contains(err.Error(), "640×480") {
		t.Errorf("a small picture: %v", err)
	}
	without := a.Calibration
	without.Colours = nil
	if _, err := track.NewTracker(without, track.Options{}); err == nil {
		t.Error("no colours are no error")
	}
}

func BenchmarkLocateAndUpdate1280x720(b *testing.B) {
	a := simtable.New(b, func(o *scene.Options) { o.Width, o.Height = 1280, 720 })
	f := newFilm(b, a, track.Options{})
	picture := a.Take(a.State(checkers.Start()))
	for b.Loop() {
		if v, err := f.look(picture, true); err != nil || v.Kind != track.InPlace {
			b.Fatal(v, err)
		}
	}
}

// BenchmarkStabilise1280x720 is what a picture takes, beyond being looked at, that has to be stabilised.
func BenchmarkStabilise1280x720(b *testing.B) {
	a := simtable.New(b, func(o *scene.Options) { o.Width, o.Height = 1280, 720 })
	w, err := track.NewTracker(a.Calibration, track.Options{Stabilised: true})
	if err != nil {
		b.Fatal(err)
	}
	moved := a.Moved(4, -3, 0)
	defer w.Close()
	estimate, err := w.Locate(moved.Take(moved.State(checkers.Start())), time.Unix(0, 0))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, drawn, err := w.Stabilise(estimate); err != nil || !drawn {
			b.Fatal(drawn, err)
		}
	}
}
