package strength

import "math"

// The strengths that are held possible, from far below the weakest level to far above the strongest, and the step
// between two of them, in Elo.
const (
	weakestElo   = -400
	strongestElo = 3200
	stepElo      = 20
)

// Belief is what is believed of a player's strength: its mean and standard deviation, in Elo.
type Belief struct{ Elo, Deviation float64 }

// After is what is believed after scores. It is Bayes' rule on a grid, with what was believed before as a normal prior.
// Sums are rounded in the order of the scores.
func (b Belief) After(scores []Score) Belief {
	var sum, first, second float64
	for e := float64(weakestElo); e <= strongestElo; e += stepElo {
		off := (e - b.Elo) / b.Deviation
		likelihood := -off * off / 2
		for _, s := range scores {
			share := Expectation(e - s.Elo)
			likelihood += s.Points*math.Log(share) + (s.Games-s.Points)*math.Log(1-share)
		}
		belief := math.Exp(likelihood)
		sum += belief
		first += belief * e
		second += belief * e * e
	}
	mean := first / sum
	return Belief{mean, math.Sqrt(second/sum - mean*mean)}
}
