package variant

import (
	"fmt"
	"slices"
)

// Game is a game on its way: its rules, where it began and the moves since. It is not safe for use by several
// goroutines at once.
type Game struct {
	rules  Rules
	states []State // before each move, and the one that stands now
	moves  []Move
}

// NewGame is a game that begins at a position.
func NewGame(rules Rules, start Position) *Game {
	return &Game{rules: rules, states: []State{{Position: start}}}
}

// Rules is what the game is played by.
func (g *Game) Rules() Rules { return g.rules }

// Start is the position that the game began at.
func (g *Game) Start() Position { return g.states[0].Position }

// State is the position that stands now, with its count.
func (g *Game) State() State { return g.states[len(g.states)-1] }

// Position is the position that stands now.
func (g *Game) Position() Position { return g.State().Position }

// Moves is the moves played so far, first to last.
func (g *Game) Moves() []Move { return slices.Clone(g.moves) }

// History is the positions before the one that stands now, the start first: what a search needs to know a repetition
// and the moves that counted.
func (g *Game) History() []Position {
	history := make([]Position, len(g.moves))
	for i := range history {
		history[i] = g.states[i].Position
	}
	return history
}

// Play makes a move. One that is not legal is an error and changes nothing. A game that has ended may go on, since
// people may agree so.
func (g *Game) Play(m Move) error {
	if p := g.Position(); !slices.Contains(g.rules.Moves(p), m) {
		return g.rules.Notation().illegal(p, m.String())
	}
	g.states = append(g.states, g.rules.Next(g.State(), m))
	g.moves = append(g.moves, m)
	return nil
}

// Undo takes the last move back and reports whether there was one.
func (g *Game) Undo() bool {
	n := len(g.moves)
	if n == 0 {
		return false
	}
	g.moves, g.states = g.moves[:n-1], g.states[:n]
	return true
}

// Outcome is how the game has ended; false while it goes on.
func (g *Game) Outcome() (Outcome, bool) {
	if outcome, ended := g.rules.Outcome(g.State()); ended {
		return outcome, true
	}
	if times := g.rules.Repetition; times > 0 && g.seen() >= times {
		return Outcome{Draw: true, Reason: repetition(times)}, true
	}
	return Outcome{}, false
}

// seen is how many times the position that stands now has stood.
func (g *Game) seen() int {
	now := g.Position()
	n := 0
	for i := len(g.states) - 1; i >= 0; i -= 2 {
		if g.states[i].Position == now {
			n++
		}
	}
	return n
}

func repetition(times int) string {
	if times == 3 {
		return "threefold repetition"
	}
	return fmt.Sprintf("the same position %d times", times)
}
