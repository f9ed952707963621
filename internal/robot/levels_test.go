package robot

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/engine"
)

var (
	levelGames = flag.Int("level-games", 20, "how many games each two neighbours play in TestLevelsKeepTheirOrder")
	levelSeed  = flag.Uint64("level-seed", 1, "what is drawn in TestTheWeakestLevelLoses follows from")
	levelThink = flag.Duration("level-think", 20*time.Millisecond, "the time for a move in TestLevelsKeepTheirOrder")
)

// TestLevelsKeepTheirOrder plays each level against the one below it through the Mind that the robot has, from ballots,
// and prints the table: no level may be the weaker one with 95 % certainty. Time matters to the full level alone.
func TestLevelsKeepTheirOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("plays more than a hundred games")
	}
	openings := checkers.Ballots()
	levels := search.Levels()
	t.Logf("%-8s %-8s %4s %5s %4s %7s %18s %10s", "level", "below it", "won", "drawn", "lost", "points", "Elo, 95 %",
		"ms a move")
	for i, below := range levels[:len(levels)-1] {
		level := levels[i+1]
		var score analysis.Results
		var took time.Duration
		moves := 0
		for game := range *levelGames {
			seed := uint64(2 * (i**levelGames + game))
			upper := &thinker{Mind: NewEngine(engine.Means{HashMB: 1}, level, seed), limit: *levelThink}
			lower := &thinker{Mind: NewEngine(engine.Means{HashMB: 1}, below, seed+1), limit: *levelThink}
			opening := openings[(i*53+game/2*7)%len(openings)]
			points := 0.0
			if game%2 == 0 {
				points = playGame(t, opening, upper, lower, false)
			} else {
				points = 1 - playGame(t, opening, lower, upper, false)
			}
			score = score.Plus(points)
			took, moves = took+upper.took, moves+upper.moves
		}
		share := 100 * score.Points() / float64(score.Games())
		e := score.Elo()
		t.Logf("%-8s %-8s %4d %5d %4d %5.0f %% %+5.0f %+5.0f to %+5.0f %9.1f", level.Name, below.Name, score.Won, score.Drawn,
			score.Lost, share, e.Elo, e.Low, e.High, took.Seconds()*1000/float64(moves))
		if e.High < 0 {
			t.Errorf("%s takes %.0f %% of the points from %s, which is below it", level.Name, share, below.Name)
		}
	}
}

// chance is a Mind that plays any legal move.
type chance struct{ *rand.Rand }

func (c chance) Think(_ context.Context, game *checkers.Game, _ time.Duration, _ func(search.Info)) (Thought, error) {
	moves := game.Position().Moves()
	return Thought{Result: search.Result{Move: moves[c.IntN(len(moves))]}}, nil
}

// TestTheWeakestLevelLoses has somebody who only knows the rules win 12 of 40 games against the weakest level, and
// somebody who looks two plies ahead 30; ten times as many are played, of which luck decides less.
func TestTheWeakestLevelLoses(t *testing.T) {
	const games = 10 * 40
	random := rand.New(rand.NewPCG(*levelSeed, 4))
	openings, weakest := checkers.Ballots(), search.Levels()[0]
	for _, c := range []struct {
		name   string
		other  Mind
		losses int
	}{
		{"random moves", chance{random}, 12},
		{"two plies", NewEngine(small, search.Level{Depth: 2}, 0), 30},
	} {
		var other analysis.Results
		for game := range games {
			mind := &thinker{Mind: NewEngine(small, weakest, random.Uint64())}
			opening, by := openings[random.IntN(len(openings))], &thinker{Mind: c.other}
			if game%2 == 0 {
				other = other.Plus(playGame(t, opening, by, mind, false))
			} else {
				other = other.Plus(1 - playGame(t, opening, mind, by, false))
			}
		}
		t.Logf("%s against %s: %d won, %d drawn, %d lost of %d", c.name, weakest.Name, other.Won, other.Drawn, other.Lost,
			games)
		if other.Won < 10*c.losses {
			t.Errorf("%s wins %d of %d games against %s, want %d", c.name, other.Won, games, weakest.Name, 10*c.losses)
		}
	}
}
