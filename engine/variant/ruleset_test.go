package variant

import (
	"math/rand/v2"
	"slices"
	"testing"

	"draughtsman/engine/checkers"
)

// TestRuleSetsOfCheckers plays games by lot of those that package checkers knows by name, in both packages: positions,
// moves and ends are the same, and written alike.
func TestRuleSetsOfCheckers(t *testing.T) {
	for set := range checkers.RuleSet(checkers.RuleSets) {
		r, err := Named(set.String())
		if err != nil {
			t.Fatal(err)
		}
		alone := set.Alone()
		if got := set.GameType(); got != r.PDN() && set != checkers.English || set.QuietPlies() != r.Limit ||
			alone != [3]int{int(r.Alone[0]), int(r.Alone[1]), int(r.Alone[2])} {
			t.Errorf("%s: %q, limits %d and %v; want %q, %d and %v", set, got, set.QuietPlies(), alone, r.PDN(), r.Limit,
				r.Alone)
		}
		if named, err := checkers.RuleSetNamed(r.Name); err != nil || named != set {
			t.Errorf("%s is %v, %v", r.Name, named, err)
		}
		random := rand.New(rand.NewPCG(7, uint64(set)))
		for range 30 {
			playBoth(t, r, set, random)
		}
	}
}

func playBoth(t *testing.T, r Rules, set checkers.RuleSet, random *rand.Rand) {
	t.Helper()
	game, fast := NewGame(r, mustStart(t, r, set.Board().Size())), checkers.NewGame(set.Start())
	for {
		p, q := game.Position(), fast.Position()
		if r.FEN(p) != q.PDN() {
			t.Fatalf("%s: %s and %s", r.Name, r.FEN(p), q.PDN())
		}
		if again, err := set.ParseFEN(q.PDN()); err != nil || again != set.Of(q) { // which has no runs
			t.Fatalf("%s comes back as %s, %v", q.PDN(), again.PDN(), err)
		}
		outcome, over := game.Outcome()
		same, alsoOver := fast.Outcome()
		if over != alsoOver || over && outcome.String() != same.String() {
			t.Fatalf("%s %s: %q %v, and %q %v", r.Name, q.PDN(), outcome, over, same, alsoOver)
		}
		if over {
			return
		}
		var texts, sameTexts []string
		for _, m := range r.Moves(p) {
			texts = append(texts, r.Recorded(set.Board().Size()).Format(p, m))
		}
		legal := q.Moves()
		for _, m := range legal {
			if read, err := q.ParseMove(m.String()); err != nil || read != m {
				t.Fatalf("%s is read as %s, %v", m, read, err)
			}
			sameTexts = append(sameTexts, m.String())
		}
		move := legal[random.IntN(len(legal))]
		meant, err := r.Recorded(set.Board().Size()).Parse(p, move.String())
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(texts)
		slices.Sort(sameTexts)
		if len(texts) != len(sameTexts) || !r.Flying && !slices.Equal(texts, sameTexts) {
			t.Fatalf("%s %s: %v and %v", r.Name, q.PDN(), texts, sameTexts)
		}
		if err := game.Play(meant); err != nil {
			t.Fatal(err)
		}
		if err := fast.Play(move); err != nil {
			t.Fatal(err)
		}
	}
}
