package robot

import (
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/endgame"
	"draughtsman/internal/testkit/expect"
)

// thinker is a Mind with the time that it may take for a move, and how often and how long it has thought.
type thinker struct {
	Mind
	limit time.Duration
	moves int
	took  time.Duration
}

// mean is how long it has thought about a move on the average.
func (m *thinker) mean() time.Duration { return m.took / time.Duration(m.moves) }

// playGame plays a game from an opening on, and is what it brought Black: a point for a win, half a one for a draw.
// Where both sides know the endgame tables, a position that these know may end it.
func playGame(t testing.TB, opening checkers.Ballot, black, white *thinker, endsKnown bool) (points float64) {
	t.Helper()
	game := opening.Game()
	play := func(m checkers.Move, err error) {
		if err == nil {
			err = game.Play(m)
		}
		expect.OK(t, err)
	}
	for {
		p := game.Position()
		if outcome, over := game.Outcome(); over {
			return pointsOf(outcome.Draw, outcome.Winner)
		}
		if value, known := endgame.Shipped().Probe(p); known && endsKnown {
			winner := p.Turn
			if value.Lost() {
				winner = p.Turn.Opponent()
			}
			return pointsOf(!value.Won() && !value.Lost(), winner)
		}
		mind := black
		if p.Turn == checkers.White {
			mind = white
		}
		result, err := mind.Think(t.Context(), game, mind.limit, nil)
		play(result.Move, err)
		mind.moves++
		mind.took += result.Elapsed
	}
}

// pointsOf is what an outcome brings Black.
func pointsOf(draw bool, winner checkers.Side) float64 {
	switch {
	case draw:
		return 0.5
	case winner == checkers.Black:
		return 1
	}
	return 0
}
