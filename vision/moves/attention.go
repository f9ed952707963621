package moves

import "time"

// attention is what readings, one after the other, have said so far.
type attention struct {
	agreed run
	puzzle puzzle
}

// opinion is how sure the attention is of a hypothesis.
type opinion uint8

const (
	undecided opinion = iota // cannot tell yet
	leaning                  // this reading shows it
	convinced                // enough readings do
	puzzled                  // for a while there was none to be sure of
)

// add takes a reading and says which hypothesis it is for.
func (a *attention) add(e evidence, at time.Time, list hypotheses, o Options) (int, opinion) {
	a.puzzle = a.puzzle.add(e, at, o)
	if index, ok := e.explain(list, likely, o); ok {
		a.agreed = a.agreed.add(index, e, at)
		switch {
		case a.sure(at, list, o):
			return index, convinced
		case !a.agreed.lasts(at, o):
			return index, leaning
		}
		// all agree, and still none is sure
	} else {
		a.agreed = run{}
		if !a.puzzle.lasts(at, o) {
			return 0, undecided
		}
	}
	// Squares that flicker may spoil every reading and yet be plain in the mean
	// of many.
	if index, ok := a.puzzle.mean.explain(list, o.Clear, o); ok {
		return index, convinced
	}
	return 0, puzzled
}

// sure reports whether the agreeing readings are enough to believe them.
func (a *attention) sure(now time.Time, list hypotheses, o Options) bool {
	r := a.agreed
	return r.count >= o.Agreeing && now.Sub(r.since) >= o.Span && a.clear(list, o)
}

// clear reports whether the agreeing readings together show clearly what they
// agree on.
func (a *attention) clear(list hypotheses, o Options) bool {
	is, was := list[a.agreed.what].picture, list[0].picture
	if a.agreed.mean.shows(is, was, o.Clear, o) {
		return true
	}
	index, ok := a.agreed.mean.explain(list, o.Clear, o)
	return ok && index == a.agreed.what
}

// rests is what the readings that an opinion rests on say together, and since when they do.
func (a *attention) rests() (evidence, time.Time) {
	if a.agreed.count == 0 {
		return a.puzzle.mean, a.puzzle.since
	}
	return a.agreed.mean, a.agreed.since
}
