package analysis

import "math"

// Results is how games ended for a player.
type Results struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// Games is the number of games.
func (r Results) Games() int { return r.Won + r.Drawn + r.Lost }

// Points is 1 for a win and ½ for a draw.
func (r Results) Points() float64 { return float64(r.Won) + float64(r.Drawn)/2 }

// Plus is the score with another game, which brought 1, ½ or 0 points.
func (r Results) Plus(points float64) Results {
	switch points {
	case 1:
		r.Won++
	case 0:
		r.Lost++
	default:
		r.Drawn++
	}
	return r
}

// Elo is how much stronger than the opponents, together, the player is by the score.
func (r Results) Elo() Estimate { return estimate([]performance{r.against(0)}) }

// against is the score as one against opponents of a strength.
func (r Results) against(elo float64) performance {
	return performance{elo, float64(r.Games()), r.Points(), noise(r.Lost, r.Drawn, r.Won)}
}

// Expectation is the share of the points that somebody is expected to take who is so much stronger: the model of A. E.
// Elo, "The Rating of Chessplayers, Past and Present", 1978, in its logistic form.
func Expectation(difference float64) float64 { return 1 / (1 + math.Pow(10, -difference/400)) }
