package calibrating

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/files"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot"
	"draughtsman/internal/table"
	"draughtsman/internal/table/world"
	"draughtsman/vision/camera"
)

// patience is how long a table may take to come to what a test waits for.
const patience = time.Minute

// bench is a simulated table that is calibrated.
type bench struct {
	*Service
	t     *testing.T
	table *table.Table
	file  string // the calibration's
	kept  []string
}

// sit starts a simulated table, and calibrates it in the background.
func sit(t *testing.T) *bench {
	t.Helper()
	tb, err := table.Start(t.Context(), table.Options{Seed: 1, Speed: math.Inf(1)})
	if err != nil {
		t.Fatal(err)
	}
	described := config.Example()
	described.Camera.Source, described.Arm.Port = tb.CameraURL(), tb.PortPath()
	folder := t.TempDir()
	described.Calibration = filepath.Join(folder, "calibration.yaml")
	described.Camera.Lens = filepath.Join(folder, "lens.yaml")
	b := &bench{t: t, table: tb, file: described.Calibration}
	b.Service = New(Options{Table: described, Squares: 8, Now: time.Now, Log: zerolog.Nop(),
		Keep: func(path string, _ files.Kind) error { b.kept = append(b.kept, path); return nil }})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
		if err := tb.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// do has a command obeyed.
func (b *bench) do(c Command) {
	b.t.Helper()
	if err := b.Do(b.t.Context(), c); err != nil {
		b.t.Fatalf("%T: %v", c, err)
	}
	b.until("it is done", func(s Snapshot) bool { return s.Busy == "" })
	if s := b.Snapshot(); s.Problem != "" {
		b.t.Fatalf("%T: %s", c, s.Problem)
	}
}

// until waits until the state is as it should be.
func (b *bench) until(what string, so func(Snapshot) bool) Snapshot {
	b.t.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		s := b.Snapshot()
		if so(s) {
			return s
		}
		select {
		case <-b.Changed(s.Version):
		case <-late.C:
			b.t.Fatalf("it does not come to that: %s; it is %+v", what, s)
		}
	}
}

// placed skips the lens, and has the board accepted as it is found.
func (b *bench) placed() {
	b.t.Helper()
	b.until("it runs", func(s Snapshot) bool { return len(s.Sessions) > 0 })
	b.do(Skip{})
	b.until("the board is found", func(s Snapshot) bool { return s.Board.Found })
	b.do(Accept{})
}

// tip is where the tool really is, over the board.
func (b *bench) tip() world.Point { return b.table.Snapshot().Tool.At }

// goTo steers the tip to the middle of a square by what it reads of the truth, along one axis after the other.
func (b *bench) goTo(square int) {
	b.t.Helper()
	layout := b.table.Layout()
	to := layout.Mount.ToArm(layout.Centre(checkers.Square(square)))
	for _, axis := range []struct {
		name string
		far  func(s Snapshot) float64
	}{{"z", func(s Snapshot) float64 { return max(0, to.Z+60-s.Arm.At[2]) }},
		{"x", func(s Snapshot) float64 { return to.X - s.Arm.At[0] }},
		{"y", func(s Snapshot) float64 { return to.Y - s.Arm.At[1] }},
		{"z", func(s Snapshot) float64 { return to.Z - s.Arm.At[2] }}} {
		for {
			s := b.Snapshot()
			far := axis.far(s)
			if math.Abs(far) < 0.05 {
				break
			}
			step := math.Copysign(min(math.Abs(far), mostJogMM), far)
			b.do(Jog{Axis: axis.name, MM: step, Motions: s.Arm.Motions})
		}
	}
}

