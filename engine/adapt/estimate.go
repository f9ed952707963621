package adapt

import (
	"maps"
	"math"
	"slices"

	"draughtsman/engine/search"
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
	// The strengths that are held possible, from far below the weakest level to far above the strongest, and the step
	// between two of them.
	leastElo = -400
	mostElo  = 3200
	stepElo  = 20
)

// Estimate is how strong a player is by the results of their games, the oldest first, on the scale of search.Level's
// Elo: the mean and the standard deviation of what is believed after them.
//
// It is Bayes' rule on a grid, with a normal prior. A result counts as so many points of one that may be had, with the
// expectation of A. E. Elo, "The Rating of Chessplayers, Past and Present", 1978, in its logistic form; an old one as
// less than one game, which is a power prior (J. G. Ibrahim and M.-H. Chen, "Power Prior Distributions for Regression
// Models", Statistical Science 15, 2000).
func Estimate(results []Result) (elo, deviation float64) {
	type score struct{ won, lost float64 } // points
	scores := map[int]score{}              // by the Elo of the level
	for i, r := range results {
		weight := math.Exp2(-float64(len(results)-1-i) / memoryGames)
		s := scores[r.Level.Elo]
		scores[r.Level.Elo] = score{s.won + weight*r.Points, s.lost + weight*(1-r.Points)}
	}
	levels := slices.Sorted(maps.Keys(scores)) // in one order, so that sums are rounded in one way
	var sum, first, second float64
	for e := float64(leastElo); e <= mostElo; e += stepElo {
		off := (e - priorElo) / priorDeviation
		likelihood := -off * off / 2
		for _, level := range levels {
			expected, s := Expectation(e-float64(level)), scores[level]
			likelihood += s.won*math.Log(expected) + s.lost*math.Log(1-expected)
		}
		belief := math.Exp(likelihood)
		sum += belief
		first += belief * e
		second += belief * e * e
	}
	elo = first / sum
	return elo, math.Sqrt(second/sum - elo*elo)
}

// Expectation is the share of the points that somebody is expected to take who is so much stronger.
func Expectation(difference float64) float64 { return 1 / (1 + math.Pow(10, -difference/400)) }
