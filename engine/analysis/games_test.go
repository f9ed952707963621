package analysis

import (
	"flag"
	"strings"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
)

var adaptRuns = flag.Int("adapt-runs", 5, "how many times each player of TestPlayersAtLevels plays; once with -short")

// fullNodes is how many positions the level without a depth looks at for a move in these games.
const fullNodes = 20_000

// TestPlayersAtLevels has levels of the engine play against the levels that are chosen for them, from ballots, and
// prints how near those come. Nothing in it depends on the machine.
func TestPlayersAtLevels(t *testing.T) {
	runs := *adaptRuns
	if testing.Short() {
		runs = 1
	}
	openings := checkers.Ballots()
	players := []string{"novice", "amateur", "club", "strong", "expert"}
	fits := 0
	t.Logf("share of %d runs within one level of the player's own, after 4, 8, 12 games; the first run", runs)
	for number, name := range players {
		player := level(t, name)
		var within [mostGames + 1]int
		var first []string
		for run := range runs {
			var all []Result
			next := NextLevel(all)
			for game := range mostGames {
				seed := uint64((number*runs+run)*mostGames + game)
				side := checkers.Side(game % 2)
				sides := [2]func(*checkers.Game) checkers.Move{atLevel(t, next, 2*seed), atLevel(t, next, 2*seed)}
				sides[side] = atLevel(t, player, 2*seed+1)
				outcome := playOut(t, openings[seed*7%uint64(len(openings))].Game(), sides)
				points := points(pdn.ResultOf(outcome), side)
				if run == 0 {
					first = append(first, next.Name+map[float64]string{0: "-", 0.5: "=", 1: "+"}[points])
				}
				all = append(all, Result{next, points})
				if next = NextLevel(all); off(next, float64(player.Elo)) <= 1 {
					within[game+1]++
				}
			}
		}
		fits += within[mostGames]
		share := func(games int) int { return 100 * within[games] / runs }
		t.Logf("%-8s %3d %% %3d %% %3d %%: %s", name, share(4), share(8), share(mostGames), strings.Join(first, " "))
	}
	if all := len(players) * runs; fits*10 < all*9 {
		t.Errorf("%d of %d come within a level of their own", fits, all)
	}
}

// atLevel is a player at a level, with limits that are the same on every machine.
func atLevel(t testing.TB, l search.Level, seed uint64) func(*checkers.Game) checkers.Move {
	s := search.New(l.Options(search.Options{TableMB: 1}, seed))
	return func(g *checkers.Game) checkers.Move {
		request := search.Request{Position: g.Position(), History: g.History(), Depth: l.Depth}
		if l.Depth == 0 {
			request.Nodes = fullNodes
		}
		r, err := s.Search(t.Context(), request, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Move
	}
}

// playOut plays a game from an opening to its end.
func playOut(t testing.TB, game *checkers.Game, sides [2]func(*checkers.Game) checkers.Move) checkers.Outcome {
	t.Helper()
	for {
		if outcome, over := game.Outcome(); over {
			return outcome
		}
		if err := game.Play(sides[game.Position().Turn](game)); err != nil {
			t.Fatal(err)
		}
	}
}
