package checkers

import (
	"fmt"
	"slices"
)

// RepetitionsToDraw is how often the same position stands, with the same side to move, when the game is a draw.
const RepetitionsToDraw = 3

// Game is a game on its way: where it began and the moves since. It is not safe for use by several goroutines at once.
type Game struct {
	positions []Position // before each move, and the one that stands now
	moves     []Move
}

// NewGame is a game that begins at a position.
func NewGame(start Position) *Game { return &Game{positions: []Position{start}} }

// Start is the position that the game began at.
func (g *Game) Start() Position { return g.positions[0] }

// Position is the position that stands now.
func (g *Game) Position() Position { return g.positions[len(g.positions)-1] }

// Moves is the moves played so far, first to last.
func (g *Game) Moves() []Move { return slices.Clone(g.moves) }

// History is the positions before the one that stands now, the start first: what a search needs to know a repetition.
func (g *Game) History() []Position { return slices.Clone(g.positions[:len(g.moves)]) }

// Play makes a move. One that is not legal is an error and changes nothing. A drawn game may go on, since a draw has
// to be claimed.
func (g *Game) Play(m Move) error {
	p := g.Position()
	if legal := p.Moves(); !slices.Contains(legal, m) {
		return fmt.Errorf("%s is not a legal move for %s; legal: %s", m, p.Turn, list(legal))
	}
	g.positions = append(g.positions, p.Play(m))
	g.moves = append(g.moves, m)
	return nil
}

// Undo takes the last move back and reports whether there was one.
func (g *Game) Undo() bool {
	n := len(g.moves)
	if n == 0 {
		return false
	}
	g.moves, g.positions = g.moves[:n-1], g.positions[:n]
	return true
}

// Outcome is how a game ended.
type Outcome struct {
	Draw   bool
	Winner Side   // means nothing in a draw
	Reason string // for people, without a full stop
}

// String is the outcome for people: "Black wins: White has no piece left".
func (o Outcome) String() string {
	if o.Draw {
		return "Draw: " + o.Reason
	}
	return o.Winner.String() + " wins: " + o.Reason
}

// Outcome is how the game has ended; false while it goes on. A side to move without a legal move has lost. The game is
// drawn when a position stands for the third time, and after as many moves without a capture or a man's move as the
// game has it.
func (g *Game) Outcome() (Outcome, bool) {
	p := g.Position()
	if lost, over := p.Lost(); over {
		return lost, true
	}
	switch {
	case g.Stood(p) >= RepetitionsToDraw:
		return Outcome{Draw: true, Reason: "threefold repetition"}, true
	case g.QuietPliesLeft() <= 0:
		return Outcome{Draw: true, Reason: fmt.Sprintf("%d moves by each side without a capture or a man's move",
			p.MostQuietPlies()/2)}, true
	}
	return Outcome{}, false
}

// Lost is how a game has ended whose side to move has no legal move; false where it has one.
func (p Position) Lost() (Outcome, bool) {
	why := " has no legal move"
	if p.Of(p.Turn) == 0 {
		why = " has no piece left"
	}
	return Outcome{Winner: p.Turn.Opponent(), Reason: p.Turn.String() + why}, p.Jumpers()|p.Steppers() == 0
}

// Stood is how often a position has stood that can stand again, the one that stands now included.
func (g *Game) Stood(p Position) (times int) {
	for _, earlier := range g.positions[len(g.positions)-1-g.QuietPlies():] {
		if earlier == p {
			times++
		}
	}
	return times
}

// QuietPliesLeft is how many moves more without a capture or a man's move make the game a draw, 0 or less where it is.
func (g *Game) QuietPliesLeft() int { return g.Position().MostQuietPlies() - g.QuietPlies() }

// QuietPlies is the number of moves since the last capture or man's move: only what came after it can be repeated.
func (g *Game) QuietPlies() int {
	for i := len(g.moves) - 1; i >= 0; i-- {
		if m := g.moves[i]; m.IsCapture() || !g.positions[i].Kings.Has(m.From()) {
			return len(g.moves) - 1 - i
		}
	}
	return len(g.moves)
}
