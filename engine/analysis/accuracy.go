package analysis

import "draughtsman/engine/checkers"

// Accuracy is how well a side played.
type Accuracy struct {
	Moves    int // all of them
	Choices  int // those that were not forced
	Best     int // choices that the engine would have made
	Blunders int // choices that lost the threshold or more
	Loss     int // of all choices, in hundredths of a man
}

// AccuracyOf sums up a side's moves. A move that loses threshold hundredths of a man or more is a blunder.
func AccuracyOf(side checkers.Side, judged []Judgement, threshold int) Accuracy {
	var a Accuracy
	for _, j := range judged {
		if j.Side != side {
			continue
		}
		a.Moves++
		if j.Forced {
			continue
		}
		a.Choices++
		a.Loss += j.Loss()
		if j.Played == j.Best[0] {
			a.Best++
		}
		if j.Loss() >= threshold {
			a.Blunders++
		}
	}
	return a
}

// Percent is the share of choices that were no blunders, 0 to 100; 100 where there was nothing to choose.
func (a Accuracy) Percent() float64 {
	if a.Choices == 0 {
		return 100
	}
	return 100 * float64(a.Choices-a.Blunders) / float64(a.Choices)
}

// MeanLoss is what a choice lost on average, in hundredths of a man.
func (a Accuracy) MeanLoss() float64 {
	if a.Choices == 0 {
		return 0
	}
	return float64(a.Loss) / float64(a.Choices)
}
