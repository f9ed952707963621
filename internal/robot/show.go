package robot

import (
	"context"
	"fmt"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
)

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
		sighting, err := g.work.eyes.look(ctx)
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
