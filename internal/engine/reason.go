package engine

import (
	"context"
	"slices"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/engine/search/zerosum"
	"draughtsman/internal/sentence"
)

// Reason is why a move is the best one: what endgame tables say, or what was proved against every defence. The zero
// Reason says nothing.
type Reason struct {
	Kind  ReasonKind
	Moves int // of the side that moves, from this one on: of Wins, Loses and Gains; 0: it is not known how many
	Men   int // that are won more than lost: of Gains
}

// ReasonKind is what a reason says.
type ReasonKind uint8

// What there is to say of a move, what matters most first.
const (
	NoReason   ReasonKind = iota
	Forced                // there is no other
	Wins                  // the game
	OnlyMove              // every other one loses, and this one does not
	OthersLose            // every other one loses
	KeepsDraw             // the position is drawn, and this keeps it so
	Loses                 // whatever is played, and no other one holds out longer
	Gains                 // men, in so many moves and for good, as far as can be seen
)

// Text is the reason as the end of a sentence about a move: "it wins a man in 3 moves". The zero Text for none.
func (r Reason) Text() sentence.Text {
	switch once := r.Moves <= 1; {
	case r.Kind == Forced:
		return sentence.Say("there is no other move")
	case r.Kind == Wins && r.Moves == 0:
		return sentence.Say("it wins")
	case r.Kind == Wins && once:
		return sentence.Say("it wins at once")
	case r.Kind == Wins:
		return sentence.Say("it wins in %d moves", r.Moves)
	case r.Kind == OnlyMove:
		return sentence.Say("it is the only move that does not lose")
	case r.Kind == OthersLose:
		return sentence.Say("every other move loses")
	case r.Kind == KeepsDraw:
		return sentence.Say("it keeps the draw")
	case r.Kind == Loses && once:
		return sentence.Say("every move loses")
	case r.Kind == Loses:
		return sentence.Say("it loses in %d moves, and every other move no later", r.Moves)
	case r.Kind == Gains && r.Men > 1:
		return sentence.Say("it wins %d men", r.Men)
	case r.Kind == Gains && once:
		return sentence.Say("it wins a man")
	case r.Kind == Gains:
		return sentence.Say("it wins a man in %d moves", r.Moves)
	}
	return sentence.Text{}
}

// Why is why the move that a search has found is played. Up to so many nodes are looked at to prove it.
func Why(ctx context.Context, s *search.Searcher, r search.Request, found search.Result, nodes uint64) Reason {
	moves := r.Position.Moves()
	after := func(m checkers.Move, nodes uint64) search.Request {
		history := append(slices.Clone(r.History), r.Position)
		return search.Request{Position: r.Position.Play(m), History: history, Nodes: max(1, nodes)}
	}
	utility, _, known := s.Known(r)
	theirs, _, knownAfter := s.Known(after(found.Move, 0))
	switch {
	case len(moves) == 1:
		return Reason{Kind: Forced}
	case search.Certain(found.Score):
		return decided(found, known)
	case known && utility < 0: // lost, but for what the other side does wrong
		return Reason{}
	}
	loses := func(m checkers.Move) bool {
		request := after(m, nodes/uint64(2*len(moves)))
		if theirs, _, known := s.Known(request); known {
			return theirs > 0
		}
		answer, err := analysis.Search(ctx, s, request, nil)
		return err == nil && search.Certain(answer.Score) && answer.Score > 0
	}
	others := slices.DeleteFunc(moves, func(m checkers.Move) bool { return m == found.Move })
	switch all := !slices.ContainsFunc(others, func(m checkers.Move) bool { return !loses(m) }); {
	case all && knownAfter && theirs <= 0:
		return Reason{Kind: OnlyMove}
	case all:
		return Reason{Kind: OthersLose}
	case known && knownAfter && theirs == 0:
		return Reason{Kind: KeepsDraw}
	}
	return gains(ctx, r, found, nodes/2)
}

