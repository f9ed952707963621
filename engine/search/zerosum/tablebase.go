package zerosum

// Tablebase is a Guide that knows how some states end.
type Tablebase[S any] interface {
	// Known is how a state ends that so many reversible plies in a row led to, when both sides play their best: the
	// result for the side to move, as Utility has it, and how many plies away it is.
	Known(state S, quiet int) (utility, plies int, known bool)
}

// drawShare is which part of its estimate a draw that is known is worth: the side that stands better goes on trying.
const drawShare = 16

// probeTablebase is the score of a state that the tablebase knows.
func (s *Searcher[S, M]) probeTablebase(state S, quiet, ply int) (int, bool) {
	if s.tablebase == nil {
		return 0, false
	}
	utility, plies, known := s.tablebase.Known(state, quiet)
	if known && utility == 0 {
		return s.estimate(state) / drawShare, true
	}
	return final(utility, min(MaxPly, ply+plies)), known
}

// extendPV is a line of play from the root with what the tablebase adds: to the end of the game, or where that is a
// draw, the reply to the first move.
func (s *Searcher[S, M]) extendPV(root node[S], line []M) []M {
	if s.tablebase == nil {
		return line
	}
	n := root
	for _, m := range line {
		n = s.after(n, m)
	}
	for len(line) < MaxPly {
		utility, _, known := s.tablebase.Known(n.state, n.quiet)
		if !known || utility == 0 && len(line) > 1 {
			break
		}
		best, at := -infinity, -1
		moves := s.game.AppendMoves(n.state, nil)
		for i, m := range moves {
			next := s.after(n, m)
			if score, known := s.probeTablebase(next.state, next.quiet, len(line)); known && -score > best {
				best, at = -score, i
			}
		}
		if at < 0 {
			break
		}
		line, n = append(line, moves[at]), s.after(n, moves[at])
	}
	return line
}
