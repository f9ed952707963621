package robot

import (
	"context"
	"fmt"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/sentence"
)

// Recording is a game on paper that the arm plays on the board, both sides.
type Recording struct {
	Moves    []string `json:"moves"`
	Comments []string `json:"comments,omitempty"` // before the first move, and after each; there may be fewer
	// Pace is how long each position stands, on the table's clock, until the next move is made. 0: until NextMove.
	Pace time.Duration `json:"pace,omitempty"`
}

// RecordingOf is a game of a PDN file to be shown, and the position that it begins with. It is an error where the game
// is not of English draughts.
func RecordingOf(game pdn.Game, pace time.Duration) (Recording, checkers.Position, error) {
	if game.Variant != nil {
		return Recording{}, checkers.Position{}, fmt.Errorf("the game is one of %s: the robot plays English "+
			"draughts", game.Variant.Rules.Name)
	}
	r := Recording{Pace: pace}
	_, comments := pdn.TakeClocks(game.Comments)
	r.Comments = append(r.Comments, comments[-1])
	for i, m := range game.Moves {
		r.Moves, r.Comments = append(r.Moves, m.String()), append(r.Comments, comments[i])
	}
	return r, game.Start, nil
}

// NextMove has the next move of a recorded game made.
type NextMove struct{}

func (NextMove) command() {}

// shown reports whether a recorded game is shown to its end.
func (g *game) shown() bool { return g.Shows != nil && len(g.record.Moves()) >= len(g.Shows.Moves) }

// comment says what is to be said of the position that stands in a recorded game.
func (g *game) comment() {
	ply := len(g.record.Moves())
	if ply < len(g.Shows.Comments) && g.Shows.Comments[ply] != "" {
		g.Tell(Event{Kind: Commented, Text: sentence.Say("%s", g.Shows.Comments[ply])})
	}
}

// awaitNext waits until the next move of a recorded game is due.
func (g *game) awaitNext(ctx context.Context) error {
	g.comment()
	var since time.Time
	for {
		select {
		case order := <-g.Orders:
			if (order.Command == NextMove{}) {
				order.accepted()
				return nil
			}
			order.refused(sentence.Say("A recorded game is shown: it can go on to the next move, or be stopped."))
		default:
		}
		sighting, err := g.look(ctx)
		if err != nil {
			return err
		}
		if since.IsZero() {
			since = sighting.Time
		}
		if g.Shows.Pace > 0 && sighting.Time.Sub(since) >= g.Shows.Pace {
			return nil
		}
	}
}

// recorded is the next move of the recorded game.
func (g *game) recorded(position checkers.Position) (checkers.Move, error) {
	text := g.Shows.Moves[len(g.record.Moves())]
	move, err := position.ParseMove(text)
	if err != nil {
		return move, fmt.Errorf("move %d of the recorded game: %w", len(g.record.Moves())+1, err)
	}
	return move, nil
}
