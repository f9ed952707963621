package variant

import (
	"context"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search/zerosum"
)

// Searcher finds moves of one rule set on boards of one size, as zerosum.Searcher does. Scores are in hundredths of a
// man.
type Searcher interface {
	Search(context.Context, zerosum.Request[Position], func(zerosum.Result[Move])) (zerosum.Result[Move], error)
	Reset()
}

// NewSearcher is a searcher of a rule set on boards of a size, on the faster board where there is one. It knows the
// rule set's repetition and its limit from the history that a request brings.
func NewSearcher(r Rules, size int, s Scoring, options zerosum.Options) Searcher {
	switch {
	case r.IsFast(size) && s.learnt && r.isEnglish():
		return newSearcher[checkers.Position, checkers.Move](r, newLearnt(r, s.tables), fastForm(r), options)
	case r.IsFast(size):
		return newSearcher[checkers.Position, checkers.Move](r, NewFast(r, s), fastForm(r), options)
	}
	return newSearcher[Position, Move](r, Model{r, s}, anyForm(), options)
}

func newSearcher[P, M any](r Rules, board Board[P, M], f form[P, M], options zerosum.Options) Searcher {
	if r.Limit > 0 && (r.Majority || r.Alone != [3]uint8{}) {
		game := counting[P, M]{Exact[P, M]{r, board}}
		return &searcher[StateOf[P], M]{
			inner:  zerosum.New(game, game, 0, options),
			states: func(line []Position) []StateOf[P] { return game.counted(f.allIn(line)) },
			out:    f.out,
		}
	}
	return &searcher[P, M]{zerosum.New(board, board, r.Limit, options), f.allIn, f.out}
}

// searcher is one of states and moves in another form than this package's.
type searcher[S, M any] struct {
	inner  *zerosum.Searcher[S, M]
	states func([]Position) []S // of positions that followed each other
	out    func(M) Move
}

func (s *searcher[S, M]) Reset() { s.inner.Reset() }

func (s *searcher[S, M]) Search(ctx context.Context, request zerosum.Request[Position],
	report func(zerosum.Result[Move])) (zerosum.Result[Move], error) {
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
		return zerosum.Result[Move]{}, err
	}
	return s.translate(result), nil
}

func (s *searcher[S, M]) translate(r zerosum.Result[M]) zerosum.Result[Move] {
	pv := make([]Move, len(r.PV))
	for i, m := range r.PV {
		pv[i] = s.out(m)
	}
	return zerosum.Result[Move]{
		Move: s.out(r.Move), Score: r.Score, Depth: r.Depth, Nodes: r.Nodes, Elapsed: r.Elapsed, PV: pv,
	}
}
