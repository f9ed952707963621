package robot_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
)

// commanding gives a match a channel for commands.
func (m *match) commanding() chan<- robot.Order {
	commands := make(chan robot.Order, 1)
	m.Orders = commands
	return commands
}

// forgetful plays a game in which White, the human, forgets to take a captured piece off, and commands that the robot
// does as soon as it is told.
func forgetful(t *testing.T) *match {
	m := newMatch(t, calibration.Dark, scripted(t, "11-15", "22-18", "15x22", "25x18", "12-16"))
	commands := m.commanding()
	m.told = func(e robot.Event) {
		switch e.Kind {
		case robot.TurnStarted:
			if !e.Robots && m.plies() == 3 {
				m.table.script = nil
				m.table.reach(func() { m.table.shift(25, 18, 9, 4) }) // the man on 22 stays
			}
		case robot.Watching:
			if strings.Contains(e.Text.String(), "off the board") {
				commands <- robot.Order{Command: robot.Tidy{}}
			}
		}
	}
	return m
}

// TestForgottenCaptureIsTidied has the arm take off what the human has captured and left on the board. The move then
// counts.
func TestForgottenCaptureIsTidied(t *testing.T) {
	m := forgetful(t)
	if _, err := m.play(t.Context(), checkers.Black); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	m.moved([]string{"11-15", "22-18", "15x22", "25x18", "12-16"})
	want := []string{
		"1/1 black disc, square 11 → square 15: carries the man",
		"1/2 white disc, square 18 → tray slot 3: takes the captured man off",
		"2/2 black disc, square 15 → square 22: carries the man",
		"1/1 black disc, square 22 → tray slot 2: takes the man off",
		"1/1 black disc, square 12 → square 16: carries the man",
	}
	if diff := cmp.Diff(want, m.carried()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"", "b", "w", ""}, m.Left.Tray[:4]); diff != "" {
		t.Error(diff)
	}
}

// TestAskewPiecesAreStraightened has the arm straighten men, before the human's move and, where a key ends its turn,
// after it.
func TestAskewPiecesAreStraightened(t *testing.T) {
	for _, withKey := range []bool{false, true} {
		t.Run(fmt.Sprint("key: ", withKey), func(t *testing.T) {
			m := newMatch(t, calibration.Dark, scripted(t, "11-15", "22-18"))
			commands := m.commanding()
			m.AwaitTurnOver = withKey
			human := []func(){}
			m.told = func(e robot.Event) {
				switch e.Kind {
				case robot.TurnStarted:
					if e.Robots {
						return
					}
					human, m.table.script = m.table.script, nil
					m.table.nudge(15, 9, 3)
					m.table.nudge(3, -7, -7)
					if withKey { // and the move is made
						m.table.nudge(31, 8, 2)
						m.table.play(e.Position, parse(t, e.Position, "22-18"), 2, 2)
					}
					commands <- robot.Order{Command: robot.Straighten{}}
				case robot.Carrying:
					if e.Steps == 1 || e.Step < e.Steps {
						return
					}
					if withKey {
						commands <- robot.Order{Command: robot.TurnOver{}}
						return
					}
					m.table.release = func() {
						m.table.release = nil
						m.table.wait(30)
						m.table.script = append(m.table.script, human...)
					}
				}
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if _, err := m.play(ctx, checkers.Black); !errors.Is(err, errNoIdea) {
				t.Fatal(err)
			}
			m.moved([]string{"11-15", "22-18"})
			if off := m.table.off(checkers.Black); off > 0.1 {
				t.Errorf("a disc is %.2f squares off its square's centre", off)
			}
			want := []string{
				"1/1 black disc, square 11 → square 15: carries the man",
				"1/2 black disc, square 3 → square 3: straightens the man",
				"2/2 black disc, square 15 → square 15: straightens the man",
			}
			if withKey {
				want = append(want[:1],
					"1/3 black disc, square 3 → square 3: straightens the man",
					"2/3 black disc, square 15 → square 15: straightens the man",
					"3/3 white disc, square 31 → square 31: straightens the man")
			}
			got := m.carried()
			slices.Sort(got)
			slices.Sort(want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestCommandsThatCannotBeFulfilled are answered in a sentence, and the turn goes on.
func TestCommandsThatCannotBeFulfilled(t *testing.T) {
	for command, want := range map[robot.Command]string{
		robot.Tidy{}:       "There is nothing to tidy: no captured piece is left on the board.",
		robot.Straighten{}: "There is nothing to straighten: every piece stands near the middle of its square.",
	} {
		m := newMatch(t, calibration.Dark, scripted(t, "11-15", "22-18"))
		commands := m.commanding()
		m.told = func(e robot.Event) {
			if e.Kind == robot.TurnStarted && !e.Robots {
				commands <- robot.Order{Command: command}
			}
		}
		m.playOut()
		m.complained([]string{want})
		m.moved([]string{"11-15", "22-18"})
	}
}

// TestKilledWhileStraightening kills the process while it does what it was told to for; the game goes on as it would
// have.
func TestKilledWhileStraightening(t *testing.T) {
	if testing.Short() {
		t.Skip("plays dozens of games")
	}
	lives(t, 0, 20, 60, 1./3, 0, func(t *testing.T, seed uint64) *life {
		l := newLife(t, seed, 4, 900)
		random := rand.New(rand.NewPCG(seed, 13))
		commands := l.commanding()
		tell := l.Tell
		var turn robot.Event
		l.Tell = func(e robot.Event) {
			switch e.Kind {
			case robot.TurnStarted:
				if e.Robots {
					break
				}
				turn = e
				for s := range e.Position.Occupied().All() {
					if random.IntN(6) == 0 {
						l.world.nudge(s, 12*random.Float64()-6, 12*random.Float64()-6)
					}
				}
				select {
				case commands <- robot.Order{Command: robot.Straighten{}}:
				default:
				}
				return
			case robot.Arranged: // and now the human moves
				tell(turn)
			case robot.Watching:
				if strings.HasPrefix(e.Text.String(), "There is nothing to straighten") {
					tell(turn)
				}
			}
			tell(e)
		}
		return l.asIf(newLife(t, seed, 0, 1), false)
	})
}

// nudge moves what stands on a square.
func (tb *table) nudge(s checkers.Square, x, y float64) {
	for i, d := range tb.discs {
		if tb.square(d.at) == s {
			tb.discs[i].at.X, tb.discs[i].at.Y = d.at.X+x, d.at.Y+y
		}
	}
}

// last is the game on record.
func (l *life) last() pdn.Game { return l.kept.games[len(l.kept.games)-1] }
