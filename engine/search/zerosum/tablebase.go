package zerosum

// Tablebase is a Guide that knows how some states end. A state that it does not know at all comes to one that it knows
// by a move that is not reversible.
type Tablebase[S any] interface {
	// Known is how a state ends that so many reversible plies in a row led to, when both sides play their best: the
	// result for the side to move, as Utility has it, and how many plies away it is. It is asked at the root and below a
	// root that is known.
	Known(state S, quiet int) (utility, plies int, known bool)
	// Outcome is the result alone. It is asked anywhere else in the tree, and should be fast. It need not know all
	// states that Known does.
	Outcome(state S, quiet int) (utility int, known bool)
}

// drawShare is which part of its estimate a draw that is known is worth: the side that stands better goes on trying.
const drawShare = 16

// A win that is known, and not in how many plies, is worth less than any that was searched to its end and more than
// any estimate. It is worth a unit less for each ply to the state that is known, so that play comes nearer to it, and a
// part of the estimate there more.
const (
	outcomeWin      = 25000
	outcomeShare    = 64  // part of the estimate
	maxOutcomeShare = 500 // units either way
)

// probeTablebase is the score of a state that the tablebase knows.
func (g *model[S, M]) probeTablebase(state S, quiet, ply int) (int, bool) {
	switch {
	case g.tablebase == nil:
		return 0, false
	case g.exact:
		utility, plies, known := g.tablebase.Known(state, quiet)
		if known && utility == 0 {
			return g.estimate(state) / drawShare, true
		}
		return final(utility, min(MaxPly, ply+plies)), known
	}
	utility, known := g.tablebase.Outcome(state, quiet)
	switch {
	case !known:
		return 0, false
	case utility == 0:
		return g.estimate(state) / drawShare, true
	}
	share := g.estimate(state) / outcomeShare
	return utility*(outcomeWin-ply) + max(-maxOutcomeShare, min(maxOutcomeShare, share)), true
}

// Certain reports whether a score is a win or a loss, whether or not it says in how many plies.
func Certain(score int) bool { return score > MaxEstimate || score < -MaxEstimate }

// promised is a score at the root with a line that plays it out: a win or a loss that is certain and does not say in
// how many plies is taken to be as far away as the end of the line, or of all lines if it has none.
func promised(score, plies int, ended bool) int {
	if _, decided := Distance(score); decided || !Certain(score) {
		return score
	}
	if !ended {
		plies = MaxPly
	}
	if score > 0 {
		return final(1, plies)
	}
	return final(-1, plies)
}

// lookAt has the tablebase asked for numbers of plies if it knows the root of a search.
func (g *model[S, M]) lookAt(root S) {
	if g.exact = false; g.tablebase != nil {
		_, _, g.exact = g.tablebase.Known(root, 0)
	}
}

// extendPV is a line of play from the root with what the tablebase adds: to the end of the game, or where that is a
// draw, the reply to the first move. It reports whether the game is over after it.
func (g *model[S, M]) extendPV(root node[S], line []M) (extended []M, ended bool) {
	if g.tablebase == nil {
		return line, false
	}
	n := root
	for _, m := range line {
		n = g.after(&n, m)
	}
	for len(line) < MaxPly {
		utility, _, known := g.tablebase.Known(n.state, n.quiet)
		if !known || utility == 0 && len(line) > 1 {
			break
		}
		moves := g.game.AppendMoves(n.state, nil)
		if len(moves) == 0 {
			return line, true
		}
		at := g.fastest(&n, moves)
		if at < 0 {
			break
		}
		line, n = append(line, moves[at]), g.after(&n, moves[at])
	}
	return line, false
}

// fastest is which of the moves at a node that the tablebase knows is the best, −1 if it knows none.
func (g *model[S, M]) fastest(n *node[S], moves []M) int {
	best, at := -infinity, -1
	for i, m := range moves {
		next := g.after(n, m)
		utility, plies, known := g.tablebase.Known(next.state, next.quiet)
		score := -final(utility, min(MaxPly, plies))
		if known && utility == 0 {
			score = -g.estimate(next.state) / drawShare
		}
		if known && score > best {
			best, at = score, i
		}
	}
	return at
}
