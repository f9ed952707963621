package hub

import (
	"strconv"
	"time"
)

// Level is how long a search may take; the zero value has no limit. Depth, Nodes and MoveTime hold together; Time is
// that left on the clock.
type Level struct {
	Depth    int
	Nodes    int
	MoveTime time.Duration
	Moves    int // to be made in Time, 0 for the rest of the game
	Time     time.Duration
	Inc      time.Duration // added before every move
	Clock    bool          // Time, Moves and Inc count
}

// ParseLevel reads a level message; arguments that it does not know are ignored.
func ParseLevel(m Message) (Level, error) {
	var l Level
	var err error
	number := func(name string) (n int) {
		if err == nil {
			n, err = m.Int(name, 1)
		}
		return n
	}
	duration := func(name string) (d time.Duration) {
		if err == nil {
			d, err = m.Seconds(name)
		}
		return d
	}
	l.Depth, l.Nodes, l.Moves = number("depth"), number("nodes"), number("moves")
	l.MoveTime, l.Time, l.Inc = duration("move-time"), duration("time"), duration("inc")
	if m.Has("move-time") {
		l.MoveTime = max(l.MoveTime, time.Nanosecond) // no time at all is a limit, too
	}
	l.Clock = m.Has("time") || m.Has("inc")
	if err != nil {
		return Level{}, err
	}
	return l, nil
}

// Message is the level as it is sent.
func (l Level) Message() Message {
	m := Msg("level")
	put := func(name, value string) { m.Args = append(m.Args, Arg{name, value}) }
	if l.Depth > 0 {
		put("depth", strconv.Itoa(l.Depth))
	}
	if l.Nodes > 0 {
		put("nodes", strconv.Itoa(l.Nodes))
	}
	if l.MoveTime > 0 {
		put("move-time", seconds(l.MoveTime))
	}
	if l.Clock {
		if l.Moves > 0 {
			put("moves", strconv.Itoa(l.Moves))
		}
		put("time", seconds(l.Time))
		if l.Inc > 0 {
			put("inc", seconds(l.Inc))
		}
	}
	if len(m.Args) == 0 {
		put("infinite", "")
	}
	return m
}

// Of a clock, a game is planned for movesToGo more moves, and reserve is kept for whatever stands between a move and
// the clock that counts it.
const (
	movesToGo = 30
	reserve   = 50 * time.Millisecond
)

// Budget is how long to think about the next move; 0 is no limit. A move gets an equal share of the clock and of the
// increments to come, and at most what is left but for a reserve. The increment of the next move is in Time already.
func (l Level) Budget() time.Duration {
	budget := time.Duration(0)
	if l.MoveTime > 0 {
		budget = l.MoveTime - min(l.MoveTime/10, reserve/5)
	}
	if !l.Clock {
		return budget
	}
	moves := l.Moves
	if moves == 0 {
		moves = movesToGo
	}
	share := l.Time/time.Duration(moves) + l.Inc*time.Duration(moves-1)/time.Duration(moves)
	share = max(min(share, max(l.Time-reserve, l.Time/10)), time.Millisecond)
	if budget > 0 {
		return min(budget, share)
	}
	return share
}

// Most is how long to think about the next move at most; 0 is no limit. Of a clock a hard decision gets up to twice
// its share, but leaves a half of what is left where there are more moves to make.
func (l Level) Most() time.Duration {
	budget := l.Budget()
	if !l.Clock || l.MoveTime > 0 || l.Moves == 1 {
		return budget
	}
	return max(budget, min(2*budget, l.Time/2))
}

// Endless reports whether only a stop ends the search.
func (l Level) Endless() bool { return l.Depth == 0 && l.Nodes == 0 && l.MoveTime == 0 && !l.Clock }
