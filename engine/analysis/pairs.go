package analysis

// Pairs counts pairs of games by what the player who is tested made of them: 0, ½, 1, 1½ or 2 points. The two games of
// a pair begin with the same opening, each player having the first move once. An opening that is good for one side
// makes the results of a pair depend on each other, but not those of different pairs.
type Pairs [pairResults]int

// pairResults is how many results a pair may have.
const pairResults = 5

// Number is how many pairs there are.
func (p Pairs) Number() (n int) {
	for _, count := range p {
		n += count
	}
	return n
}

// pairShare is which share of a pair's points somebody has with so many half points.
func pairShare(halves int) float64 { return float64(halves) / (pairResults - 1) }

// shares is how often each result came, none of them never: a result that has not been seen yet is not impossible.
func (p Pairs) shares() (shares [pairResults]float64, n float64) {
	const unseen = 1e-3 // pairs
	for _, count := range p {
		n += max(float64(count), unseen)
	}
	for i, count := range p {
		shares[i] = max(float64(count), unseen) / n
	}
	return shares, n
}

// Elo is how much stronger than the other one the player is by the pairs.
func (p Pairs) Elo() Estimate {
	points := 0.0
	for i, count := range p {
		points += float64(count) * pairShare(i)
	}
	return estimate([]performance{{0, float64(p.Number()), points, noise(p[:]...)}})
}
