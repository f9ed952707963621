package adapt

import (
	"cmp"
	"math"
	"slices"

	"draughtsman/engine/search"
	"draughtsman/engine/strength"
)

// Result is what a game against a level brought the player.
type Result struct {
	Level  search.Level
	Points float64 // 1 for a win, ½ for a draw, 0 for a loss
}

const (
	// priorElo and priorDeviation are what is believed of a player before the first game: the middle of the levels, and
	// so wide that nobody is ruled out.
	priorElo       = 1440
	priorDeviation = 800
	// memoryGames is after how many more games a result weighs half as much: a player learns, and an estimate from
	// games of months ago would not follow.
	memoryGames = 8
)

// Estimate is how strong a player is by the results of their games, the oldest first, on the scale of search.Level's
// Elo. An old result counts as less than one game, which is a power prior (J. G. Ibrahim and M.-H. Chen, "Power Prior
// Distributions for Regression Models", Statistical Science 15, 2000).
func Estimate(results []Result) strength.Belief {
	var scores []strength.Score // by their Elo, so that sums are rounded in one way
	for i, r := range results {
		weight := math.Exp2(-float64(len(results)-1-i) / memoryGames)
		elo := float64(r.Level.Elo)
		at, found := slices.BinarySearchFunc(scores, elo, func(s strength.Score, elo float64) int {
			return cmp.Compare(s.Elo, elo)
		})
		if !found {
			scores = slices.Insert(scores, at, strength.Score{Elo: elo})
		}
		scores[at].Games += weight
		scores[at].Points += weight * r.Points
	}
	return strength.Belief{Elo: priorElo, Deviation: priorDeviation}.After(scores)
}
