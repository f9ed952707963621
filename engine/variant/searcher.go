package variant

import (
	"cmp"
	"context"

	"draughtsman/engine/checkers"
	"draughtsman/engine/endgame"
	"draughtsman/engine/search"
	"draughtsman/engine/search/zerosum"
)

// Searcher finds moves of one rule set on boards of one size, as zerosum.Searcher does. Scores are in hundredths of a
// man.
type Searcher = searcherOf[Position, Move]

type searcherOf[P, M any] interface {
	Search(context.Context, zerosum.Request[P], func(zerosum.Result[M])) (zerosum.Result[M], error)
	Known(zerosum.Request[P]) (utility, plies int, known bool)
	Reset()
}

// NewSearcher is a searcher of a rule set on boards of a size, on the faster board where there is one. It knows the
// rule set's repetition and its limit from the history that a request brings.
func NewSearcher(r Rules, size int, s Scoring, options zerosum.Options) Searcher {
	if r.IsFast(size) {
		return newSearcher(r, newBoard(r, s), fastForm(r), options)
	}
	return newSearcher[Position, Move](r, Model{r, s}, anyForm[Position, Move](), options)
}

// NewFinder is NewSearcher of a rule set that IsFast on the board of size 8, in the form of package checkers. Positions
// have the rule set's moves, as Rules.Checkers says.
func NewFinder(r Rules, s Scoring, options zerosum.Options) search.Finder {
	return newSearcher(r, newBoard(r, s), anyForm[checkers.Position, checkers.Move](), options)
}

// Finders are finders of moves by the usual score, one for each game of package checkers, made when it is first asked
// for. There are endgame tables of English draughts alone; nil: those that come with the program.
func Finders(tables *endgame.Tables, options zerosum.Options) func(checkers.RuleSet) search.Finder {
	var made [checkers.RuleSets]search.Finder
	return func(game checkers.RuleSet) search.Finder {
		switch {
		case made[game] != nil:
		case game == checkers.English:
			made[game] = search.NewKnowing(cmp.Or(tables, endgame.Shipped()), options)
		default:
			made[game] = NewFinder(Of(game), Positional(), options)
		}
		return made[game]
	}
}

// newBoard is the faster board, with the endgame tables in English draughts.
func newBoard(r Rules, s Scoring) Board[checkers.Position, checkers.Move] {
	if s.tables != nil && r.isEnglish() {
		return newLearnt(r, s)
	}
	return NewFast(r, s)
}

func newSearcher[P, M, Q, N any](r Rules, board Board[P, M], f form[P, M, Q, N],
	options zerosum.Options) searcherOf[Q, N] {
	if r.Limit > 0 && (r.Majority || r.Alone != [3]uint8{}) {
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
	result, err := s.inner.Search(ctx, s.request(request), func(r zerosum.Result[M]) {
		if report != nil {
			report(s.translate(r))
		}
	})
	if err != nil {
		return zerosum.Result[N]{}, err
	}
	return s.translate(result), nil
}

// Known is what endgame tables say.
func (s *searcher[S, M, Q, N]) Known(request zerosum.Request[Q]) (utility, plies int, known bool) {
	return s.inner.Known(s.request(request))
}

func (s *searcher[S, M, Q, N]) request(r zerosum.Request[Q]) zerosum.Request[S] {
	last := len(r.History)
	line := s.states(append(r.History[:last:last], r.Position))
	return zerosum.Request[S]{Position: line[last], History: line[:last],
		Time: r.Time, Enough: r.Enough, Depth: r.Depth, Nodes: r.Nodes}
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
