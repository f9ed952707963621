package strength

import "math"

// Estimate is how strong a player is by games alone, in Elo.
type Estimate struct {
	// Elo is where the points expected are those achieved, infinite for whoever won or lost them all. Low and High are
	// the bounds between which the truth lies with 95 % confidence, as far as chance goes; infinite where nothing bounds
	// it. How well the opponents' strength is known is not in them.
	Elo, Low, High float64
}

// The Elo that is looked at: far beyond what games can show.
const (
	leastElo = -3000
	mostElo  = 6000
)

// Of estimates how strong a player is by scores in at least one game.
//
// The bounds are those of the score test: what a strength would have to explain is at most 1.96 deviations away from
// what it leads one to expect. Against opponents of one strength they are E. B. Wilson's (1927).
func Of(scores []Score) Estimate {
	points := 0.0
	for _, s := range scores {
		points += s.Points
	}
	e := Estimate{Elo: rating(scores, points), Low: math.Inf(1), High: math.Inf(-1)}
	const deviations = 1.959964 // hold 95 % of a normal distribution
	for elo := leastElo; elo <= mostElo; elo++ {
		expected, variance := expected(scores, float64(elo))
		if math.Abs(points-expected) <= deviations*math.Sqrt(variance) {
			e.Low, e.High = min(e.Low, float64(elo)), max(e.High, float64(elo))
		}
	}
	if e.Low == leastElo {
		e.Low = math.Inf(-1)
	}
	if e.High == mostElo {
		e.High = math.Inf(1)
	}
	return e
}

// rating is the strength at which so many points are expected.
func rating(scores []Score, points float64) float64 {
	const precision = 0.01 // Elo
	low, high := float64(leastElo), float64(mostElo)
	if least, _ := expected(scores, low); points <= least {
		return math.Inf(-1)
	}
	if most, _ := expected(scores, high); points >= most {
		return math.Inf(1)
	}
	for high-low > precision {
		middle := (low + high) / 2
		if reached, _ := expected(scores, middle); reached < points {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}
