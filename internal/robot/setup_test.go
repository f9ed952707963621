package robot_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/robot"
	"draughtsman/internal/testkit/expect"
	"draughtsman/planner"
)

// lay puts discs on empty squares, by side, not quite in their middle.
func (tb *table) lay(discs [2]int) {
	for s := checkers.Square(checkers.Board8.Squares()); s >= 1; s-- {
		for side, n := range discs {
			if n > 0 && len(tb.on(s)) == 0 {
				discs[side]--
				tb.put(checkers.Side(side), s, 5, -4)
			}
		}
	}
	if discs != [2]int{} {
		tb.t.Errorf("%v discs find no empty square", discs)
	}
}

// scramble makes the table anything: some of a game's discs on any squares, off their middle, men and kings; some
// anywhere in the tray; the others nowhere. It returns what a robot that has put them there knows of it.
func (tb *table) scramble(random *rand.Rand) *robot.Stood {
	tb.discs = nil
	tray := config.Example().Tray
	left := &robot.Stood{}
	board := []byte(strings.Repeat(".", checkers.Board8.Squares()))
	squares := random.Perm(checkers.Board8.Squares())
	stacks := make([]planner.Stack, len(tray.Slots))
	for side := range checkers.Side(2) {
		for n := 20 - random.IntN(3); n > 0; n-- {
			kind := random.IntN(10)
			switch {
			case kind < 6 && len(squares) > 8:
				s := checkers.Square(squares[0] + 1)
				squares = squares[1:]
				x, y := 20*random.Float64()-10, 20*random.Float64()-10
				tb.put(side, s, x, y)
				board[s-1] = "bw"[side]
				if kind == 0 && n > 1 {
					n--
					tb.put(side, s, x, y)
					board[s-1] = "BW"[side]
				}
			case kind < 9:
				i := random.IntN(len(stacks))
				if len(stacks[i]) < tray.Slots[i].Capacity {
					at := tray.Slots[i].At
					at.Z = float64(len(stacks[i])) * tb.setup.Disc.HeightMM
					tb.discs = append(tb.discs, disc{side, at})
					stacks[i] = append(slices.Clone(stacks[i]), side)
				}
			}
		}
	}
	left.Board = string(board)
	for _, stack := range stacks {
		left.Tray = append(left.Tray, stack.String())
	}
	return left
}

// setsUp is a match whose human gives back what is asked for and leaves when the game begins.
func setsUp(t *testing.T, choose chooser) *match {
	m := newMatch(t, calibration.Dark, choose)
	m.told = func(e robot.Event) {
		switch e.Kind {
		case robot.Asking:
			m.table.wait(3)
			m.table.reach(func() { m.table.lay(e.Missing) })
		case robot.GameStarted:
			m.standsReady()
		}
	}
	return m
}

// setUpAndPlay has the robot set up and play Black until it has no move left in its script.
func (m *match) setUpAndPlay() {
	m.t.Helper()
	if _, err := m.Play(m.t.Context(), robot.Settings{Side: checkers.Black, SetUp: true}); !errors.Is(err, errNoIdea) {
		m.t.Fatal(err)
	}
}

// standsReady checks that the start position stands in the middle of its squares, and every other disc in a slot.
func (m *match) standsReady() {
	if got := m.table.position(checkers.Black); got != checkers.Start() {
		m.t.Errorf("the game begins with %s", got.FEN())
	}
	for _, d := range m.table.discs {
		if m.table.square(d.at) == 0 && !m.table.inTray(d.at) {
			m.t.Errorf("a disc lies at %v", d.at)
		}
	}
}

// TestSetUpFromAnything begins games with anything on the board and in the tray, of which discs may be missing.
func TestSetUpFromAnything(t *testing.T) {
	asked, kings := 0, 0
	for seed := range uint64(40) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			m := setsUp(t, scripted(t))
			m.Left = m.table.scramble(rand.New(rand.NewPCG(seed, 3)))
			kings += m.table.position(checkers.Black).Kings.Len()
			m.setUpAndPlay()
			for _, e := range m.events {
				switch e.Kind {
				case robot.Asking:
					asked++
				case robot.Repairing:
					t.Errorf("repaired: %s", e.Text)
				}
			}
		})
	}
	if asked < 10 || kings < 20 {
		t.Errorf("these tables were too tame to tell: asked %d times, %d kings", asked, kings)
	}
}

// TestSetUpAfterAKingWasMoved sets up a table on which somebody has moved a king after the last game. It looks like a
// man, and is two discs still.
func TestSetUpAfterAKingWasMoved(t *testing.T) {
	m := setsUp(t, scripted(t))
	m.table.takeOff(28)
	m.table.put(checkers.White, 32, 0, 0)
	left := strings.Repeat("b", 12) + strings.Repeat(".", 8) + strings.Repeat("w", 7) + "Wwww."
	m.Left = &robot.Stood{Turn: checkers.White, Board: left}
	for _, slot := range m.Tray.Slots {
		m.Left.Tray = append(m.Left.Tray, slot.Holds.String())
	}
	m.table.flat = true
	m.setUpAndPlay()
}

