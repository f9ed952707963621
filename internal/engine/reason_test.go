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

var reasons = flag.Int("reasons", 0, "check so many reasons of each kind")

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
	switch {
	case most == 0 && testing.Short():
		most = 3
	case most == 0:
		most = 34
	}
	random := rand.New(rand.NewPCG(7, 8))
	found, judge := map[ReasonKind]int{}, search.New(search.Options{TableMB: 32})
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
			r := reasoned{Request: search.Request{Position: game.Position(), History: game.History(), Nodes: 4000}}
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

// check is what is wrong with a reason; "" where it is true.
func (r reasoned) check(t *testing.T, judge *search.Searcher) string {
	value := func(m checkers.Move) (winner int, plies int) { // of the side that has moved; 0: nobody is known to win
		after := r.Position.Play(m)
		if v, known := endgame.Shipped().Probe(after); known {
			return -v.Utility(), v.Plies() + 1
		}
		judge.Reset()
		deeper := search.Request{Position: after, History: append(slices.Clone(r.History), r.Position), Nodes: 400000}
		result, err := analysis.Search(t.Context(), judge, deeper, nil)
		if len(after.Moves()) == 0 {
			return 1, 1
		}
		if err != nil {
			t.Fatal(err)
		}
		plies, _ = search.Distance(result.Score)
		switch {
		case !search.Certain(result.Score):
			return 0, 0
		case result.Score > 0:
			return -1, plies + 1
		}
		return 1, plies + 1
	}
	winner, plies := value(r.move)
	othersLose := true
	for _, m := range r.Position.Moves() {
		if m != r.move && (r.why.Kind == OnlyMove || r.why.Kind == OthersLose || r.why.Kind == Loses) {
			other, longer := value(m)
			othersLose = othersLose && other < 0
			if r.why.Kind == Loses && longer > plies {
				return m.String() + " holds out longer"
			}
		}
	}
	drawn, known := endgame.Shipped().Probe(r.Position)
	switch {
	case r.why.Kind == Wins && winner <= 0:
		return "it does not win"
	case r.why.Kind == Wins && r.why.Moves > 0 && (plies+1)/2 > r.why.Moves:
		return "it takes longer"
	case r.why.Kind == OnlyMove && winner < 0, r.why.Kind == KeepsDraw && winner != 0:
		return "it loses"
	case r.why.Kind == KeepsDraw && (!known || drawn != endgame.Draw):
		return "the position is no draw"
	case (r.why.Kind == OnlyMove || r.why.Kind == OthersLose) && !othersLose:
		return "another move does not lose"
	case r.why.Kind == Loses && (winner >= 0 || !othersLose):
		return "not every move loses"
	case r.why.Kind == Loses && plies/2 != r.why.Moves:
		return "it does not lose so soon or late"
	case r.why.Kind == Gains:
		return r.checkGain(t)
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
