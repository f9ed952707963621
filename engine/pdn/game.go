// Package pdn reads and writes games of English draughts in Portable Draughts
// Notation (PDN 3.0, GameType 21, https://pdn.fmjd.org).
//
// As collections of English draughts have it, the result "1-0" means that
// Black, who moves first, won, and "0-1" that White did.
package pdn

import (
	"strings"

	"draughtsman/engine/checkers"
)

// Game is one game of a file.
type Game struct {
	// Tags are the game's tags in their order, but for those that the other
	// fields tell: Result, GameType, SetUp and FEN.
	Tags   []Tag
	Start  checkers.Position
	Moves  []checkers.Move
	Result Result
}

// Tag is a name, of letters, digits and underscores, with its value.
type Tag struct{ Name, Value string }

// Of is a game as it stands now, with its result if it has one.
func Of(g *checkers.Game, tags ...Tag) Game {
	result := Unfinished
	if outcome, over := g.Outcome(); over {
		result = ResultOf(outcome)
	}
	return Game{Tags: tags, Start: g.Start(), Moves: g.Moves(), Result: result}
}

// Tag is the value of a tag, "" where there is none. Upper and lower case are
// one.
func (g Game) Tag(name string) string {
	for _, tag := range g.Tags {
		if strings.EqualFold(tag.Name, name) {
			return tag.Value
		}
	}
	return ""
}

// derived reports whether a tag repeats what another field of Game tells.
func derived(name string) bool {
	switch strings.ToLower(name) {
	case "result", "gametype", "setup", "fen":
		return true
	}
	return false
}
