package engine

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/endgame"
	"draughtsman/engine/search"
)

var reasons = flag.Int("reasons", 3, "how many reasons of each of the six kinds are checked")

// reasoned is a position with a move and why it was played.
type reasoned struct {
	search.Request
	move checkers.Move
	why  Reason
}

// TestReasonsAreTrue plays games in which moves by lot come between, and holds why moves were played against endgame
// tables, and where these do not know against searches that look much further, and every way that pieces can go.
func TestReasonsAreTrue(t *testing.T) {
	most := *reasons
	random := rand.New(rand.NewPCG(7, 8))
	found, judge := map[ReasonKind]int{}, search.New(search.Options{TableMB: 64, NoProbCut: true, NoReduction: true})
	full := func() bool {
		return !slices.ContainsFunc([]ReasonKind{Wins, OnlyMove, OthersLose, KeepsDraw, Loses, Gains},
			func(k ReasonKind) bool { return found[k] < most })
	}
	for games := 0; !full(); games++ {
		if games > 100*most {
			t.Fatalf("in %d games there were only %v", games, found)
		}
		game, s := checkers.NewGame(checkers.Start()), search.New(search.Options{TableMB: 4})
		for {
			if _, over := game.Outcome(); over || len(game.Moves()) > 150 {
				break
			}
			moves := game.Position().Moves()
			if len(game.Moves()) < 4 || random.IntN(6) == 0 {
				if err := game.Play(moves[random.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
				continue
			}
			r := reasoned{Request: search.Request{Position: game.Position(), History: game.History(), Nodes: 15000}}
			result, err := s.Search(t.Context(), r.Request, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.move = result.Move
			if r.why = Why(t.Context(), s, r.Request, result, 60000); r.why.Kind > Forced && found[r.why.Kind] < most {
				found[r.why.Kind]++
				if said := r.check(t, judge); said != "" {
					t.Errorf("%s: %s %s, but %s", r.Position.FEN(), r.move, r.why.Text(), said)
				}
			}
			if err := game.Play(result.Move); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("reasons by their kinds: %v", found)
}

// value is who wins after a move, 1 the side that has moved and −1 the other one, and in how many plies from before it;
// 0 where nobody is known to win.
func (r reasoned) value(t *testing.T, judge *search.Searcher, m checkers.Move) (winner, plies int) {
	after := r.Position.Play(m)
	if v, known := endgame.Shipped().Probe(after); known {
		return -v.Utility(), v.Plies() + 1
	}
	if len(after.Moves()) == 0 {
		return 1, 1
	}
	judge.Reset()
	deeper := search.Request{Position: after, History: append(slices.Clone(r.History), r.Position)}
	var result search.Result
	for deeper.Nodes = 3e5; deeper.Nodes < 1e7 && !search.Certain(result.Score); deeper.Nodes *= 5 {
		var err error
		if result, err = analysis.Search(t.Context(), judge, deeper, nil); err != nil {
			t.Fatal(err)
		}
	}
	if plies, _ = search.Distance(result.Score); !result.Counted {
		plies = search.Win
	}
	switch {
	case !search.Certain(result.Score):
		return 0, 0
	case result.Score > 0:
		return -1, plies + 1
	}
	return 1, plies + 1
}

// check is what is wrong with a reason; "" where it is true.
func (r reasoned) check(t *testing.T, judge *search.Searcher) string {
	if r.why.Kind == Gains {
		return r.checkGain(t)
	}
	winner, plies := r.value(t, judge, r.move)
	if r.why.Kind == Wins {
		switch {
		case winner <= 0:
			return "it does not win"
		case r.why.Moves > 0 && (plies+1)/2 > r.why.Moves:
			return "it takes longer"
		}
		return ""
	}
	if drawn, known := endgame.Shipped().Probe(r.Position); r.why.Kind == KeepsDraw {
		if !known || drawn != endgame.Draw || winner != 0 {
			return "it does not"
		}
		return ""
	}
	for _, m := range r.Position.Moves() {
		if m == r.move {
			continue
		}
		switch other, longer := r.value(t, judge, m); {
		case other >= 0:
			return m.String() + " does not lose"
		case r.why.Kind == Loses && r.why.Moves > 0 && longer > plies:
			return m.String() + " holds out longer"
		}
	}
	switch {
	case r.why.Kind == OnlyMove && winner < 0:
		return "it loses"
	case r.why.Kind == Loses && (winner >= 0 || r.why.Moves > 0 && plies/2 != r.why.Moves):
		return "it does not lose, or not then"
	}
	return ""
}

// checkGain looks at every way that pieces can go, to a greater depth than what is checked.
func (r reasoned) checkGain(t *testing.T) string {
	before := lead(r.Position)
	if n := len(r.History); n > 0 {
		before = max(before, -lead(r.History[n-1]))
	}
	most := func(moves int) int { return leadAfter(r.Position.Play(r.move), moves) - before }
	switch n := r.why.Moves - 1; {
	case most(n) != r.why.Men:
		return "other men are won by then"
	case n > 0 && most(n-1) > 0:
		return "a man is won before"
	}
	kept, err := counter(16).Search(t.Context(), search.Request{Position: r.Position.Play(r.move), Nodes: 2e6}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if -kept.Score < (before+r.why.Men)*man {
		return "they are lost again"
	}
	return ""
}

// leadAfter is how many pieces more the side that has just moved can have after so many moves more at most, when the
// other side has taken what it can take then: the plain minimax value.
func leadAfter(p checkers.Position, moves int) int {
	const won = 100
	least := func(of func(after checkers.Position) int) int {
		value := won
		for _, m := range p.Moves() {
			value = min(value, of(p.Play(m)))
		}
		return value
	}
	value := least(lead)
	if moves == 0 {
		return value
	}
	return max(value, least(func(after checkers.Position) int {
		best := -won
		for _, m := range after.Moves() {
			best = max(best, leadAfter(after.Play(m), moves-1))
		}
		return best
	}))
}
