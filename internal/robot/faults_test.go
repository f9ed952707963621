package robot_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
)

// flaky is an arm that fails now and then, before or after it has done what it was asked, and may let fall what it
// holds.
type flaky struct {
	*table
	random *rand.Rand
	every  int // calls, on the average, from one failure to the next
	failed int
}

// faults are those that homing mends.
var faults = []error{arm.ErrPositionLost, arm.ErrNoAnswer, arm.ErrAlarm, arm.ErrDisconnected, arm.ErrRejected}

func (f *flaky) fails(do func() error) error {
	if f.random.IntN(f.every) > 0 {
		return do()
	}
	f.failed++
	if f.random.IntN(2) == 0 {
		if err := do(); err != nil {
			return err
		}
	}
	if f.random.IntN(2) == 0 {
		f.drop()
	}
	return fmt.Errorf("the line is bad today: %w", faults[f.random.IntN(len(faults))])
}

func (f *flaky) Move(ctx context.Context, to arm.Point, speed float64) error {
	return f.fails(func() error { return f.table.Move(ctx, to, speed) })
}

func (f *flaky) Grip(ctx context.Context) error {
	return f.fails(func() error { return f.table.Grip(ctx) })
}

func (f *flaky) Release(ctx context.Context) error {
	return f.fails(func() error { return f.table.Release(ctx) })
}

// failsToGrip is an arm that fails, in some places, before it takes hold.
type failsToGrip struct {
	*table
	where     func(calibration.BoardPoint) bool // nil: nowhere
	meanwhile func()                            // what happens then
}

func (f *failsToGrip) Grip(ctx context.Context) error {
	if f.where == nil || !f.where(f.setup.Frame.ToBoard(f.tip)) {
		return f.table.Grip(ctx)
	}
	if f.meanwhile != nil {
		f.meanwhile()
	}
	return arm.ErrNoAnswer
}

func anywhere(calibration.BoardPoint) bool { return true }

// times is a place to fail in that many times.
func times(n int, at calibration.BoardPoint) func(calibration.BoardPoint) bool {
	return func(tip calibration.BoardPoint) bool {
		if n == 0 || tip.Distance(at) >= 3 {
			return false
		}
		n--
		return true
	}
}

// A disc that the arm could not set in the middle of its square, because it failed, is set there all the same.
func TestArmFailsWhereItSetsADiscRight(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t, "11-15"))
	at := m.table.centre(15)
	at.X, at.Y = at.X+9, at.Y-6
	m.Arm = &failsToGrip{table: m.table, where: times(1, at)}
	m.told = func(e robot.Event) {
		if e.Kind == robot.Carrying {
			m.table.loses = &at
		}
	}
	if _, err := m.play(t.Context(), checkers.Black); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	if off := m.table.off(checkers.Black); off > 0.05 {
		t.Errorf("a black disc is left %.2f squares off the middle", off)
	}
}

// A disc that lies beside the tray is still taken for one where the arm has failed twice before it took hold of it: the
// king gets its crown.
func TestArmFailsWhereADiscHasFallen(t *testing.T) {
	fallen := false
	for seed := uint64(0); !fallen; seed++ { // until Black gets a king
		m := newMatch(t, calibration.Dark, random(seed))
		fails := &failsToGrip{table: m.table}
		m.Arm = fails
		m.told = func(e robot.Event) {
			if e.Kind == robot.Carrying && e.Transfer.From.Slot != 0 && !fallen {
				fallen = true
				at := m.Tray.Slots[e.Transfer.From.Slot-1].At
				at.Y += 60
				m.table.loses, fails.where = &at, times(2, at)
			}
		}
		if _, err := m.play(t.Context(), checkers.Black); err != nil {
			t.Fatal(err)
		}
		for _, said := range m.complaints() {
			if strings.Contains(said, "seems to lie on it") {
				t.Errorf("seed %d: said: %q", seed, said)
			}
		}
	}
}

// A disc that is knocked away while the one that belongs on it is still to come goes back first, although the arm,
// which has failed meanwhile, could make that transfer.
func TestArmFailsWhileTheLowerDiscIsKnockedAway(t *testing.T) {
	knocked := 0
	for seed := uint64(0); knocked < 3; seed++ {
		m := newMatch(t, calibration.Dark, random(seed))
		fails := &failsToGrip{table: m.table}
		m.Arm = fails
		m.told = func(e robot.Event) {
			if e.Kind != robot.Carrying {
				return
			}
			from, to := e.Transfer.From.Square, e.Transfer.To.Square
			if from == 0 || to == 0 || e.Transfer.ToLevel == 0 {
				return
			}
			fails.where = times(1, m.table.on(from)[0].at)
			fails.meanwhile = func() {
				knocked++
				lower := m.table.takeOff(to)[0]
				lower.at.X, lower.at.Y = lower.at.X+24, lower.at.Y-3
				if m.table.square(lower.at) != 0 {
					t.Fatalf("the disc of square %d lies on square %d", to, m.table.square(lower.at))
				}
				m.table.discs = append(m.table.discs, lower)
			}
		}
		if _, err := m.play(t.Context(), checkers.Black); err != nil {
			t.Fatal(err)
		}
	}
}

// Games with an arm that fails at every fortieth call go to the end that they have with one that does not.
func TestArmFailsAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("plays dozens of games")
	}
	failed := 0
	for seed := range uint64(20) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			spared := newLife(t, seed, 0, 1)
			want := spared.live()
			l := newLife(t, seed, 0, 1)
			f := &flaky{table: l.world.table, random: rand.New(rand.NewPCG(seed, 5)), every: 40}
			l.Arm = f
			if got := l.live(); got != want {
				t.Errorf("the game ended %v, with a good arm %v", got, want)
			}
			if diff := cmp.Diff(movesOf(spared.kept.games[0]), movesOf(l.kept.games[0])); diff != "" {
				t.Error(diff)
			}
			if got, want := l.world.census(), spared.world.census(); got != want {
				t.Errorf("%v discs are left, with a good arm %v", got, want)
			}
			failed += f.failed
		})
	}
	if failed < 100 {
		t.Errorf("the arm failed only %d times", failed)
	}
}

// An arm that does nothing but fail ends the game after some homings, and its error is told.
func TestArmThatAlwaysFails(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t, opening...))
	m.Arm = &flaky{table: m.table, random: rand.New(rand.NewPCG(1, 1)), every: 1}
	_, err := m.Play(t.Context(), robot.Settings{Side: checkers.Black, Think: time.Second})
	if !robot.Recoverable(err) {
		t.Errorf("the game ended with %v", err)
	}
	homed := 0
	for _, e := range m.events {
		if e.Kind == robot.Recovering {
			homed++
		}
	}
	if homed != 4 || m.plies() > 0 || errors.Is(err, errNoIdea) {
		t.Errorf("homed %d times, %d plies", homed, m.plies())
	}
}
