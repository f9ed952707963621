package analysis

import "math"

// Estimate is a strength, or a difference between two, in Elo, by games alone.
type Estimate struct {
	// Elo is where the points expected are those achieved, infinite for whoever won or lost them all. Low and High are
	// the bounds between which the truth lies with 95 % confidence, as far as chance goes; infinite where nothing bounds
	// it. How well the opponents' strength is known is not in them.
	Elo, Low, High float64
}

// performance is what somebody made of games, or of pairs of them, against opponents of one strength.
type performance struct {
	elo    float64 // the opponents'
	games  float64
	points float64 // 1 at most for each of the games
	noise  float64
}

// noise is the variance of results, as a share of the variance that they would have if the same points were from wins
// and losses alone. It is given how often each result came, from the one that brings nothing to the one that brings
// all. One result more counts, half of it lost and half won, so that a few that all end alike do not pass for certain
// (A. Agresti and B. A. Coull, "Approximate Is Better than 'Exact' for Interval Estimation of Binomial Proportions",
// The American Statistician 52(2), 1998).
func noise(counts ...int) float64 {
	n, sum, squares := 1.0, 0.5, 0.5
	for i, count := range counts {
		share := float64(i) / float64(len(counts)-1)
		n += float64(count)
		sum += float64(count) * share
		squares += float64(count) * share * share
	}
	mean := sum / n
	return (squares/n - mean*mean) / (mean * (1 - mean))
}

// estimate is the strength by all performances. Without a game nothing is known.
//
// The bounds are those of the score test: what a strength would have to explain is at most 1.96 deviations away from
// what it leads one to expect. Against opponents of one strength and without draws they are those of E. B. Wilson,
// "Probable Inference, the Law of Succession, and Statistical Inference", Journal of the American Statistical
// Association 22, 1927, which hold for few games and for whole scores too. With draws they are as much closer as the
// results differ less.
func estimate(all []performance) Estimate {
	games := 0.0
	for _, p := range all {
		games += p.games
	}
	if games == 0 {
		return Estimate{0, math.Inf(-1), math.Inf(1)}
	}
	const deviations = 1.959964 // hold 95 % of a normal distribution
	return Estimate{explained(all, 0), explained(all, deviations), explained(all, -deviations)}
}

// The Elo that is looked at: far beyond what games can show.
const (
	leastElo = -3000
	mostElo  = 6000
)

// explained is the strength by which the points are so many deviations more than those expected, to hundredths.
func explained(all []performance, deviations float64) float64 {
	more := func(elo float64) float64 {
		points, variance := 0.0, 0.0
		for _, p := range all {
			share := Expectation(elo - p.elo)
			points += p.points - p.games*share
			variance += p.games * share * (1 - share) * p.noise
		}
		return points - deviations*math.Sqrt(variance)
	}
	low, high := float64(leastElo), float64(mostElo)
	switch {
	case more(low) <= 0:
		return math.Inf(-1)
	case more(high) >= 0:
		return math.Inf(1)
	}
	const precision = 1e-4 // Elo
	for high-low > precision {
		if middle := (low + high) / 2; more(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Round(high*100)/100 + 0 // of which there is one
}
