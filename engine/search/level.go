package search

import (
	"fmt"
	"slices"
	"strings"

	"draughtsman/engine/search/zerosum"
)

// Level is a strength by name, for people to play against. The weak ones err as people do: they look a few plies
// ahead, judge positions roughly, and do not see every move.
type Level struct {
	Name     string
	Depth    int     // plies, 0 for as many as the time allows
	Noise    int     // by how many hundredths of a man it misjudges a position at most
	Overlook float64 // the share of moves and replies that it does not think of
	// Elo is how strong it was in games between these levels on 8×8 in English draughts, a player of random moves being
	// 0: docs/engine.md says with what error.
	Elo int
}

// levels are all levels, the weakest first.
var levels = [...]Level{
	{Name: "newcomer", Depth: 1, Noise: 400, Overlook: 0.9, Elo: 10},
	{Name: "learner", Depth: 1, Noise: 250, Overlook: 0.7, Elo: 200},
	{Name: "beginner", Depth: 1, Noise: 200, Overlook: 0.6, Elo: 370},
	{Name: "novice", Depth: 1, Noise: 120, Overlook: 0.35, Elo: 630},
	{Name: "casual", Depth: 2, Noise: 60, Overlook: 0.18, Elo: 950},
	{Name: "amateur", Depth: 3, Noise: 60, Overlook: 0.14, Elo: 1160},
	{Name: "club", Depth: 4, Noise: 45, Overlook: 0.08, Elo: 1440},
	{Name: "strong", Depth: 5, Noise: 30, Overlook: 0.04, Elo: 1700},
	{Name: "expert", Depth: 6, Noise: 15, Overlook: 0.01, Elo: 2030},
	{Name: "master", Depth: 8, Noise: 5, Elo: 2290},
	{Name: Full, Elo: 2540},
}

// Full is the level that plays as well as it can.
const Full = "full"

// Levels are all levels, the weakest first.
func Levels() []Level { return slices.Clone(levels[:]) }

// LevelNamed is the level with a name, in small letters or capitals.
func LevelNamed(name string) (Level, error) {
	var names []string
	for _, l := range levels {
		if strings.EqualFold(l.Name, name) {
			return l, nil
		}
		names = append(names, l.Name)
	}
	return Level{}, fmt.Errorf("there is no level %q: want one of %s", name, strings.Join(names, ", "))
}

// Options are those of a searcher that plays at the level. What it misjudges and overlooks follows from the seed.
func (l Level) Options(o Options, seed uint64) Options {
	o.Weakness = zerosum.Weakness{Noise: l.Noise, Overlook: l.Overlook, Seed: seed}
	return o
}
