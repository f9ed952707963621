package robot_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
	"draughtsman/internal/config"
	"draughtsman/internal/robot"
	"draughtsman/vision/moves"
)

// match is a robot and a human at a table. Both play what choose says; the human sets discs down beside the middle of
// a square.
type match struct {
	*robot.Robot
	t       *testing.T
	table   *table
	kept    memory
	choose  chooser
	events  []robot.Event
	told    func(robot.Event) // what else happens when something is told; nil: nothing
	trusted bool              // do not hold the table against what is told
}

// chooser is the move of a ply, from 0, in a position; false when there is none any more, and then a human switches
// the camera off.
type chooser func(ply int, p checkers.Position) (checkers.Move, bool)

// scripted plays the moves given.
func scripted(t *testing.T, moves ...string) chooser {
	return func(ply int, p checkers.Position) (checkers.Move, bool) {
		if ply >= len(moves) {
			return checkers.Move{}, false
		}
		return parse(t, p, moves[ply]), true
	}
}

func newMatch(t *testing.T, black calibration.Shade, choose chooser) *match {
	m := &match{t: t, table: newTable(t, black), choose: choose}
	m.Robot = &robot.Robot{
		Eye: m.table, Arm: m.table, Mind: mind{m}, Journal: &m.kept, Log: &robot.MemoryLog{},
		Setup: m.table.setup, Tray: config.Example().Tray,
		Moves: moves.Options{BlackPieces: black},
		Tell:  m.tell, Now: func() time.Time { return m.table.now },
	}
	return m
}

// play plays a game until it ends.
func (m *match) play(ctx context.Context, side checkers.Side) (checkers.Outcome, error) {
	return m.Play(ctx, robot.Settings{Side: side, Think: time.Second})
}

// playOut has the robot play Black until nobody knows a move.
func (m *match) playOut() {
	m.t.Helper()
	if _, err := m.play(m.t.Context(), checkers.Black); !errors.Is(err, errNoIdea) {
		m.t.Fatal(err)
	}
}

// complained holds the complaints against what they should be.
func (m *match) complained(want []string) {
	m.t.Helper()
	if diff := cmp.Diff(want, m.complaints()); diff != "" {
		m.t.Error(diff)
	}
}

// moved holds the moves that were told against what they should be.
func (m *match) moved(want []string) {
	m.t.Helper()
	if diff := cmp.Diff(want, played(m)); diff != "" {
		m.t.Error(diff)
	}
}

// plies is how many moves were told.
func (m *match) plies() (n int) {
	for _, e := range m.events {
		if e.Kind == robot.Played {
			n++
		}
	}
	return n
}

// tell lets the human act on what it hears, and checks it against the truth.
func (m *match) tell(e robot.Event) {
	if e.Kind == robot.TurnStarted && !e.Robots {
		m.humanMove(e.Position)
	}
	m.events = append(m.events, e)
	switch said := e.Text.String(); {
	case !slices.Contains(robot.Kinds(), e.Kind):
		m.t.Errorf("%q is among no kinds of events", e.Kind)
	case e.Kind == robot.Thinking, e.Kind == robot.Carrying, e.Kind == robot.Commented:
	case said == "" && e.Kind == robot.TurnStarted && e.Robots: // in a game that is shown
	case !strings.HasSuffix(said, "."), said[:1] != strings.ToUpper(said[:1]):
		m.t.Errorf("of %q people are told %q, which is no sentence", e.Kind, said)
	case strings.Contains(said, ":W") || strings.Contains(said, ":B"):
		m.t.Errorf("of %q people are told %q, which nobody reads who knows no FEN", e.Kind, said)
	}
	if e.Kind == robot.Played && !m.trusted {
		if truth := m.table.position(e.Position.Turn); truth != e.Position {
			m.t.Errorf("after %s the robot believes in %s, the table has %s", e.Move, e.Position.FEN(), truth.FEN())
		}
	}
	if m.told != nil {
		m.told(e)
	}
}

func (m *match) humanMove(p checkers.Position) {
	move, ok := m.choose(m.plies(), p)
	if !ok {
		m.table.later(func() { m.table.broken = io.EOF })
		return
	}
	m.table.wait(2)
	m.table.reach(func() { m.table.play(p, move, 4, -3) })
}

// complaints is every sentence about what is wrong, in order, but for those that any move brings with it.
func (m *match) complaints() (list []string) {
	for _, e := range m.events {
		said := ""
		switch e.Kind {
		case robot.WaitingForSetUp, robot.Watching, robot.Repairing:
			said = e.Text.String()
		}
		if said != "" && said != "Something is over the board." && !strings.HasPrefix(said, "Your turn: ") {
			list = append(list, said)
		}
	}
	return list
}

// mind is the robot's: it plays what choose says.
type mind struct{ *match }

var errNoIdea = errors.New("no more moves")

func (m mind) Think(_ context.Context, g *checkers.Game, _ time.Duration, _ func(search.Info)) (robot.Thought, error) {
	move, ok := m.choose(len(g.Moves()), g.Position())
	if !ok {
		return robot.Thought{}, errNoIdea
	}
	return robot.Thought{Result: search.Result{Move: move}}, nil
}

// memory is a journal.
type memory struct {
	games []pdn.Game
	open  bool
	full  error // nothing can be kept
}

func (k *memory) Record(g pdn.Game) error {
	if k.open {
		k.games = k.games[:len(k.games)-1]
	}
	k.games, k.open = append(k.games, g), true
	return k.full
}

// Again implements robot.Journal.
func (k *memory) Again() { k.open = true }

// Undo implements robot.Journal.
func (k *memory) Undo(g pdn.Game) error { return k.Record(g) }

func (k *memory) Next() { k.open = false }

func (k *memory) Kept() int64 { return 0 }
