package results

import "math"

// Strength is an estimate of how strong somebody is, in Elo as search.Level has it.
type Strength struct {
	Games int // that it is from: those with a result against levels
	// Elo is where the points expected are those achieved, infinite for whoever won or lost them all. Low and High are
	// the bounds between which the truth lies with 95 % confidence, as far as chance goes; infinite where nothing bounds
	// it. How well the levels themselves are known is not in them.
	Elo, Low, High float64
}

// The Elo that is looked at: far beyond what games can show.
const (
	leastElo = -3000
	mostElo  = 6000
)

// Strength estimates how strong a player is from its games against levels; false where there are none. A draw counts
// as half a win.
//
// The points expected follow from A. E. Elo's model in its logistic form, as in package league. The bounds are those of
// the score test: what a strength would have to explain is at most 1.96 deviations away from what it leads one to
// expect. For a single level they are E. B. Wilson's (1927).
func (p Player) Strength() (Strength, bool) {
	var s Strength
	points := 0.0
	for _, a := range p.Levels {
		s.Games += a.Won + a.Drawn + a.Lost
		points += float64(a.Won) + float64(a.Drawn)/2
	}
	if s.Games == 0 {
		return Strength{}, false
	}
	s.Elo, s.Low, s.High = p.rating(points), math.Inf(1), math.Inf(-1)
	const deviations = 1.959964 // hold 95 % of a normal distribution
	for elo := leastElo; elo <= mostElo; elo++ {
		expected, variance := p.expected(float64(elo))
		if math.Abs(points-expected) <= deviations*math.Sqrt(variance) {
			s.Low, s.High = min(s.Low, float64(elo)), max(s.High, float64(elo))
		}
	}
	if s.Low == leastElo {
		s.Low = math.Inf(-1)
	}
	if s.High == mostElo {
		s.High = math.Inf(1)
	}
	return s, true
}

// expected is the points that a strength leads one to expect, and their variance.
func (p Player) expected(elo float64) (points, variance float64) {
	for _, a := range p.Levels {
		share := 1 / (1 + math.Pow(10, (float64(a.Level.Elo)-elo)/400))
		games := float64(a.Won + a.Drawn + a.Lost)
		points += games * share
		variance += games * share * (1 - share)
	}
	return points, variance
}

// rating is the strength at which so many points are expected.
func (p Player) rating(points float64) float64 {
	const precision = 0.01 // Elo
	low, high := float64(leastElo), float64(mostElo)
	if least, _ := p.expected(low); points <= least {
		return math.Inf(-1)
	}
	if most, _ := p.expected(high); points >= most {
		return math.Inf(1)
	}
	for high-low > precision {
		middle := (low + high) / 2
		if expected, _ := p.expected(middle); expected < points {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}
