package analysis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"draughtsman/engine/search"
)

func level(t testing.TB, name string) search.Level {
	t.Helper()
	l, err := search.LevelNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// pairOutcomes are results from words such as "club+", "full-" and "novice=".
func pairOutcomes(t testing.TB, words ...string) (all []Result) {
	t.Helper()
	points := map[byte]float64{'+': 1, '=': 0.5, '-': 0}
	for _, w := range words {
		last := len(w) - 1
		all = append(all, Result{Level: level(t, w[:last]), Points: points[w[last]]})
	}
	return all
}

func TestNextLevel(t *testing.T) {
	for played, want := range map[string]string{
		"":                    "club",
		"club=":               "club",
		"club-":               "casual",
		"club+":               "expert",
		"club- casual-":       "novice",
		"beginner+ beginner+": "casual", // two levels up, however strong the player may be
		"full- full-":         "expert",
		"beginner- beginner- beginner- beginner-":         "newcomer",
		"newcomer- newcomer- newcomer-":                   "newcomer",
		"master+ full+ full+ full+ full+ full+":           "full",
		"novice- novice+ novice- novice+ novice= novice=": "novice",
	} {
		if got := NextLevel(pairOutcomes(t, strings.Fields(played)...)); got.Name != want {
			belief := BeliefOf(pairOutcomes(t, strings.Fields(played)...))
			t.Errorf("after %q: %s (%.0f ± %.0f), want %s", played, got.Name, belief.Elo, belief.Deviation, want)
		}
	}
}

func TestBelief(t *testing.T) {
	if b := BeliefOf(nil); math.Abs(b.Elo-priorElo) > 20 || b.Deviation < 500 {
		t.Errorf("before the first game %.0f ± %.0f", b.Elo, b.Deviation)
	}
	// The same games in another order: what came last weighs more.
	up := BeliefOf(pairOutcomes(t, "club-", "club-", "club-", "club+", "club+", "club+"))
	down := BeliefOf(pairOutcomes(t, "club+", "club+", "club+", "club-", "club-", "club-"))
	if up.Elo <= down.Elo+20 {
		t.Errorf("%.0f after losses and then wins, %.0f after wins and then losses", up.Elo, down.Elo)
	}
	few := BeliefOf(pairOutcomes(t, "club=", "club="))
	many := BeliefOf(pairOutcomes(t, strings.Fields(strings.Repeat("club= ", 20))...))
	if many.Deviation >= few.Deviation || math.Abs(few.Elo-many.Elo) > 5 {
		t.Errorf("after two draws %.0f ± %.0f, after twenty %.0f ± %.0f", few.Elo, few.Deviation,
			many.Elo, many.Deviation)
	}
}

// TestBeginners has who never played, and says so, begin at the weakest level and stay near it, where somebody of whom
// nothing is known goes up to the middle of the levels.
func TestBeginners(t *testing.T) {
	first := Result{Level: level(t, "newcomer"), Points: 0.5, Adapts: true}
	if got := NextLevel([]Result{first}); got.Elo > 200 {
		t.Errorf("after a draw with the level that was said it goes on at %s", got.Name)
	}
	first.Adapts = false
	if got := NextLevel([]Result{first}); got.Elo < 200 {
		t.Errorf("where nothing was said it goes on at %s", got.Name)
	}
}

// mostGames is after how many games the level is to fit.
const mostGames = 12

// playedPairs is a result by Elo's expectation of somebody of a strength against a level, with as many draws at equal
// strength as a share.
func playedPairs(random *rand.Rand, elo float64, against search.Level, draws float64) Result {
	expected := Expectation(elo - float64(against.Elo))
	drawn := draws * 4 * expected * (1 - expected)
	switch luck := random.Float64(); {
	case luck < drawn:
		return Result{Level: against, Points: 0.5}
	case luck < drawn+expected-drawn/2:
		return Result{Level: against, Points: 1}
	}
	return Result{Level: against}
}

// off is how many levels lie between one and the one nearest to a strength.
func off(level search.Level, elo float64) int {
	levels := search.Levels()
	away := nearest(levels, elo) - slices.Index(levels, level)
	return max(away, -away)
}

// TestPlayersByExpectation has players of known strength, whose results follow Elo's expectation, meet the levels that
// are chosen for them: after twelve games they are within one of the nearest.
func TestPlayersByExpectation(t *testing.T) {
	if testing.Short() {
		t.Skip("plays dozens of games")
	}
	const runs = 300
	for _, draws := range []float64{0, 0.4} {
		for _, elo := range []float64{400, 850, 1300, 1850, 2450} {
			t.Run(fmt.Sprintf("%.0f, %.0f %% draws", elo, 100*draws), func(t *testing.T) {
				var within, exact [mostGames + 1]int
				for seed := range uint64(runs) {
					random := rand.New(rand.NewPCG(seed, uint64(elo)))
					var all []Result
					next := NextLevel(all)
					for game := range mostGames {
						all = append(all, playedPairs(random, elo, next, draws))
						next = NextLevel(all)
						switch off(next, elo) {
						case 0:
							exact[game+1]++
							within[game+1]++
						case 1:
							within[game+1]++
						}
					}
				}
				share := func(n int) float64 { return 100 * float64(n) / runs }
				t.Logf("within one level after 4, 8, 12 games: %.1f, %.1f, %.1f %%; the nearest level after 12: %.1f %%",
					share(within[4]), share(within[8]), share(within[mostGames]), share(exact[mostGames]))
				if share(within[mostGames]) < 90 {
					t.Errorf("%.1f %% of the runs are within a level after %d games", share(within[mostGames]), mostGames)
				}
			})
		}
	}
}

// TestALearner has somebody play as a novice for thirty games and then much better.
func TestALearner(t *testing.T) {
	const runs, before, after = 200, 650, 1450
	within := 0
	for seed := range uint64(runs) {
		random := rand.New(rand.NewPCG(seed, 3))
		var all []Result
		for game := range 30 + mostGames {
			elo := float64(before)
			if game >= 30 {
				elo = after
			}
			all = append(all, playedPairs(random, elo, NextLevel(all), 0.2))
		}
		if off(NextLevel(all), after) <= 1 {
			within++
		}
	}
	t.Logf("%d of %d within a level, twelve games after", within, runs)
	if within < runs*7/10 {
		t.Errorf("%d of %d runs have followed", within, runs)
	}
}
