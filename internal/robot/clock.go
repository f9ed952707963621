package robot

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"draughtsman/engine/checkers"
)

// Clock is how much time the players have. The zero value is all the time in the world. The human's time passes while
// it is its turn, the robot's while it thinks: how slowly an arm carries is nobody's fault.
type Clock struct {
	Game      time.Duration `json:"game,omitempty"`      // for all moves of a side
	Increment time.Duration `json:"increment,omitempty"` // added after each of them
	Move      time.Duration `json:"move,omitempty"`      // for each move, in place of the others
}

// A clock that a person asks for gives each side, or each move, so much time.
const (
	leastClock = time.Second
	mostClock  = 24 * time.Hour
)

// noClock is the text of a clock that does not run.
const noClock = "none"

// ParseClock reads a clock: "10m" or "5m+3s" for the whole game, "30s/move" for each move, "none" or "" for none.
func ParseClock(text string) (clock Clock, err error) {
	if text == "" || text == noClock {
		return clock, nil
	}
	if each, found := strings.CutSuffix(text, "/move"); found {
		clock.Move, err = time.ParseDuration(each)
	} else {
		whole, increment, added := strings.Cut(text, "+")
		clock.Game, err = time.ParseDuration(whole)
		if added && err == nil {
			clock.Increment, err = time.ParseDuration(increment)
		}
	}
	if err != nil || clock.Game+clock.Move <= 0 || clock.Validate() != nil {
		return Clock{}, errors.New("want a time for each side, such as 10m or 5m+3s, or for each move, such as 30s/move, " +
			"or none")
	}
	if clock.Game+clock.Move < leastClock || max(clock.Game, clock.Increment, clock.Move) > mostClock {
		return Clock{}, fmt.Errorf("want %v to %v for each side, or for each move: nobody makes a move in less",
			leastClock, mostClock)
	}
	return clock, nil
}

// Validate says what is wrong with a clock.
func (c Clock) Validate() error {
	switch {
	case c.Game < 0 || c.Increment < 0 || c.Move < 0:
		return fmt.Errorf("a clock has no less time than none")
	case c.Move > 0 && (c.Game > 0 || c.Increment > 0):
		return fmt.Errorf("there is time for each move, or for the whole game: not both")
	case c.Increment > 0 && c.Game == 0:
		return fmt.Errorf("an increment is added to the time for the whole game: say how much that is")
	}
	return nil
}

// runs reports whether there is a clock.
func (c Clock) runs() bool { return c != Clock{} }

// begins is what each side has at the beginning.
func (c Clock) begins() [2]time.Duration { return [2]time.Duration{c.Game + c.Move, c.Game + c.Move} }

// clocks are the players' clocks in a game.
type clocks struct {
	Clock
	left   [2]time.Duration
	shown  map[int]time.Duration // what the side that moved had left, by ply
	warned time.Duration         // the least time left that was told in this turn
}

// A player is told once in a turn that it has no more than each of these left.
var lowTimes = []time.Duration{time.Minute, 30 * time.Second, 10 * time.Second}

// turn begins a turn.
func (c *clocks) turn(side checkers.Side) {
	c.warned = 2 * time.Hour
	if c.Move > 0 {
		c.left[side] = c.Move
	}
}

// low is the time that is to be told, 0 for none.
func (c *clocks) low(side checkers.Side) (told time.Duration) {
	for _, limit := range lowTimes {
		if c.left[side] <= limit && limit < c.warned && (c.Move == 0 || limit <= c.Move/2) {
			c.warned, told = limit, limit
		}
	}
	return told
}

// moved ends a turn.
func (c *clocks) moved(side checkers.Side) { c.left[side] = max(0, c.left[side]) + c.Increment }

// thinks is how long the robot may think, which would like to for a while.
func (c *clocks) thinks(side checkers.Side, like time.Duration) time.Duration {
	const movesAhead = 30 // that the time left is to suffice for
	switch {
	case c.Move > 0:
		return min(like, c.Move*9/10)
	case c.Game > 0:
		return min(like, max(c.left[side]/movesAhead+c.Increment/2, 10*time.Millisecond))
	}
	return like
}