// decided is why a move is played that wins, or where all lose. In how many moves is known by tables. A search shows in
// how many at most, and may have left out a longer defence or a faster win far away.
func decided(found search.Result, known bool) Reason {
	const mostPlies = 9 // so far away nothing is left out
	plies, _ := search.Distance(found.Score)
	won := found.Score > 0
	counted := known || won && found.Counted && plies <= min(mostPlies, found.Depth)
	switch {
	case won && counted:
		return Reason{Kind: Wins, Moves: (plies + 1) / 2}
	case won:
		return Reason{Kind: Wins}
	case counted:
		return Reason{Kind: Loses, Moves: plies / 2}
	}
	return Reason{Kind: Loses}
}

// How far men are looked for: in so many moves, with so many plies at least behind them in which they might be lost
// again, where the search has looked so many plies ahead.
const (
	mostMoves  = 5
	afterPly   = 8
	leastDepth = 14
)

// gains is whether a move wins men. What the other side has just taken and is taken back counts for nothing, and so do
// men whom the search, which has looked further, sees lost again: it has to find the move worth them.
func gains(ctx context.Context, r search.Request, found search.Result, nodes uint64) Reason {
	before := lead(r.Position)
	if n := len(r.History); n > 0 {
		before = max(before, -lead(r.History[n-1]))
	}
	if found.Depth < leastDepth {
		return Reason{}
	}
	moves, men, kept := won(ctx, r.Position.Play(found.Move), before, nodes)
	if men == 0 || kept < men || found.Score < (before+men)*man-man/2 {
		return Reason{}
	}
	return Reason{Kind: Gains, Moves: moves, Men: men}
}

// won is how many men the side that has just moved wins, which was so many ahead before, and in how many moves, that
// one among them; and how many of them it keeps. No men: that is not certain.
func won(ctx context.Context, p checkers.Position, before int, nodes uint64) (moves, men, kept int) {
	left := int(nodes / 4)
	for n := range mostMoves {
		for holds(p, n, before+men+1, &left) {
			men++
		}
		if left <= 0 {
			break
		}
		if men == 0 {
			continue
		}
		after, err := analysis.Search(ctx, counter(1), search.Request{Position: p, Nodes: nodes / 2}, nil)
		if err != nil || after.Depth < 2*n+afterPly {
			break
		}
		return n + 1, men, -after.Score/man - before
	}
	return 0, 0, 0
}

// lead is how many pieces more the side to move has.
func lead(p checkers.Position) int { return p.Of(p.Turn).Len() - p.Of(p.Turn.Opponent()).Len() }

// holds reports whether the side that has just moved can be so many pieces ahead after so many moves more, also when
// the other side has taken what it can take then. left is how many positions may be looked at.
func holds(p checkers.Position, moves, ahead int, left *int) bool {
	if *left--; *left <= 0 {
		return false
	}
	replies := p.Moves()
	kept := !slices.ContainsFunc(replies, func(m checkers.Move) bool { return lead(p.Play(m)) < ahead })
	if kept || moves == 0 {
		return kept
	}
	for _, m := range replies {
		next := p.Play(m)
		goesOn := func(m checkers.Move) bool { return holds(next.Play(m), moves-1, ahead, left) }
		if !slices.ContainsFunc(next.Moves(), goesOn) {
			return false
		}
	}
	return true
}

// man is what a piece is worth where nothing else counts.
const man = 100

// material is English draughts in which nothing but the number of pieces counts.
type material struct{ search.English }

// Evaluate implements zerosum.Game.
func (material) Evaluate(p checkers.Position) int { return man * lead(p) }

// counter is a searcher that counts pieces, and looks at every move to the full depth.
func counter(tableMB int) *search.Searcher {
	const drawnAfter = 80 // plies, by the 40-move rule
	return zerosum.New[checkers.Position, checkers.Move](material{}, search.English{}, drawnAfter,
		search.Options{TableMB: tableMB, NoReduction: true, NoProbCut: true})
}
