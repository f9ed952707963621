package rating

import "math"

// Score is how games ended for a player.
type Score struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// Games is the number of games.
func (s Score) Games() int { return s.Won + s.Drawn + s.Lost }

// Points is 1 for a win and ½ for a draw.
func (s Score) Points() float64 { return float64(s.Won) + float64(s.Drawn)/2 }

// Plus is the score with another game, which brought 1, ½ or 0 points.
func (s Score) Plus(points float64) Score {
	switch points {
	case 1:
		s.Won++
	case 0:
		s.Lost++
	default:
		s.Drawn++
	}
	return s
}

// Elo is how much stronger than the opponents, together, the player is by the score.
func (s Score) Elo() Estimate { return estimate([]performance{s.against(0)}) }

// against is the score as one against opponents of a strength.
func (s Score) against(elo float64) performance {
	return performance{elo, float64(s.Games()), s.Points(), noise(s.Lost, s.Drawn, s.Won)}
}

// Expectation is the share of the points that somebody is expected to take who is so much stronger: the model of A. E.
// Elo, "The Rating of Chessplayers, Past and Present", 1978, in its logistic form.
func Expectation(difference float64) float64 { return 1 / (1 + math.Pow(10, -difference/400)) }
