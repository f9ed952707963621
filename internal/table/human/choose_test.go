package human

import (
	"testing"

	"draughtsman/engine/checkers"
)

// match plays games between two strengths, in their heads, and counts the wins of each.
func match(games, one, other int) (wins [2]int) {
	for n := range games {
		players := [2]*Human{
			New(Options{Strength: one, Seed: uint64(n)}),
			New(Options{Strength: other, Seed: uint64(n) + 1000}),
		}
		game := checkers.NewGame(checkers.Start())
		for ply := n; ; ply++ { // colours change from game to game
			if outcome, over := game.Outcome(); over {
				if !outcome.Draw {
					wins[(int(outcome.Winner)+n)%2]++
				}
				break
			}
			p := players[ply%2]
			p.mind.game = game
			if err := game.Play(p.mind.choose()); err != nil {
				panic(err)
			}
		}
	}
	return wins
}

func TestStrengthsDiffer(t *testing.T) {
	for _, c := range []struct{ strong, weak int }{{1, 0}, {3, 1}} {
		if wins := match(8, c.strong, c.weak); wins[0] < 2*wins[1]+1 {
			t.Errorf("strength %d wins %d games against strength %d, and loses %d", c.strong, wins[0], c.weak, wins[1])
		}
	}
}
