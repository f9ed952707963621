package analysis

import "draughtsman/engine/checkers"

// Accuracy is how well a side played.
type Accuracy struct {
	Moves    int     `json:"moves"`     // all of them
	Choices  int     `json:"choices"`   // those that were not forced
	Best     int     `json:"best"`      // choices that the engine would have made
	Blunders int     `json:"blunders"`  // choices that lost the threshold or more
	Percent  float64 `json:"accuracy"`  // the share of choices that were no blunders; 100 where there was nothing to choose
	MeanLoss float64 `json:"mean_loss"` // of a choice, in hundredths of a man
}

// AccuracyOf sums up a side's moves. A move that loses threshold hundredths of a man or more is a blunder.
func AccuracyOf(side checkers.Side, judged []Judgement, threshold int) Accuracy {
	a, loss := Accuracy{Percent: 100}, 0
	for _, j := range judged {
		if j.Side != side {
			continue
		}
		a.Moves++
		if j.Forced {
			continue
		}
		a.Choices++
		loss += j.Loss()
		if j.Played == j.Best[0] {
			a.Best++
		}
		if j.Loss() >= threshold {
			a.Blunders++
		}
	}
	if a.Choices > 0 {
		a.Percent = 100 * float64(a.Choices-a.Blunders) / float64(a.Choices)
		a.MeanLoss = float64(loss) / float64(a.Choices)
	}
	return a
}
