package analysis

import (
	"errors"
	"io"
	"strings"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
)

// Adapt is the name that stands for the level that follows a player's results.
const Adapt = "adapt"

// ChoiceTag is the name of the tag of a game's record that says Adapt where the game's level followed from results.
const ChoiceTag = "LevelChoice"

// Past is what a file of games says of a player.
type Past struct {
	Results []Result // against levels, the oldest first, without draws that were agreed to
	// Chosen is the level that was chosen for the last game, whether it has a result or not: a level's name or Adapt;
	// "" without such a game.
	Chosen string
}

// PastOf is a player's past by a file of games in PDN. Games that have no level, those of others, those that
// no table has, and those that cannot be read in full do not count. Upper and lower case in the player's name are one.
func PastOf(file io.Reader, player string) (past Past, err error) {
	for game, err := range pdn.Read(file) {
		var faults pdn.Faults
		if errors.As(err, &faults) {
			continue
		}
		if err != nil {
			return Past{}, err
		}
		past.add(game, player)
	}
	return past, nil
}

// add adds a game, if it is one of the player's against a level.
func (p *Past) add(game pdn.Game, player string) {
	g, err := GameOf(game)
	side, opponent, named := checkers.Black, g.White, strings.EqualFold(g.Black, player)
	if !named {
		side, opponent, named = checkers.White, g.Black, strings.EqualFold(g.White, player)
	}
	if err != nil || g.Level.Name == "" || !named || !strings.EqualFold(opponent, Engine) {
		return
	}
	if p.Chosen = g.Level.Name; game.Tag(ChoiceTag) == Adapt {
		p.Chosen = Adapt
	}
	if g.Result != pdn.Unfinished && game.Tag(pdn.TerminationTag) != pdn.Agreed { // which says nothing of who is better
		p.Results = append(p.Results, Result{g.Level, points(g.Result, side), p.Chosen == Adapt})
	}
}
