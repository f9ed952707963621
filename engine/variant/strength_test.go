package variant

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"draughtsman/engine/search/zerosum"
)

// mind is how a side chooses its moves.
type mind struct {
	scoring Scoring
	depth   int
	nodes   uint64
}

// matched is the games that one mind won, drew and lost against another.
type matched struct{ won, drawn, lost int }

func (m matched) share() float64 {
	return (float64(m.won) + float64(m.drawn)/2) / float64(m.won+m.drawn+m.lost)
}

// match plays pairs of games that begin with random moves, each twice with sides changed.
func match(t *testing.T, r Rules, seed uint64, pairs, opening int, one, other mind) (m matched) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, uint64(r.GameType)))
	for range pairs {
		start := NewGame(r, mustStart(t, r, r.Size))
		for range opening {
			moves := r.SortedMoves(start.Position())
			if err := start.Play(moves[random.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
		for _, us := range []Player{First, Second} {
			minds := [2]mind{other, other}
			minds[us] = one
			switch outcome := playOut(t, r, start.Position(), minds); {
			case outcome.Draw:
				m.drawn++
			case outcome.Winner == us:
				m.won++
			default:
				m.lost++
			}
		}
	}
	return m
}

// playOut plays a game between minds; what goes on for too long is drawn.
func playOut(t *testing.T, r Rules, start Position, minds [2]mind) Outcome {
	t.Helper()
	const longest = 160
	game := NewGame(r, start)
	var searchers [2]Searcher
	for i, m := range minds {
		searchers[i] = NewSearcher(r, start.Size(), m.scoring, zerosum.Options{TableMB: 1})
	}
	for range longest {
		if outcome, over := game.Outcome(); over {
			return outcome
		}
		turn := game.Position().Turn()
		a, err := searchers[turn].Search(context.Background(), zerosum.Request[Position]{
			Position: game.Position(), History: game.History(), Depth: minds[turn].depth, Nodes: minds[turn].nodes,
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := game.Play(a.Move); err != nil {
			t.Fatal(err)
		}
	}
	return Outcome{Draw: true}
}

func TestDeeperSearchIsStronger(t *testing.T) {
	const pairs, opening = 4, 6
	for _, r := range []Rules{Italian(), Pool(), Spanish(), Russian(), Brazilian(), Czech(), International(), Frisian()} {
		m := match(t, r, 54, pairs, opening, mind{scoring: Positional(), depth: 7}, mind{scoring: Positional(), depth: 1})
		t.Logf("%s: %+v", r.Name, m)
		if m.won-m.lost < pairs {
			t.Errorf("%s: of the deeper search's games %+v", r.Name, m)
		}
	}
}

var (
	networkGames = flag.Int("network-games", 0, "how many games TestNetworks plays by each rule set; 0 for a few")
	networkNodes = flag.Uint64("network-nodes", 1000, "how many positions a move is searched for in TestNetworks")
	networkSeed  = flag.Uint64("network-seed", 1, "of the openings of TestNetworks")
)

// TestNetworks plays the weights against material and the hunt alone. They were fitted to games of English, Russian,
// international and Frisian draughts, so that the games of the last three are in sample.
func TestNetworks(t *testing.T) {
	const few, opening = 16, 4
	games := *networkGames
	if games == 0 {
		games = few
	}
	for _, r := range []Rules{Russian(), Brazilian(), Pool(), Czech(), Spanish(), Italian(), International(), Frisian()} {
		m := match(t, r, *networkSeed, games/2, opening, mind{scoring: Positional(), nodes: *networkNodes},
			mind{scoring: Foundation(), nodes: *networkNodes})
		t.Logf("%s: %+v: %.1f %% of the points", r.Name, m, 100*m.share())
		if m.share() <= 0.5 {
			t.Errorf("%s: the network has %.0f %% of the points", r.Name, 100*m.share())
		}
	}
}
