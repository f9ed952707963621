package zerosum

// node is a state in the tree.
type node[S any] struct {
	state S
	key   uint64 // its hash
	quiet int    // reversible plies in a row that led to it
}

// model is the game as a searcher judges it.
type model[S, M any] struct {
	game       Game[S, M]
	guide      Guide[S, M]
	umpire     Umpire[S]         // nil: the limit is a draw
	limiter    Limiter[S]        // nil: it is drawnAfter everywhere
	standPat   StandPat[S]       // nil: captures are compulsory
	threats    ThreatDetector[S] // nil: threats are not seen
	tablebase  Tablebase[S]      // nil: no state's end is known
	exact      bool              // the tablebase knows the root, so that it is asked for numbers of plies
	drawnAfter int
	weakness   Weakness
}

// modelOf is a game with what its guide knows of it, as far as the options let it.
func modelOf[S, M any](game Game[S, M], guide Guide[S, M], drawnAfter int, options Options) model[S, M] {
	g := model[S, M]{game: game, guide: guide, drawnAfter: drawnAfter, weakness: options.Weakness}
	g.umpire, _ = guide.(Umpire[S])
	g.limiter, _ = guide.(Limiter[S])
	g.standPat, _ = guide.(StandPat[S])
	if !options.NoThreats && !options.NoQuiescence {
		g.threats, _ = guide.(ThreatDetector[S])
	}
	if !options.NoTablebase && !options.Weakness.errs() {
		g.tablebase, _ = guide.(Tablebase[S])
	}
	return g
}

// moves appends the moves of a state that come to mind: all of them, but for a search with a weakness, and one at
// least if there is any.
func (g *model[S, M]) moves(state S, moves []M) []M {
	moves = g.game.AppendMoves(state, moves)
	if g.weakness.Overlook <= 0 || len(moves) < 2 {
		return moves
	}
	luck := mixed(g.guide.Hash(state) ^ g.weakness.Seed)
	kept := moves[:0]
	for i, m := range moves {
		luck = mixed(luck + uint64(i))
		last := i == len(moves)-1 && len(kept) == 0
		if last || float64(luck>>11)/(1<<53) >= g.weakness.Overlook {
			kept = append(kept, m)
		}
	}
	return kept
}

// estimate is the game's, as well as the search judges it.
func (g *model[S, M]) estimate(state S) int {
	estimate := g.game.Evaluate(state)
	noise := g.weakness.Noise
	if noise <= 0 {
		return estimate
	}
	luck := mixed(g.guide.Hash(state) + g.weakness.Seed)
	estimate += int(luck%uint64(2*noise+1)) - noise
	return max(-MaxEstimate, min(MaxEstimate, estimate))
}

// after is the node that a move leads to.
func (g *model[S, M]) after(n *node[S], move M) node[S] {
	next := g.game.Play(n.state, move)
	return node[S]{next, g.guide.Hash(next), g.quiet(n.quiet, n.state, next)}
}

// quiet is the number of reversible plies in a row after a move.
func (g *model[S, M]) quiet(plies int, before, after S) int {
	if g.guide.Reversible(before, after) {
		return plies + 1
	}
	return 0
}

// most is how many reversible plies in a row end the game where a state stands; 0 for any number.
func (g *model[S, M]) most(state S) int {
	if g.limiter == nil {
		return g.drawnAfter
	}
	return g.limiter.Limit(state)
}

// atLimit is the score of a node from which play goes round until the limit is reached, if there is one.
func (g *model[S, M]) atLimit(n *node[S], ply int) int {
	if g.umpire == nil {
		return 0
	}
	return final(g.umpire.AtLimit(n.state), min(MaxPly, ply+max(0, g.most(n.state)-n.quiet)))
}
