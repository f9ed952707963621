package zerosum

// limitNear is how many plies before the end that a Limiter says states are told apart by their count, too: further off
// they would only be searched twice.
const limitNear = 16

// pvs, principal variation search, is the score of a node from the window alpha to beta, searched to a depth in
// plies: exact inside the window, a bound outside. The first move gets the whole window; the others have only to be
// shown no better, and are searched again if they are. What it returns once the search has stopped means nothing.
func (s *Searcher[S, M]) pvs(n *node[S], depth, ply, alpha, beta int) int {
	f := &s.frames[ply]
	f.pv = f.pv[:0]
	if ply > 0 && s.repeated(n, ply) {
		s.visit()
		return s.atLimit(n, ply)
	}
	most := s.most(n.state)
	if ply > 0 && most > 0 && n.quiet >= most {
		return s.atLimitUnlessOver(n, ply)
	}
	if ply > 0 {
		if score, known := s.probeTablebase(n.state, n.quiet, ply); known {
			s.visit()
			return score
		}
	}
	if ply == MaxPly || depth <= 0 && !s.threatExtension(n.state, depth) {
		return s.quiescence(n.state, ply, alpha, beta)
	}
	if !s.visit() {
		return 0
	}

	// A score found with moves in hand says nothing about a draw close by, unless states that differ in their count alone
	// are told apart there.
	key, drawNear := n.key, most > 0 && n.quiet+depth >= most
	if near := n.quiet - (most - limitNear); s.limiter != nil && near > 0 {
		key, drawNear = mixed(key+uint64(near)), false
	}
	hashMove := -1
	if known, found := s.table.probe(key, ply); found {
		hashMove = int(known.move) - 1
		score := int(known.score)
		if ply > 0 && beta-alpha == 1 && !drawNear && int(known.depth) >= depth && known.decides(score, alpha, beta) {
			return score
		}
	}

	if beta-alpha == 1 && !drawNear && s.mayProbCut(n, depth, ply, beta) {
		if score, cut := s.probCut(n, depth, ply, beta); cut || s.stopped {
			return score
		}
	}

	f.moves = s.moves(n.state, f.moves[:0])
	if len(f.moves) == 0 {
		return final(s.game.Utility(n.state), ply)
	}
	s.rank(f, ply, hashMove)

	s.line[s.root+ply] = n.key
	window, best, bestAt := alpha, -infinity, -1
	for i := range f.moves {
		at := f.next(i)
		score := s.follow(n, f.moves[at], depth-1, s.lateMoveReduction(f, depth, i), ply, window, beta, i == 0)
		if s.stopped {
			return 0
		}
		if score > best {
			best, bestAt = score, at
		}
		if score <= window {
			continue
		}
		window = score
		f.pv = append(append(f.pv[:0], f.moves[at]), s.frames[ply+1].pv...)
		if ply == 0 {
			s.best.Move, s.best.Score = f.moves[at], score
			s.best.PV = append(s.best.PV[:0], f.pv...)
		}
		if score >= beta {
			s.recordCutoff(f, i, depth, ply)
			break
		}
	}
	switch {
	case best >= beta:
		s.table.store(key, ply, depth, best, bestAt, lower)
	case best > alpha:
		s.table.store(key, ply, depth, best, bestAt, exact)
	default:
		s.table.store(key, ply, depth, best, -1, upper)
	}
	return best
}

// follow is the score of a move at a node, its replies searched to a depth. A move is first searched late plies less
// deep.
func (s *Searcher[S, M]) follow(n *node[S], move M, depth, late, ply, alpha, beta int, first bool) int {
	next := s.after(n, move)
	if !first {
		score := -s.pvs(&next, depth-late, ply+1, -alpha-1, -alpha)
		if late > 0 && score > alpha && !s.stopped {
			score = -s.pvs(&next, depth, ply+1, -alpha-1, -alpha)
		}
		if score <= alpha || score >= beta || s.stopped {
			return score
		}
	}
	return -s.pvs(&next, depth, ply+1, -beta, -alpha)
}

// quiescence is the score of a state at the horizon: its estimate once all captures are played out. Where no capture
// has to be made, the estimate is a lower bound (the stand-pat score).
func (s *Searcher[S, M]) quiescence(state S, ply, alpha, beta int) int {
	f := &s.frames[ply]
	f.pv = f.pv[:0]
	if !s.visit() {
		return 0
	}
	noisy := s.guide.Noisy(state)
	if !noisy && !s.options.NoQuiescence || ply == MaxPly {
		return s.estimate(state)
	}
	f.moves = s.moves(state, f.moves[:0])
	switch {
	case len(f.moves) == 0:
		return final(s.game.Utility(state), ply)
	case s.options.NoQuiescence:
		return s.estimate(state)
	}
	best := -infinity
	standPat := s.standPat != nil && s.standPat.MayStandPat(state)
	if standPat {
		if best = s.estimate(state); best >= beta {
			return best
		}
	}
	for _, m := range f.moves {
		if standPat && !s.gains(m) {
			continue
		}
		score := -s.afterCapture(s.game.Play(state, m), ply+1, -beta, -max(alpha, best))
		if s.stopped {
			return 0
		}
		if score <= best {
			continue
		}
		best = score
		f.pv = append(append(f.pv[:0], m), s.frames[ply+1].pv...)
		if best >= beta {
			break
		}
	}
	return best
}

// afterCapture is the score of a state that a capture led to at the horizon.
func (s *Searcher[S, M]) afterCapture(state S, ply, alpha, beta int) int {
	if score, known := s.probeTablebase(state, 0, ply); known {
		s.frames[ply].pv = s.frames[ply].pv[:0]
		s.visit()
		return score
	}
	return s.quiescence(state, ply, alpha, beta)
}

// atLimitUnlessOver is the score of a node after the last ply of the limit.
func (s *Searcher[S, M]) atLimitUnlessOver(n *node[S], ply int) int {
	s.visit()
	f := &s.frames[ply]
	if f.moves = s.moves(n.state, f.moves[:0]); len(f.moves) == 0 {
		return final(s.game.Utility(n.state), ply)
	}
	return s.atLimit(n, ply)
}

// repeated reports whether a state came before, in the line searched or in the game.
func (s *Searcher[S, M]) repeated(n *node[S], ply int) bool {
	here := s.root + ply
	for i := here - 2; i >= max(0, here-n.quiet); i -= 2 {
		if s.line[i] == n.key {
			return true
		}
	}
	return false
}

// decides reports whether a remembered score decides a window.
func (e entry) decides(score, alpha, beta int) bool {
	return e.bound == exact || e.bound == lower && score >= beta || e.bound == upper && score <= alpha
}
