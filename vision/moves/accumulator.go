package moves

import "time"

// accumulator takes readings, one after the other, and finds the hypothesis that they are for.
type accumulator struct {
	agreed  run
	average runningMean
}

// conclusion is how certain a hypothesis is.
type conclusion uint8

const (
	undecided   conclusion = iota // it cannot be told yet
	tentative                     // this reading shows the hypothesis
	certain                       // enough readings do
	unexplained                   // for a while no hypothesis was certain
)

// add takes a reading, and returns the index of the hypothesis that the readings so far are for.
func (a *accumulator) add(e evidence, at time.Time, list hypotheses, o Options) (int, conclusion) {
	a.average = a.average.add(e, at, o)
	if index, ok := e.explain(list, probableContent, o); ok {
		a.agreed = a.agreed.add(index, e, at)
		switch {
		case a.sure(at, list, o):
			return index, certain
		case !a.agreed.lasts(at, o):
			return index, tentative
		}
		// All agree, and still it is not certain.
	} else {
		a.agreed = run{}
		if !a.average.lasts(at, o) {
			return 0, undecided
		}
	}
	// Squares that flicker may spoil every reading and yet be plain in the mean of many.
	if index, ok := a.average.mean.explain(list, o.Clear, o); ok {
		return index, certain
	}
	return 0, unexplained
}

// sure reports whether enough readings agree for long enough, and clearly together.
func (a *accumulator) sure(now time.Time, list hypotheses, o Options) bool {
	r := a.agreed
	return r.count >= o.Agreeing && now.Sub(r.since) >= o.Span && a.clear(list, o)
}

// clear reports whether the agreeing readings together show clearly what they agree on.
func (a *accumulator) clear(list hypotheses, o Options) bool {
	is, was := list[a.agreed.what].picture, list[0].picture
	if a.agreed.mean.shows(is, was, o.Clear, o) {
		return true
	}
	index, ok := a.agreed.mean.explain(list, o.Clear, o)
	return ok && index == a.agreed.what
}

// basis returns the mean of the readings on which a conclusion rests, and since when they have said so.
func (a *accumulator) basis() (evidence, time.Time) {
	if a.agreed.count == 0 {
		return a.average.mean, a.average.unchangedSince
	}
	return a.agreed.mean, a.agreed.since
}
