package strength

import "math"

// Score is what a player achieved against opponents of one strength.
type Score struct {
	Elo    float64 // the opponents'
	Games  float64 // a game may count as a part of one
	Points float64 // 1 for a win, ½ for a draw
}

// Expectation is the share of the points that somebody is expected to take who is so much stronger: the model of A. E.
// Elo, "The Rating of Chessplayers, Past and Present", 1978, in its logistic form.
func Expectation(difference float64) float64 { return 1 / (1 + math.Pow(10, -difference/400)) }

// expected is the points that a strength leads one to expect, and their variance.
func expected(scores []Score, elo float64) (points, variance float64) {
	for _, s := range scores {
		share := Expectation(elo - s.Elo)
		points += s.Games * share
		variance += s.Games * share * (1 - share)
	}
	return points, variance
}

// Difference is how much stronger somebody is who takes a share of the points: what Expectation expects it of.
// Infinite for nothing and for all of them.
func Difference(share float64) float64 {
	const roundingShare = 1e-9
	switch {
	case share <= roundingShare:
		return math.Inf(-1)
	case share >= 1-roundingShare:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/share-1)
}
