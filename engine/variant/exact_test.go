package variant

import (
	"context"
	"math/rand/v2"
	"testing"

	"draughtsman/engine/search/zerosum"

	"pgregory.net/rapid"
)

func seeAhead(t testing.TB, r Rules, s State, method zerosum.Method) zerosum.Answer[Move] {
	t.Helper()
	a, err := LookAhead(context.Background(), r, Material(), s, nil, method)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// values has the value of every state of CSC242 on the smallest board that can be reached from one, worked out
// backwards: by how many moves are left.
type values map[State]int

func (v values) of(r Rules, s State) int {
	if value, known := v[s]; known {
		return value
	}
	value := -1
	if moves := r.Moves(s.Position); len(moves) > 0 {
		if s.Count >= r.Limit {
			value = 0
		} else {
			for _, m := range moves {
				value = max(value, -v.of(r, State{r.Play(s.Position, m), s.Count + 1}))
			}
		}
	}
	v[s] = value
	return value
}

func TestTheSmallestBoardIsSolved(t *testing.T) {
	r := CSC242()
	start := State{Position: mustStart(t, r, 4)}
	v := values{}
	if v.of(r, start) != 0 {
		t.Fatalf("worth %d, want a draw", v[start])
	}
	for _, method := range []zerosum.Method{{Remember: true}, {Remember: true, Prune: true}} {
		a := seeAhead(t, r, start, method)
		// States are remembered, but for those in which the game is over.
		if a.States > 2*uint64(len(v)) {
			t.Errorf("%+v visits %d states of %d", method, a.States, len(v))
		}
		if a.Value() != 0 {
			t.Errorf("%+v finds %+v, want a draw", method, a)
		}
	}
	// Every state, with every number of moves left.
	random := rand.New(rand.NewPCG(1, 2))
	for s, want := range v {
		if random.IntN(40) > 0 || len(r.Moves(s.Position)) == 0 || s.Count >= r.Limit {
			continue
		}
		if a := seeAhead(t, r, s, zerosum.Method{Remember: true, Prune: true}); a.Value() != want {
			t.Fatalf("after %d moves\n%sis worth %d, want %d", s.Count, s.Position, a.Value(), want)
		}
	}
}

// TestPlayOnTheSmallestBoardIsPerfect plays either side against random moves.
func TestPlayOnTheSmallestBoardIsPerfect(t *testing.T) {
	for _, limit := range []int{0, 9, 20, 50} {
		r := CSC242()
		r.Limit = limit
		for seed := range uint64(6) {
			random := rand.New(rand.NewPCG(seed, 0))
			perfect := Player(seed % 2)
			g := NewGame(r, mustStart(t, r, 4))
			for n := 0; ; n++ {
				outcome, ended := g.Outcome()
				if ended && !outcome.Draw && outcome.Winner != perfect {
					t.Errorf("limit %d, seed %d: it lost, %s", limit, seed, outcome)
				}
				if ended || n == 60 {
					break
				}
				legal := r.Moves(g.Position())
				m := legal[random.IntN(len(legal))]
				if g.Position().Turn() == perfect {
					m = seeAhead(t, r, g.State(), zerosum.Method{Depth: 60, Prune: true, Remember: true}).Move
				}
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestStatesVisited has the count that the program which the rule set comes from showed at its first move, with a
// depth of 5.
func TestStatesVisited(t *testing.T) {
	r := CSC242()
	a := seeAhead(t, r, State{Position: mustStart(t, r, 4)}, zerosum.Method{Depth: 5, Estimate: true})
	if a.States != 62 || a.Value() != 0 {
		t.Errorf("%+v, want 62 states and a draw", a)
	}
}

// TestUtility compares the ends of the game that is searched with those of the game that is played.
func TestUtility(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRules.Draw(t, "rules")
		s := State{anyPosition.Draw(t, "position"), rapid.IntRange(0, 100).Draw(t, "count")}
		e := Exact[Position, Move]{r, Model{r, Material()}}
		outcome, ended := r.Outcome(s)
		if over := len(e.AppendMoves(s, nil)) == 0; over != ended {
			t.Fatalf("%+v\n%sover: %v; %s, %v", r, s.Position, over, outcome, ended)
		}
		if !ended {
			return
		}
		want := 0
		if !outcome.Draw {
			want = -1
			if outcome.Winner == s.Position.Turn() {
				want = 1
			}
		}
		if got := e.Utility(s); got != want {
			t.Fatalf("%+v\n%sutility %d, want %d: %s", r, s.Position, got, want, outcome)
		}
	})
}