// TestSetUpWhereNothingIsKnown sets up a king where a man stands that no game has left there; and takes what stands as
// it is wanted for what it looks like.
func TestSetUpWhereNothingIsKnown(t *testing.T) {
	wanted, err := checkers.ParseFEN("W:W6,25,K27:B14,21")
	expect.OK(t, err)
	for _, stands := range []bool{false, true} {
		m := newMatch(t, calibration.Dark, scripted(t))
		if stands {
			m.table.discs = slices.DeleteFunc(m.table.discs, func(d disc) bool {
				s := m.table.square(d.at)
				return s != 0 && s != 25 && s != 27
			})
			m.table.put(checkers.White, 27, 0, 0)
			m.table.put(checkers.White, 6, 0, 0)
			m.table.put(checkers.Black, 14, 0, 0)
			m.table.put(checkers.Black, 21, 0, 0)
			m.table.flat = true
		}
		settings := robot.Settings{Side: checkers.White, SetUp: true, Start: wanted}
		if _, err := m.Play(t.Context(), settings); !errors.Is(err, errNoIdea) {
			t.Fatal(err)
		}
		if got := m.table.position(checkers.White); got != wanted {
			t.Errorf("the game begins with %s", got.FEN())
		}
		if moved := slices.ContainsFunc(m.events, func(e robot.Event) bool {
			return e.Kind == robot.Arranging
		}); moved == stands {
			t.Errorf("the arm sets up %t, and the position stands %t", moved, stands)
		}
	}
}

// TestSetUpAfterGames plays game after game, each set up by the robot from what the one before has left.
func TestSetUpAfterGames(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			m := setsUp(t, random(seed))
			for n := range 3 {
				side := checkers.Side(n % 2)
				if _, err := m.Play(t.Context(), robot.Settings{Side: side, SetUp: n > 0}); err != nil {
					t.Fatal(err)
				}
				m.events = nil
			}
		})
	}
}

// A human who has Black may begin as soon as the pieces stand; that move is not put back.
func TestHumanBeginsWhileTheRobotSetsUp(t *testing.T) {
	m := setsUp(t, scripted(t, "11-15", "22-18"))
	start := checkers.Start()
	m.table.shift(32, 18, 3, 3)
	m.told = func(e robot.Event) {
		switch e.Kind {
		case robot.Carrying:
			m.table.release = func() {
				m.table.release = nil
				m.table.wait(4)
				m.table.reach(func() { m.table.play(start, parse(t, start, "11-15"), 5, 5) })
			}
		case robot.TurnStarted:
			if m.plies() == 0 && !e.Robots {
				m.table.script = nil // it is done already
			}
		}
	}
	if _, err := m.Play(t.Context(), robot.Settings{Side: checkers.White, SetUp: true}); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	m.moved([]string{"11-15", "22-18"})
}

// A human may begin while the robot is still at work on the tray: on a disc that fell there. That move is not put back
// either.
func TestHumanBeginsWhileTheRobotTidiesTheTray(t *testing.T) {
	m := setsUp(t, scripted(t, "11-15", "22-18"))
	start := checkers.Start()
	m.table.put(checkers.White, 17, 0, 0)
	began := false
	m.told = func(e robot.Event) {
		switch e.Kind {
		case robot.Carrying:
			if !began && e.Transfer.To.Slot != 0 {
				beside := m.Tray.Slots[e.Transfer.To.Slot-1].At
				beside.Y += 20
				m.table.loses = &beside
			}
		case robot.Repairing:
			began = true
			m.table.release = func() {
				m.table.release = nil
				m.table.reach(func() { m.table.play(start, parse(t, start, "11-15"), 5, 5) })
			}
		case robot.TurnStarted:
			if m.plies() == 0 && !e.Robots {
				m.table.script = nil // it is done already
			}
		}
	}
	if _, err := m.Play(t.Context(), robot.Settings{Side: checkers.White, SetUp: true}); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"11-15", "22-18"}, played(m)); diff != "" || !began {
		t.Error(diff, began)
	}
}

// A human who does not give discs back has the game set up with spare ones; and one that lacks what it needs waits,
// however long that takes.
func TestDiscsAreAskedFor(t *testing.T) {
	for missing, want := range map[int]string{
		3: "To set up a new game, lay 3 white discs on any empty squares of the board; they are neither there nor in the " +
			"tray, and spare discs are used otherwise.",
		9: "To set up a new game, lay 9 white discs on any empty squares of the board; they are neither there nor in the " +
			"tray.",
	} {
		m := setsUp(t, scripted(t))
		for s := checkers.Square(21); s < checkers.Square(21+missing); s++ {
			m.table.takeOff(s)
		}
		m.told = func(e robot.Event) {
			if e.Kind == robot.Asking && missing > 8 {
				m.table.wait(1000)
				m.table.reach(func() { m.table.lay(e.Missing) })
			}
		}
		m.setUpAndPlay()
		m.standsReady()
		var said []string
		for _, e := range m.events {
			if e.Kind == robot.Asking {
				said = append(said, e.Text.String())
			}
		}
		if diff := cmp.Diff([]string{want}, said); diff != "" {
			t.Error(diff)
		}
	}
}

// TestSetUpWithAnArmThatFails sets up with an arm that fails at every fortieth call and may let its disc fall.
func TestSetUpWithAnArmThatFails(t *testing.T) {
	for seed := range uint64(10) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			l := newLife(t, seed, 0, 1)
			l.setUp, l.Left = true, l.world.scramble(rand.New(rand.NewPCG(seed, 3)))
			f := &flaky{table: l.world.table, random: rand.New(rand.NewPCG(seed, 5)), every: 40}
			l.Arm = f
			l.live()
		})
	}
}

// TestKilledWhileSettingUp kills the process at random moments of the set-up. The game is the one that would have
// been played, with all discs.
func TestKilledWhileSettingUp(t *testing.T) {
	if testing.Short() {
		t.Skip("plays dozens of games")
	}
	lives(t, 0, 30, 60, 1./3, .05, func(t *testing.T, seed uint64) *life {
		spared, l := newLife(t, seed, 0, 1), newLife(t, seed, 3, 300)
		for _, l := range []*life{spared, l} {
			l.setUp, l.Left = true, l.world.scramble(rand.New(rand.NewPCG(seed, 3)))
		}
		return l.asIf(spared, false)
	})
}
