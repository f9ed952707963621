package variant

import (
	"context"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search/zerosum"
)

// Searcher finds moves of one rule set on boards of one size, as zerosum.Searcher does. Scores are in hundredths of a
// man.
type Searcher = searcherOf[Position, Move]

type searcherOf[P, M any] interface {
	Search(context.Context, zerosum.Request[P], func(zerosum.Result[M])) (zerosum.Result[M], error)
	Reset()
}

// NewSearcher is a searcher of a rule set on boards of a size, on the faster board where there is one. It knows the
// rule set's repetition and its limit from the history that a request brings.
func NewSearcher(r Rules, size int, s Scoring, options zerosum.Options) Searcher {
	if r.IsFast(size) {
		return newSearcher(r, newBoard(r, size, s), fastForm(r), options)
	}
	return newSearcher[Position, Move](r, Model{r, s}, anyForm[Position, Move](), options)
}

// newBoard is the faster board, with the endgame tables in English draughts.
func newBoard(r Rules, size int, s Scoring) Board[checkers.Position, checkers.Move] {
	if s.tables != nil && r.isEnglish() && size == checkers.Board8.Size() {
		return newLearnt(r, s)
	}
	return NewFast(r, size, s)
}

func newSearcher[P, M, Q, N any](r Rules, board Board[P, M], f form[P, M, Q, N],
	options zerosum.Options) searcherOf[Q, N] {
	if r.Limit > 0 && r.Majority {
		game := counting[P, M]{Exact[P, M]{r, board}}
		return &searcher[StateOf[P], M, Q, N]{
			inner:  zerosum.New(game, game, 0, options),
			states: func(line []Q) []StateOf[P] { return game.counted(f.allIn(line)) },
			out:    f.out,
		}
	}
	return &searcher[P, M, Q, N]{zerosum.New(board, board, r.Limit, options), f.allIn, f.out}
}

// searcher is one of states and moves S and M for positions and moves in another form.
type searcher[S, M, Q, N any] struct {
	inner  *zerosum.Searcher[S, M]
	states func([]Q) []S // of positions that followed each other
	out    func(M) N
}

func (s *searcher[S, M, Q, N]) Reset() { s.inner.Reset() }

func (s *searcher[S, M, Q, N]) Search(ctx context.Context, request zerosum.Request[Q],
	report func(zerosum.Result[N])) (zerosum.Result[N], error) {
	last := len(request.History)
	line := s.states(append(request.History[:last:last], request.Position))
	result, err := s.inner.Search(ctx, zerosum.Request[S]{
		Position: line[last], History: line[:last],
		Time: request.Time, Enough: request.Enough, Depth: request.Depth, Nodes: request.Nodes,
	}, func(r zerosum.Result[M]) {
		if report != nil {
			report(s.translate(r))
		}
	})
	if err != nil {
		return zerosum.Result[N]{}, err
	}
	return s.translate(result), nil
}

func (s *searcher[S, M, Q, N]) translate(r zerosum.Result[M]) zerosum.Result[N] {
	pv := make([]N, len(r.PV))
	for i, m := range r.PV {
		pv[i] = s.out(m)
	}
	return zerosum.Result[N]{
		Move: s.out(r.Move), Score: r.Score, Depth: r.Depth, Nodes: r.Nodes, Elapsed: r.Elapsed, PV: pv,
	}
}
