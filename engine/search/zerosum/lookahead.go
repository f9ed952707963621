package zerosum

import "context"

// Method is how LookAhead goes through the tree. The zero value is minimax to the end of the game. Prune and Remember
// never change the answer, but how many states have to be visited for it.
type Method struct {
	// Depth is how far to look, in plies; 0 and anything above MaxPly mean MaxPly.
	Depth int
	// Estimate lets a state at that depth be worth the game's estimate of it; without, it is a draw, and only ends of
	// the game count.
	Estimate bool
	// Prune leaves out what cannot change the answer: alpha-beta, after D. E. Knuth and R. W. Moore, "An Analysis of
	// Alpha-Beta Pruning", Artificial Intelligence 6(4), 1975.
	Prune bool
	// Remember values a state once for each number of plies left, and recalls it when play comes there another way.
	// It remembers so many states as fit into some hundred megabytes.
	Remember bool
}

// Answer is what LookAhead found.
type Answer[M any] struct {
	Move   M      // the first of the best ones
	Score  int    // for the side to move, as Win describes
	States uint64 // visited; those recalled and the one asked about do not count
}

// Value is the worth of a game looked at to the end: 1, 0 or −1 where the side to move wins, nobody does, or the
// other side does.
func (a Answer[M]) Value() int {
	if _, decided := Distance(a.Score); !decided {
		return 0
	}
	if a.Score > 0 {
		return 1
	}
	return -1
}

// LookAhead is the best move of a state by plain search of a tree: no order of moves, no deepening, no quiescence.
// Its answer is exact if all lines of play end within the depth, and if the game has states that say all that its
// rules go by. It is the textbook's method where Searcher is the player's.
//
// Without a legal move the error is ErrNoMoves. When the context ends, it is the context's, and the answer is the
// best of the moves that were looked at to the end, the first legal move if none was.
func LookAhead[S comparable, M any](ctx context.Context, game Game[S, M], state S, method Method) (Answer[M], error) {
	if method.Depth <= 0 || method.Depth > MaxPly {
		method.Depth = MaxPly
	}
	l := &lookAhead[S, M]{game: game, method: method, ctx: ctx}
	if method.Remember {
		l.known = map[visit[S]]entry{}
	}
	moves := game.AppendMoves(state, nil)
	if len(moves) == 0 {
		return Answer[M]{}, ErrNoMoves
	}
	answer := Answer[M]{Move: moves[0]}
	best := -infinity
	for _, m := range moves {
		score := -l.value(game.Play(state, m), 1, -infinity, -l.narrowed(-infinity, best))
		if l.stopped {
			break
		}
		if score > best {
			best = score
			answer.Move, answer.Score = m, score
		}
	}
	answer.States = l.states
	if l.stopped {
		return answer, ctx.Err()
	}
	return answer, nil
}

// visit is a state with a number of plies left to look ahead.
type visit[S comparable] struct {
	state S
	left  int
}

// rememberAtMost bounds the states that are remembered.
const rememberAtMost = 1 << 19

type lookAhead[S comparable, M any] struct {
	game    Game[S, M]
	method  Method
	ctx     context.Context
	known   map[visit[S]]entry // nil to remember nothing
	moves   [MaxPly + 1][]M    // room for those of each ply
	states  uint64
	stopped bool
}

// value is the score of a state from the window alpha to beta: exact inside the window, a bound outside. What it
// returns once stopped means nothing.
func (l *lookAhead[S, M]) value(state S, ply, alpha, beta int) int {
	here := visit[S]{state, l.method.Depth - ply}
	if e, found := l.known[here]; found {
		if score := shift(int(e.score), -ply); e.decides(score, alpha, beta) {
			return score
		}
	}
	if l.states++; l.states%1024 == 0 && l.ctx.Err() != nil {
		l.stopped = true
	}
	if l.stopped {
		return 0
	}
	moves := l.game.AppendMoves(state, l.moves[ply][:0])
	l.moves[ply] = moves
	if len(moves) == 0 {
		return final(l.game.Utility(state), ply)
	}
	if here.left == 0 {
		return l.horizon(state)
	}
	best, window := -infinity, alpha
	for _, m := range moves {
		score := -l.value(l.game.Play(state, m), ply+1, -beta, -window)
		if l.stopped {
			return 0
		}
		best = max(best, score)
		if window = l.narrowed(window, best); window >= beta {
			break
		}
	}
	if l.known != nil && len(l.known) < rememberAtMost {
		l.known[here] = entry{score: int16(shift(best, ply)), bound: boundOf(best, alpha, beta)}
	}
	return best
}

// narrowed is the lower end of a window once a score in it is known; without pruning every window stays open.
func (l *lookAhead[S, M]) narrowed(alpha, score int) int {
	if !l.method.Prune {
		return alpha
	}
	return max(alpha, score)
}

func (l *lookAhead[S, M]) horizon(state S) int {
	if l.method.Estimate {
		return l.game.Evaluate(state)
	}
	return 0
}

// boundOf is what a score found with a window says of the true one.
func boundOf(score, alpha, beta int) bound {
	switch {
	case score >= beta:
		return lower
	case score <= alpha:
		return upper
	}
	return exact
}
