package moves

import (
	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// Follower turns sightings of the table into moves of the side whose turn it is. It is not safe for concurrent use.
type Follower struct {
	options     Options
	position    checkers.Position
	hypotheses  hypotheses
	accumulator accumulator
	complained  bool // something wrong was told since the board was last as it should be
}

// New follows a game from a position that the table shows now.
func New(position checkers.Position, options Options) *Follower {
	f := &Follower{options: options.withDefaults()}
	f.start(position)
	return f
}

func (f *Follower) start(position checkers.Position) {
	black := f.options.BlackPieces
	*f = Follower{options: f.options, position: position, hypotheses: unchanged(position, black).oneMove(position, black)}
}

// Observe takes the next sighting, whose Time must not be before the last one's, and says what to make of it.
// Something wrong is told once it has stayed for a while, and again with every sighting until it changes; Accepted
// and Restored are told once.
func (f *Follower) Observe(s vision.Sighting) Verdict {
	if v, hidden := unreadable(s); hidden {
		f.accumulator = accumulator{}
		return v
	}
	index, opinion := f.accumulator.add(evidenceOf(s), s.Time, f.hypotheses, f.options)
	if opinion == certain {
		f.accumulator.average = runningMean{}
	}
	switch {
	case opinion == undecided:
		return settling()
	case opinion == unexplained:
		f.complained = true
		return complaint(f.accumulator.average.mean, f.position, f.hypotheses, f.options)
	case index == 0 && !f.complained:
		return waiting(f.position, f.options.BlackPieces)
	case opinion == tentative:
		return settling()
	case index == 0:
		f.complained = false
		return restored(f.position, f.options.BlackPieces)
	}
	return f.accept(f.hypotheses[index])
}

// accept goes on from the position after a move. Which of several paths a capture took makes no difference to the
// position; the first in the order of the move generator stands for all.
func (f *Follower) accept(h hypothesis) Verdict {
	v := Verdict{Kind: Accepted, Move: h.moves[0], Text: movedText(f.position, h, f.options.BlackPieces)}
	for _, other := range h.also {
		v.Also = append(v.Also, other[0])
	}
	f.start(h.result)
	return v
}
