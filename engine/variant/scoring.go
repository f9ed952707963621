package variant

import (
	"fmt"
	"strings"
)

// Scoring is a way to tell what a position is worth. To add one, write its
// function and put it into Scorings.
type Scoring struct {
	Name  string
	About string // one line for people, without a full stop
	// Score is what a position is worth to the player to move, in hundredths of
	// a man. The end of the game is not its business.
	Score func(Position) int
}

// Scorings is the ways to score that have a name, the usual one first.
func Scorings() []Scoring {
	return []Scoring{Positional(), Material(), Naive(), SimpleAI()}
}

// ScoringNamed is the way to score of a name.
func ScoringNamed(name string) (Scoring, error) {
	var names []string
	for _, s := range Scorings() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Scoring{}, fmt.Errorf("there is no scoring function %q: want one of %s", name, strings.Join(names, ", "))
}

// Material counts pieces, a king being two men.
func Material() Scoring { return counting("material", "pieces: man 1, king 2", 100, 200) }

// SimpleAI is what the league's program of that name goes by.
func SimpleAI() Scoring { return counting("simpleai", "pieces: man 1, king 3", 100, 300) }

func counting(name, about string, man, king int) Scoring {
	return Scoring{name, about, func(p Position) int {
		mine, myKings := p.Count(p.turn)
		theirs, theirKings := p.Count(p.turn.Opponent())
		return man*(mine-theirs) + king*(myKings-theirKings)
	}}
}
