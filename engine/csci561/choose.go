package csci561

import (
	"context"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// Choose is a move in a position that has one, found in the CPU time that the input leaves, on one thread. past is
// what is known of the game before.
func Choose(in Input, past Memory, c Calibration, clock Clock) checkers.Move {
	legal := in.Position.Moves()
	if len(legal) == 1 {
		return legal[0]
	}
	used := clock()
	b := plan(in, used, past.Moves, c)
	thinking := b.hard - used
	s := newSearcher(thinking >= minTimeForWeights, search.Options{TableMB: tableMB(thinking, c), Now: clock.now})
	thinking = b.hard - clock()
	request := search.Request{Position: in.Position, History: past.Past, Time: thinking}
	if thinking <= 0 { // no time: as little as makes a move better than any
		request.Time, request.Nodes = 0, glancePositions
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var before deepening
	result, err := s.Search(ctx, request, func(r search.Result) {
		before = before.next(r)
		if in.Mode == Game && clock() >= used+before.worth(b.soft-used) {
			stop()
		}
	})
	if err != nil { // without a legal move only, and there are several
		return legal[0]
	}
	return result.Move
}

// minTimeForWeights is the time for a move from which on it is worth some 10 ms of CPU time to unpack the learnt
// weights.
const minTimeForWeights = 250 * time.Millisecond

// glancePositions is the number of positions that are looked at where there is no time at all: some tenths of a
// millisecond.
const glancePositions = 300

// deepening is what the depths searched so far have shown.
type deepening struct {
	move   checkers.Move
	score  int
	stable int // depths in a row with the same best move
	fallen bool
}

// hardScoreDrop is by how much less, in hundredths of a man, a deeper search has to see for a decision to be a hard
// one; easyLead is the lead that makes it an easy one.
const (
	hardScoreDrop = 30
	easyLead      = 500
)

func (d deepening) next(r search.Result) deepening {
	next := deepening{move: r.Move, score: r.Score, fallen: r.Depth > 1 && r.Score < d.score-hardScoreDrop}
	if r.Move == d.move {
		next.stable = d.stable + 1
	}
	return next
}

// worth is how much of a move's share of the time is worth spending: another depth takes about as long as all before
// it together, or longer.
func (d deepening) worth(share time.Duration) time.Duration {
	switch {
	case d.fallen:
		return share * 2
	case d.stable >= 6 && d.score > easyLead:
		return share / 6
	case d.stable >= 6:
		return share / 3
	case d.stable >= 2:
		return share / 2
	}
	return share
}
