package sprt

import (
	"math"

	"draughtsman/engine/strength"
)

// Pairs counts pairs of games by what the player who is tested made of them: 0, ½, 1, 1½ or 2 points. The two games of
// a pair begin with the same opening, each player having the first move once. An opening that is good for one side
// makes the results of a pair depend on each other, but not those of different pairs.
type Pairs [results]int

// results is how many results a pair may have.
const results = 5

// Number is how many pairs there are.
func (p Pairs) Number() (n int) {
	for _, count := range p {
		n += count
	}
	return n
}

// pairShare is which share of a pair's points somebody has with so many half points.
func pairShare(halves int) float64 { return float64(halves) / (results - 1) }

// shares is how often each result came, none of them never: a result that has not been seen yet is not impossible.
func (p Pairs) shares() (shares [results]float64, n float64) {
	const unseen = 1e-3 // pairs
	for _, count := range p {
		n += max(float64(count), unseen)
	}
	for i, count := range p {
		shares[i] = max(float64(count), unseen) / n
	}
	return shares, n
}

// Elo is the difference in strength that the pairs suggest, and the bounds between which the true one lies with 95 %
// confidence: those of a normal distribution with the variance of the pairs' results. One pair more that is lost and
// one that is won count for the variance, so that a few pairs which all end alike prove nothing (A. Agresti and B. A.
// Coull, "Approximate Is Better than 'Exact' for Interval Estimation of Binomial Proportions", The American
// Statistician 52(2), 1998). For no pairs nothing is known.
func (p Pairs) Elo() (difference, low, high float64) {
	n := float64(p.Number())
	if n == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	mean, _ := p.moments()
	p[0]++
	p[results-1]++
	_, variance := p.moments()
	const deviations = 1.959964 // of a normal distribution, 95 % lies within so many
	spread := deviations * math.Sqrt(variance/n)
	return strength.Difference(mean), strength.Difference(mean - spread), strength.Difference(mean + spread)
}

// moments are the mean and the variance of a pair's share of the points.
func (p Pairs) moments() (mean, variance float64) {
	n := float64(p.Number())
	for i, count := range p {
		mean += float64(count) / n * pairShare(i)
	}
	for i, count := range p {
		variance += float64(count) / n * (pairShare(i) - mean) * (pairShare(i) - mean)
	}
	return mean, variance
}
