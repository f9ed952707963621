package adapt

import (
	"errors"
	"io"
	"strings"

	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
)

// LevelTag is the tag of a game's record that names the level of who played against the person.
const LevelTag = "Level"

// Results are the results of a player's games in a file of games in PDN, in their order. Games without a result or a
// level, those of others, and those that cannot be read in full do not count. Upper and lower case in the player's name
// are one.
func Results(file io.Reader, player string) (results []Result, err error) {
	for game, err := range pdn.Read(file) {
		var faults pdn.Faults
		if errors.As(err, &faults) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if r, counts := resultOf(game, player); counts {
			results = append(results, r)
		}
	}
	return results, nil
}

// resultOf is what a game brought a player against a level; false if it was no such game, or has no result.
func resultOf(game pdn.Game, player string) (Result, bool) {
	level, err := search.LevelNamed(game.Tag(LevelTag))
	black, white := strings.EqualFold(game.Tag("Black"), player), strings.EqualFold(game.Tag("White"), player)
	if err != nil || black == white || game.Result == pdn.Unfinished || game.Variant != nil {
		return Result{}, false
	}
	switch {
	case game.Result == pdn.Draw:
		return Result{level, 0.5}, true
	case black == (game.Result == pdn.BlackWins):
		return Result{level, 1}, true
	}
	return Result{level, 0}, true
}