// A table is calibrated from the beginning to the check, with corners that were put where they are not first.
func TestTableIsCalibrated(t *testing.T) {
	b := sit(t)
	b.until("it runs", func(s Snapshot) bool { return s.Session == Lens && len(s.Sessions) == 6 })
	var refusal *robot.Refusal
	if err := b.Do(t.Context(), Finish{}); !errors.As(err, &refusal) {
		t.Errorf("a lens of no picture: %v", err)
	}
	b.do(Skip{})
	found := b.until("the board is found", func(s Snapshot) bool { return s.Board.Found && s.Board.SideKnown })
	if len(found.Board.Lines) != 18 {
		t.Errorf("%d lines are drawn", len(found.Board.Lines))
	}
	right := found.Board.Corners
	b.do(Corner{Corner: 2, X: right[2][0] - 90, Y: right[2][1] + 50})
	if s := b.Snapshot(); !s.Board.ByHand || s.Board.Corners[2] == right[2] ||
		reflect.DeepEqual(s.Board.Lines, found.Board.Lines) {
		t.Errorf("the corner stays where it was: %+v", s.Board)
	}
	if err := b.Do(t.Context(), Accept{}); err != nil {
		t.Error(err)
	}
	if s := b.until("it is refused", func(s Snapshot) bool { return s.Busy == "" }); s.Problem == "" {
		t.Error("a board in a wrong place is taken")
	}
	b.do(Corner{Corner: 2, X: right[2][0], Y: right[2][1]})
	black := b.Snapshot().Board.Black
	b.do(Turn{})
	if s := b.Snapshot(); s.Board.Black != (black+1)%4 {
		t.Errorf("Black sits at %d, after %d", s.Board.Black, black)
	}
	b.do(Find{})
	b.until("the board is found again", func(s Snapshot) bool { return s.Board.Found && !s.Board.ByHand })
	b.do(Accept{})
	if s := b.Snapshot(); s.Session != Arm || len(s.Pieces.Margins) == 0 {
		t.Errorf("after the board comes %s, with the pieces %+v", s.Session, s.Pieces)
	}
	b.do(Open{Pieces})
	b.do(Learn{})
	b.do(Skip{})
	b.do(Home{})
	b.table.Do(func(s *world.State) { s.Discs = nil })
	for i, square := range b.Snapshot().Arm.Squares {
		s := b.Snapshot()
		if s.Arm.Square != square {
			t.Fatalf("square %d is asked for, want %d", s.Arm.Square, square)
		}
		if s.Arm.CanGuess != (i >= 2) {
			t.Errorf("with %d touches it can be guessed: %t", i, s.Arm.CanGuess)
		}
		if s.Arm.CanGuess {
			for {
				var refusal *robot.Refusal
				err := b.Do(t.Context(), Approach{Motions: b.Snapshot().Arm.Motions})
				if errors.As(err, &refusal) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			want := b.table.Layout().Centre(checkers.Square(square))
			if tip := b.tip(); math.Hypot(tip.X-want.X, tip.Y-want.Y) > 5 || tip.Z < 10 {
				t.Errorf("the tip is at %+v, above square %d at %+v", tip, square, want)
			}
		}
		b.goTo(square)
		b.do(Touch{})
	}
	s := b.Snapshot()
	if !s.Arm.Enough || s.Arm.WorstMM > 1 || len(s.Arm.Touches) != 4 {
		t.Errorf("%+v", s.Arm)
	}
	b.do(Done{})
	b.do(Skip{})
	b.do(Check{})
	if s = b.Snapshot(); s.Report == nil || !s.Report.Holds {
		t.Errorf("%+v", s.Report)
	}
	known, err := calibration.Load(b.file)
	if err != nil {
		t.Fatal(err)
	}
	if known.Arm == nil || len(known.Touches) != 4 || known.Colours == nil {
		t.Errorf("%+v", known)
	}
	if len(b.kept) != 1 {
		t.Errorf("kept: %v", b.kept)
	}
	if collisions := b.table.Counts().Collisions; collisions > 0 {
		t.Errorf("%d collisions", collisions)
	}
}

// The arm moves by one step for a command, and not at all for one that comes late, from who has not seen its last
// motion, or before it is homed.
func TestMotionsAreAskedForOneByOne(t *testing.T) {
	b := sit(t)
	b.placed()
	b.do(Open{Arm})
	refused := func(c Command) {
		t.Helper()
		before := b.tip()
		var refusal *robot.Refusal
		if err := b.Do(t.Context(), c); !errors.As(err, &refusal) {
			t.Errorf("%+v: %v", c, err)
		}
		if b.tip() != before {
			t.Errorf("%+v has moved the arm", c)
		}
	}
	refused(Jog{Axis: "x", MM: 1})
	b.do(Home{})
	motions := b.Snapshot().Arm.Motions
	at := b.Snapshot().Arm.At
	b.do(Jog{Axis: "x", MM: -10, Motions: motions})
	if now := b.Snapshot().Arm.At; math.Abs(now[0]-at[0]+10) > 0.02 || now[1] != at[1] || now[2] != at[2] {
		t.Errorf("from %v to %v", at, now)
	}
	for _, c := range []Command{Jog{Axis: "x", MM: -1, Motions: motions}, Jog{Axis: "w", MM: 1, Motions: motions + 1},
		Jog{Axis: "x", MM: 11, Motions: motions + 1}, Jog{Axis: "x", MM: math.NaN(), Motions: motions + 1},
		Jog{Axis: "z", MM: 10, Motions: motions + 1}, Approach{Motions: motions + 1}, Done{}, Redo{}, Undo{},
		Choose{Square: 33}, Corner{}, Open{"nothing"}} {
		refused(c)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	before := b.tip()
	if err := b.Do(cancelled, Jog{Axis: "x", MM: -1, Motions: motions + 1}); err == nil || b.tip() != before {
		t.Errorf("who has left moves the arm: %v", err)
	}
}

// Stop ends a motion, and the arm has to be homed before it moves again.
func TestStop(t *testing.T) {
	b := sit(t)
	b.placed()
	b.do(Open{Arm})
	if err := b.Do(t.Context(), Home{}); err != nil {
		t.Fatal(err)
	}
	b.until("it homes", func(s Snapshot) bool { return s.Busy == "home" })
	if err := b.Do(t.Context(), Jog{Axis: "x", MM: 1}); err == nil {
		t.Error("it moves while it homes")
	}
	if err := b.Do(t.Context(), Stop{}); err != nil {
		t.Error(err)
	}
	s := b.until("it has stopped", func(s Snapshot) bool { return s.Busy == "" })
	if s.Arm.Homed && s.Problem != "" {
		t.Errorf("%+v", s)
	}
	if err := b.Do(t.Context(), Stop{}); err != nil {
		t.Error(err)
	}
	b.do(Home{})
	if s := b.Snapshot(); !s.Arm.Homed {
		t.Errorf("%+v", s.Arm)
	}
}

// What is known and holds is not asked for again, and a session that is the only one ends by itself.
func TestWhatHoldsIsLeftOut(t *testing.T) {
	b := sit(t)
	b.placed()
	for _, test := range []struct {
		change func(*Options)
		do     []Command
		want   Session
	}{
		{func(*Options) {}, []Command{Skip{}, End{}}, Arm},
		{func(o *Options) { o.Again = true }, []Command{Skip{}, End{}}, Board},
		{func(o *Options) { o.Only = Board }, []Command{Accept{OnlyCamera: true}}, Board},
		{func(o *Options) { o.Only = Checking }, []Command{Check{}}, Checking},
	} {
		o, shown := b.Options, 0
		test.change(&o)
		o.Show = func(camera.Frame, guide.Shown) error { shown++; return nil }
		other := &bench{Service: New(o), t: t}
		ended := make(chan error, 1)
		go func() { ended <- other.Run(t.Context()) }()
		other.until("it runs", func(s Snapshot) bool { return len(s.Sessions) > 0 })
		for _, c := range test.do {
			if err := other.Perform(t.Context(), c); err != nil {
				t.Errorf("%T: %v", c, err)
			}
		}
		if err := <-ended; err != nil || shown == 0 {
			t.Errorf("it ended with %v after %d pictures", err, shown)
		}
		if s := other.Snapshot().Session; s != test.want {
			t.Errorf("after %v comes %s, want %s", test.do, s, test.want)
		}
	}
}
