package engine

import (
	"context"
	"math"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/sentence"
)

// Loss is what a move gives away that another one would have kept. The zero Loss is none.
type Loss struct {
	Move, Reply checkers.Move // that gives it away, and that of the other side which takes it
	Men         int           // 0: the game
}

// Text says what is lost, and why: "11-16 loses a man, because of 20x11".
func (l Loss) Text() sentence.Text {
	switch l.Men {
	case 0:
		return sentence.Say("%s loses the game, because of %s: take it back, or go on.", l.Move, l.Reply)
	case 1:
		return sentence.Say("%s loses a man, because of %s: take it back, or go on.", l.Move, l.Reply)
	}
	return sentence.Say("%s loses %d men, because of %s: take it back, or go on.", l.Move, l.Men, l.Reply)
}

// leastLoss is how much worse a move is than the best one that loses a man, in hundredths: what is had for the man
// makes it less than one.
const leastLoss = 60

// Teacher says what the last move of a game has lost, as far as can be proved: by the search that says why moves are
// played. It is not safe for use by several goroutines at once.
func (m Means) Teacher() func(context.Context, *checkers.Game) (Loss, error) {
	const nodes = 400000 // that are looked at for each of two positions
	searchers := search.Searchers(m.Tables, search.Options{TableMB: 8})
	return func(ctx context.Context, game *checkers.Game) (Loss, error) {
		s := searchers(game.Position().Set)
		history, played := game.History(), game.Moves()
		last := len(played) - 1
		if last < 0 || len(history[last].Moves()) == 1 || len(game.Position().Moves()) == 0 {
			return Loss{}, nil
		}
		before := search.Request{Position: history[last], History: history[:last], Nodes: nodes}
		after := search.Request{Position: game.Position(), History: history, Nodes: nodes}
		best, err := analysis.Search(ctx, s, before, nil)
		if err != nil || best.Move == played[last] || search.Certain(best.Score) && best.Score < 0 {
			return Loss{}, err
		}
		reply, err := analysis.Search(ctx, s, after, nil)
		drop := best.Score + reply.Score
		if err != nil || drop < leastLoss {
			return Loss{}, err
		}
		loss := Loss{Move: played[last], Reply: reply.Move}
		if !search.Certain(reply.Score) {
			_, men, kept := won(ctx, after.Position.Play(reply.Move), lead(after.Position), 8*nodes)
			if men = min(men, kept); men <= 0 {
				return Loss{}, nil
			}
			loss.Men = max(1, min(men, int(math.Round(float64(drop)/man)))) // what the best move would have kept
		}
		return loss, nil
	}
}
