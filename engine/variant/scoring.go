package variant

import (
	"fmt"
	"strings"

	"draughtsman/engine/checkers"
	"draughtsman/engine/endgame"
)

// Scoring is a way to tell what a position is worth. To add one, write its function and put it into Scorings.
type Scoring struct {
	Name  string
	About string // one line for people, without a full stop
	// Score is what a position is worth to the player to move, in hundredths of a man. The end of the game is not its
	// business.
	Score func(Rules, Position) int

	// fast is the same for a rule set that IsFast on a board, by its moves; nil, or what is nil, to go by Score.
	fast   func(board checkers.Board, moves checkers.Rules) func(checkers.Position) int
	tables *endgame.Tables // that a searcher of English draughts knows; nil for none
}

// Knowing is the scoring with other endgame tables for searchers of English draughts than those that come with the
// program.
func (s Scoring) Knowing(tables *endgame.Tables) Scoring {
	s.tables = tables
	return s
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
func Material() Scoring { return pieceCount("material", "pieces: man 1, king 2", 100, 200) }

// SimpleAI is what the league's program of that name goes by.
func SimpleAI() Scoring { return pieceCount("simpleai", "pieces: man 1, king 3", 100, 300) }

func pieceCount(name, about string, man, king int) Scoring {
	score := func(men, kings int) int { return man*men + king*kings }
	return Scoring{
		Name: name, About: about,
		Score: func(_ Rules, p Position) int {
			mine, myKings := p.Count(p.turn)
			theirs, theirKings := p.Count(p.turn.Opponent())
			return score(mine-theirs, myKings-theirKings)
		},
		fast: func(checkers.Board, checkers.Rules) func(checkers.Position) int {
			return func(p checkers.Position) int {
				mine, theirs := p.Of(p.Turn), p.Of(p.Turn.Opponent())
				return score((mine&^p.Kings).Len()-(theirs&^p.Kings).Len(), (mine&p.Kings).Len()-(theirs&p.Kings).Len())
			}
		},
	}
}
