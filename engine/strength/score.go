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
