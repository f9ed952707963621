package analysis

import (
	"cmp"
	"math"
	"slices"

	"draughtsman/engine/search"
)

// mostSteps is how many levels one game lies from the next at most: more would look like another opponent.
const mostSteps = 2

// NextLevel is the level for a player's next game, by the results of those before, the oldest first: the one nearest to
// how strong they are, but at most two from the level of the last game.
func NextLevel(results []Result) search.Level {
	levels := search.Levels()
	next := nearest(levels, BeliefOf(results).Elo)
	if n := len(results); n > 0 {
		last := nearest(levels, float64(results[n-1].Level.Elo))
		next = max(last-mostSteps, min(next, last+mostSteps))
	}
	return levels[next]
}

// nearest is the index of the level that is nearest to a strength.
func nearest(levels []search.Level, elo float64) int {
	off := func(l search.Level) float64 { return math.Abs(float64(l.Elo) - elo) }
	return slices.Index(levels, slices.MinFunc(levels, func(a, b search.Level) int { return cmp.Compare(off(a), off(b)) }))
}
