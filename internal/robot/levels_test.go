package robot

import (
	"flag"
	"testing"
	"time"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/engine"
)

var (
	levelGames = flag.Int("level-games", 20, "how many games each two neighbours play in TestLevelsKeepTheirOrder")
	levelThink = flag.Duration("level-think", 20*time.Millisecond, "the time for a move in TestLevelsKeepTheirOrder")
)

// TestLevelsKeepTheirOrder plays each level against the one below it through the Mind that the robot has, from ballots,
// and prints the table: no level may take less than half of the points. Time matters to the full level alone.
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
		if share < 50 {
			t.Errorf("%s takes %.0f %% of the points from %s, which is below it", level.Name, share, below.Name)
		}
	}
}
