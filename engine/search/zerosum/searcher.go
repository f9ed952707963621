package zerosum

import (
	"context"
	"slices"
	"time"
)

// Searcher plays a game by iterative deepening: principal variation search, a form of alpha-beta, to a growing depth,
// with what each depth taught helping the next. It keeps its transposition table from one search to the next; with
// limits of depth or nodes a new Searcher, or one after Reset, always gives the same answer. It is not safe for use
// by several goroutines at once.
//
// For the methods see T. A. Marsland, "A Review of Game-Tree Pruning", ICCA Journal 9(1), 1986, and A. Reinefeld, "An
// Improvement to the Scout Tree Search Algorithm", ICCA Journal 6(4), 1983.
type Searcher[S, M any] struct {
	model[S, M]
	stop
	options Options

	helpers []*Searcher[S, M] // that share the table
	table   *table

	// Of the search under way:
	line []uint64 // hashes of the states before the root and down to here
	root int      // where in line the root stands
	best Result[M]

	order[M]
	frames [MaxPly + 1]frame[M]
}

// frame is what one ply of the search works with.
type frame[M any] struct {
	moves   []M
	ranks   []int64
	pv      []M
	killers [2]int // kinds of the last quiet moves that refuted the one before
}

// New is a searcher of a game. Games are drawn, or as an Umpire says, after drawnAfter reversible plies in a row, 0
// for never, or after as many as a Limiter says, and when a state comes again: a line of play that comes round once
// could do so as often as the rules ask.
func New[S, M any](game Game[S, M], guide Guide[S, M], drawnAfter int, options Options) *Searcher[S, M] {
	if options.TableMB == 0 {
		options.TableMB = 32
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	s := &Searcher[S, M]{model: modelOf(game, guide, drawnAfter, options), options: options}
	s.order, s.now = order[M]{ranker: guide, options: options}, options.Now
	if !options.NoTable {
		s.table = newTable(options.TableMB)
	}
	s.addHelpers()
	return s
}

// Reset forgets everything that earlier searches taught.
func (s *Searcher[S, M]) Reset() {
	s.table.clear()
	s.forgetOrder()
	for _, h := range s.helpers {
		h.forgetOrder()
	}
}

// forgetOrder forgets which moves were good.
func (s *Searcher[S, M]) forgetOrder() {
	s.forget()
	for i := range s.frames {
		s.frames[i].killers = [2]int{}
	}
}

// Search is the best move that it finds within the limits. When the context ends, too, the best answer found so far
// is the result, not an error; there is one even if the context had ended before. A single legal move is answered at
// once. Without a legal move the error is ErrNoMoves. report is called after each finished depth, in order; it may be
// nil.
func (s *Searcher[S, M]) Search(ctx context.Context, request Request[S], report func(Result[M])) (Result[M], error) {
	began := s.options.Now()
	f := &s.frames[0]
	f.moves = s.moves(request.Position, f.moves[:0])
	if len(f.moves) == 0 {
		return Result[M]{}, ErrNoMoves
	}
	depths := MaxDepth
	switch {
	case len(f.moves) == 1:
		depths = 1
	case request.Depth > 0:
		depths = min(request.Depth, MaxDepth)
	}
	s.table.nextSearch()
	s.best = Result[M]{Move: f.moves[0], PV: append(s.best.PV[:0], f.moves[0])}
	root := s.begin(ctx, request, began)
	release := s.startHelpers(ctx, request, depths)
	var timing stability[M]
	for depth := 1; depth <= depths; depth++ {
		s.deepen(root, depth)
		s.best.Nodes, s.best.Elapsed = s.nodes, s.options.Now().Sub(began)
		if s.stopped {
			break
		}
		s.best.Depth = depth
		if report != nil {
			report(s.answer(root))
		}
		if plies, decided := Distance(s.best.Score); decided && plies <= depth {
			break
		}
		timing = timing.after(s.guide.Rank, s.best)
		if request.Enough > 0 && s.best.Elapsed >= timing.budget(request.Enough) {
			break
		}
		if s.look(); s.stopped {
			break
		}
	}
	s.best.Nodes += release()
	return s.answer(root), nil
}

// Known is what the tablebase says of the state of a request after its history, as Tablebase's Known does.
func (s *Searcher[S, M]) Known(request Request[S]) (utility, plies int, known bool) {
	if s.tablebase == nil {
		return 0, 0, false
	}
	root := s.begin(context.Background(), request, time.Time{})
	return s.tablebase.Known(root.state, root.quiet)
}

// answer is the best answer so far, in no memory that is used again.
func (s *Searcher[S, M]) answer(root node[S]) Result[M] {
	answer := s.best
	var ended bool
	answer.PV, ended = s.extendPV(root, slices.Clone(s.best.PV))
	_, answer.Counted = Distance(answer.Score)
	answer.Score = promised(answer.Score, len(answer.PV), ended)
	return answer
}

// begin makes ready for a search and returns its root.
func (s *Searcher[S, M]) begin(ctx context.Context, request Request[S], began time.Time) node[S] {
	s.stop.begin(ctx, request.Nodes, request.Time, began)
	s.age(8)
	root := node[S]{state: request.Position, key: s.guide.Hash(request.Position)}
	s.line = s.line[:0]
	for i, earlier := range request.History {
		s.line = append(s.line, s.guide.Hash(earlier))
		next := request.Position
		if i+1 < len(request.History) {
			next = request.History[i+1]
		}
		root.quiet = s.quiet(root.quiet, earlier, next)
	}
	s.lookAt(root.state)
	s.root = len(s.line)
	for range MaxPly + 1 {
		s.line = append(s.line, 0)
	}
	return root
}
