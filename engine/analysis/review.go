package analysis

import (
	"context"
	"errors"
	"fmt"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// Decided is the score, in hundredths of a man, from which a game counts as decided: what is lost or gained beyond it
// is no loss.
const Decided = 500

// Judgement is what the engine thinks of a move that was played. Scores are in hundredths of a man, as the side that
// moved sees them, or as search.Win describes.
type Judgement struct {
	Number int // of the move; both sides make move 1
	Side   checkers.Side
	Played checkers.Move
	Forced bool            // there was no other
	Before int             // with the best move
	After  int             // with the move that was played
	Best   []checkers.Move // the best move and the line expected after it
	Why    string          // the best move is that, as the end of a sentence, where another lost; "": not known
}

// Explainer says why the move that was found in a position is the best one, as the end of a sentence; "" where nothing
// is certain.
type Explainer func(context.Context, search.Request, search.Result) string

// worthAReason is the loss from which a reason is worth looking for, in hundredths of a man.
const worthAReason = 20

// Loss is what the move gave away, in hundredths of a man, 0 or more.
func (j Judgement) Loss() int { return max(0, within(j.Before)-within(j.After)) }

func within(score int) int { return max(-Decided, min(score, Decided)) }

// Review judges the moves of a game, each position searched within the limits of a request whose position and history
// do not matter. With a limit of depth and a new searcher the same game is always judged in the same way. Each
// judgement is reported as soon as it is known; report and explain may be nil. When the context ends the judgements so
// far come with its error.
func Review(ctx context.Context, s *search.Searcher, start checkers.Position, moves []checkers.Move,
	limits search.Request, explain Explainer, report func(Judgement)) ([]Judgement, error) {
	g := checkers.NewGame(start)
	here, err := look(ctx, s, g, limits)
	var judged []Judgement
	first := 0 // the number of plies that a whole game has before these
	if start.Turn != start.Set.Begins() {
		first = 1
	}
	for i, m := range moves {
		if err != nil {
			return judged, err
		}
		p := g.Position()
		j := Judgement{
			Number: (first+i)/2 + 1,
			Side:   p.Turn,
			Played: m,
			Forced: len(p.Moves()) == 1,
			Before: here.Score,
			Best:   here.PV,
		}
		found, asked := here, search.Request{Position: p, History: g.History()}
		if err := g.Play(m); err != nil {
			return judged, fmt.Errorf("review a game: move %d: %w", j.Number, err)
		}
		here, err = look(ctx, s, g, limits)
		if err != nil {
			return judged, err
		}
		if j.After = earlier(here.Score, 1); m == j.Best[0] {
			j.After = j.Before
		} else if explain != nil && j.Loss() >= worthAReason {
			j.Why = explain(ctx, asked, found)
		}
		judged = append(judged, j)
		if report != nil {
			report(j)
		}
	}
	return judged, err
}

// look searches the position of a game; one without a legal move is lost.
func look(ctx context.Context, s *search.Searcher, g *checkers.Game, limits search.Request) (search.Result, error) {
	limits.Position, limits.History = g.Position(), g.History()
	result, err := Search(ctx, s, limits, nil)
	if errors.Is(err, search.ErrNoMoves) {
		return search.Result{Score: -search.Win}, ctx.Err()
	}
	if err != nil {
		return search.Result{}, err
	}
	return result, ctx.Err()
}
