package analysis

import (
	"fmt"
	"math"
)

// SPRT is a generalised sequential probability ratio test of two hypotheses: that a player is Elo0 stronger than the
// other one, and that it is Elo1.
//
// For the method see M. Van den Bergh, "The Generalized Sequential Probability Ratio Test for Chess"
// (http://hardy.uhasselt.be/Fishtest), and for the bounds A. Wald, "Sequential Tests of Statistical Hypotheses",
// Annals of Mathematical Statistics 16(2), 1945.
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Error float64 `json:"error"` // how likely it is that a hypothesis is rejected that holds, for each of them
}

// Verdict is what a test has come to.
type Verdict int

// The verdicts there are.
const (
	Undecided Verdict = iota
	Accepted0         // the player is rather Elo0 stronger
	Accepted1         // the player is rather Elo1 stronger
)

// mostHypothesis bounds hypotheses.
const mostHypothesis = 1000

// Check says why the test cannot be made.
func (s SPRT) Check() error {
	switch {
	case math.IsNaN(s.Elo0+s.Elo1) || s.Elo0 < -mostHypothesis || s.Elo1 > mostHypothesis || s.Elo0 >= s.Elo1:
		return fmt.Errorf("an SPRT of %g and %g Elo: want two numbers from %d to %d, the smaller first", s.Elo0, s.Elo1,
			-mostHypothesis, mostHypothesis)
	case !(s.Error > 0 && s.Error < 0.5):
		return fmt.Errorf("an SPRT that errs in %g of all cases: want more than 0 and less than 0.5, as in 0.05", s.Error)
	}
	return nil
}

// Bounds are the log-likelihood ratios at which Elo0 and Elo1 are accepted.
func (s SPRT) Bounds() (low, high float64) {
	high = math.Log((1 - s.Error) / s.Error)
	return -high, high
}

// Verdict is what the pairs played so far decide. It is to be asked after each pair: the first answer holds.
func (s SPRT) Verdict(p Pairs) Verdict {
	ratio := s.Ratio(p)
	switch low, high := s.Bounds(); {
	case ratio <= low:
		return Accepted0
	case ratio >= high:
		return Accepted1
	}
	return Undecided
}

// Ratio is the logarithm of how much likelier the results of the pairs are if the player is Elo1 stronger than if it
// is Elo0. What a hypothesis leaves open, how often a pair brings which result, is taken as it fits best.
func (s SPRT) Ratio(p Pairs) float64 {
	shares, n := p.shares()
	s0, s1 := Expectation(s.Elo0), Expectation(s.Elo1)
	tilt0, tilt1 := tilt(shares, s0), tilt(shares, s1)
	ratio := 0.0
	for i, share := range shares {
		ratio += share * (math.Log1p(tilt0*(pairShare(i)-s0)) - math.Log1p(tilt1*(pairShare(i)-s1)))
	}
	return n * ratio
}

// tilt is x such that shares p of results a are likeliest to be seen, among all distributions with mean s, if the true
// ones are p / (1 + x (a − s)) (Van den Bergh, proposition 1.1). It solves Σ p (a − s) / (1 + x (a − s)) = 0, whose
// left side falls with x, by bisection.
func tilt(shares [pairResults]float64, s float64) float64 {
	const steps = 60 // each halves the interval
	low, high := -1/(1-s), 1/s
	for range steps {
		x := (low + high) / 2
		sum := 0.0
		for i, share := range shares {
			off := pairShare(i) - s
			sum += share * off / (1 + x*off)
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}
