package analysis

import (
	"cmp"
	"math"
	"slices"

	"draughtsman/engine/search"
)

// Result is what a game against a level brought the player.
type Result struct {
	Level  search.Level
	Points float64 // 1 for a win, ½ for a draw, 0 for a loss
	Adapts bool    // the level followed from what was believed of the player
}

// Belief is what is believed of a player's strength: its mean and standard deviation, in Elo.
type Belief struct{ Elo, Deviation float64 }

const (
	// priorElo and priorDeviation are what is believed of a player before the first game who has not said anything: the
	// middle of the levels, and so wide that nobody is ruled out. Who has said how well they play met that level first.
	priorElo       = 1440
	priorDeviation = 800
	// memoryGames is after how many more games a result weighs half as much: a player learns, and an estimate from
	// games of months ago would not follow.
	memoryGames = 8
)

// The strengths that are held possible, from far below the weakest level to far above the strongest, and the step
// between two of them, in Elo.
const (
	weakestElo   = -400
	strongestElo = 3200
	stepElo      = 20
)

// BeliefOf is what is believed of a player by the results of their games, the oldest first, on the scale of
// search.Level's Elo. It is Bayes' rule on a grid, with what was believed before as a normal prior. An old result
// counts as less than one game, which is a power prior (J. G. Ibrahim and M.-H. Chen, "Power Prior Distributions for
// Regression Models", Statistical Science 15, 2000).
func BeliefOf(results []Result) Belief {
	prior := float64(priorElo)
	if len(results) > 0 && results[0].Adapts {
		prior = float64(results[0].Level.Elo)
	}
	var all []performance // by their Elo, so that sums are rounded in one way
	for i, r := range results {
		weight := math.Exp2(-float64(len(results)-1-i) / memoryGames)
		elo := float64(r.Level.Elo)
		at, found := slices.BinarySearchFunc(all, elo, func(p performance, elo float64) int {
			return cmp.Compare(p.elo, elo)
		})
		if !found {
			all = slices.Insert(all, at, performance{elo: elo})
		}
		all[at].games += weight
		all[at].points += weight * r.Points
	}
	var sum, first, second float64
	for elo := float64(weakestElo); elo <= strongestElo; elo += stepElo {
		off := (elo - prior) / priorDeviation
		likelihood := -off * off / 2
		for _, p := range all {
			share := Expectation(elo - p.elo)
			likelihood += p.points*math.Log(share) + (p.games-p.points)*math.Log(1-share)
		}
		belief := math.Exp(likelihood)
		sum += belief
		first += belief * elo
		second += belief * elo * elo
	}
	mean := first / sum
	return Belief{mean, math.Sqrt(second/sum - mean*mean)}
}
