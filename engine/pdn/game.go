// Package pdn reads and writes games in Portable Draughts Notation (PDN 3.0, https://pdn.fmjd.org): those that package
// checkers plays.
//
// As collections have it, the result "1-0" means that whoever moves first won: Black in English draughts and pool
// checkers, White elsewhere.
//
// Games of other rule sets, and on other boards, have the tags Variant, the name of the rule set, and BoardSize in
// place of GameType where PDN has no number for them; squares are numbered along the rows from the side that moves
// first. Who reads them brings their rules along.
package pdn

import (
	"strings"

	"draughtsman/engine/checkers"
)

// Game is one game of a file.
type Game struct {
	// Tags are the game's tags in their order, but for those that the other fields tell: Result, GameType, SetUp and
	// FEN, in a game with a Variant that tag and BoardSize as well.
	Tags   []Tag
	Start  checkers.Position
	Moves  []checkers.Move
	Result Result
	// Comments stand after the moves with these indices, the one with index -1 before the first. Each is one line with
	// single blanks, without braces, and has 4 kB at most; several after one move are joined by a blank. TakeClocks
	// takes the clocks' times out of them, and PutClocks puts them there.
	Comments map[int]string
	// Variations stand in place of the moves with these indices. Each is a game without tags, result and hints that
	// begins where that move was played.
	Variations map[int][]Game
	// Variant is a game by other rules or on another board than those of package checkers; it has the start and the
	// moves then, and they are not above, and BlackWins is a win for whoever moves first.
	Variant Variant
	// Hints are what Read has understood in another way than it is written, and what of comments and variations it has
	// left out: no move of the main line is lost, and people want to know.
	Hints []*Error
}

// Variant is a game of a rule set on a board of any size.
type Variant interface {
	// Kind is the name of the rule set and the board's size.
	Kind() (rules string, size int)
	// Plies is the number of moves of both sides.
	Plies() int
	// FEN is the position that the moves lead to.
	FEN() string
	// Sheet is the moves, and the tags that tell the kind of game and where it began. A move that is not legal is an
	// error.
	Sheet() (Sheet, error)
}

// Tag is a name, of letters, digits and underscores, with its value.
type Tag struct{ Name, Value string }

// LevelTag is the name of the tag that has the engine's level. It is this project's own: PDN has none.
const LevelTag = "Level"

// TerminationTag is the name of the tag that says how the players have ended a game, and Agreed its value of a draw.
const (
	TerminationTag = "Termination"
	Agreed         = "by agreement"
)

// Of is a game as it stands now, with its result if it has one.
func Of(g *checkers.Game, tags ...Tag) Game {
	result := Unfinished
	if outcome, over := g.Outcome(); over {
		result = ResultOf(outcome)
	}
	return Game{Tags: tags, Start: g.Start(), Moves: g.Moves(), Result: result}
}

// Tag is the value of a tag, "" where there is none. Upper and lower case are one.
func (g Game) Tag(name string) string {
	for _, tag := range g.Tags {
		if strings.EqualFold(tag.Name, name) {
			return tag.Value
		}
	}
	return ""
}

// Plies is the number of moves of both sides.
func (g Game) Plies() int {
	if g.Variant != nil {
		return g.Variant.Plies()
	}
	return len(g.Moves)
}

// FEN is the position that the moves lead to, with squares as the game calls them.
func (g Game) FEN() string {
	if v := g.Variant; v != nil {
		return v.FEN()
	}
	p := g.Start
	for _, m := range g.Moves {
		p = p.Play(m)
	}
	return p.PDN()
}

// Kind is the name of the rule set and the board's size.
func (g Game) Kind() (rules string, size int) {
	if g.Variant != nil {
		return g.Variant.Kind()
	}
	return g.Start.Set.String(), g.Start.Set.Board().Size()
}

// English reports whether it is a game of English draughts on the usual board.
func (g Game) English() bool { return g.Variant == nil && g.Start.Set == checkers.English }

// derives reports whether a tag repeats what another field tells.
func (g Game) derives(t Tag) bool {
	switch strings.ToLower(t.Name) {
	case "result", "gametype", "setup", "fen":
		return true
	case "variant":
		return isGame(t.Value) || g.Variant != nil
	case "boardsize":
		return g.Variant != nil
	}
	return false
}
