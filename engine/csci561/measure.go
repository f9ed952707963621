package csci561

import (
	"context"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// Speed measures how many positions a second of CPU time a search looks at, in about the CPU time given. The clock is
// CPUTime but for tests.
func Speed(duration time.Duration, clock Clock) float64 {
	s := newSearcher(true, search.Options{TableMB: tableMB(duration, Calibration{}), Now: clock.now})
	began := clock()
	// The start position has moves, so that there is always a result.
	result, _ := s.Search(context.Background(), search.Request{Position: checkers.Start(), Time: duration}, nil)
	return float64(result.Nodes) / max(clock()-began, 1).Seconds()
}

// Forced is a position with one legal move, which takes no thinking: what an agent uses there, it needs for
// everything else.
func Forced() Input {
	position := checkers.Position{}.
		Put(checkers.Board8.At(0, 1), checkers.BlackMan).
		Put(checkers.Board8.At(1, 2), checkers.WhiteMan)
	return Input{Mode: Game, Position: position, Left: time.Minute}
}
