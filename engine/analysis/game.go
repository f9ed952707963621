package analysis

import (
	"fmt"
	"strings"

	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
)

// Engine is the name that the engine has in games on record. The tag pdn.LevelTag of a game, one of the names
// of search.LevelNamed, says how strongly the side of this name played.
const Engine = "Draughtsman"

// Human is the name on record of people who have given none.
const Human = "Human"

// Game is what counts of a game.
type Game struct {
	Black, White string
	Level        search.Level // the engine's; without a name where it is not known
	Result       pdn.Result
}

// GameOf is that of a game on record. A level that does not exist is an error; the game counts all the same, as one
// without a level. So does one that began at another position than the usual one, which may have been won from the
// start: it does not show how strong anybody is.
func GameOf(g pdn.Game) (Game, error) {
	game := Game{Black: name(g.Tag("Black")), White: name(g.Tag("White")), Result: g.Result}
	text := name(g.Tag(pdn.LevelTag))
	if text == "" {
		return game, nil
	}
	level, err := search.LevelNamed(text)
	if err != nil {
		return game, fmt.Errorf("the tag %s: %w", pdn.LevelTag, err)
	}
	if g.Variant != nil || g.Start.IsStart() {
		game.Level = level
	}
	return game, nil
}

// name is a tag's value with single blanks; "" for PDN's "?", which stands for an unknown one.
func name(value string) string {
	text := strings.Join(strings.Fields(value), " ")
	if text == "?" {
		return ""
	}
	return text
}
