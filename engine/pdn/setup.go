package pdn

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"draughtsman/engine/checkers"
)

// gameType is PDN's number for English draughts.
const gameType = "21"

// standard is what the tag Variant calls English draughts, variants all rule sets that it names.
const standard = "english"

var variants = []string{standard, "csci561", "csc242", "league", "checkersbot"}

// telling is the tags that say what game it is and where it begins.
type telling struct{ gameType, variant, size, fen token }

// take keeps a tag if it is one of them.
func (s *telling) take(t token) {
	switch strings.ToLower(t.text) {
	case "gametype":
		s.gameType = t
	case "variant":
		s.variant = t
	case "boardsize":
		s.size = t
	case "fen":
		s.fen = t
	}
}

// begin finds out what game it is and sets up the position that the moves begin at.
func (g *record) begin() {
	if g.board != nil {
		return
	}
	switch kind, _, _ := strings.Cut(g.gameType.value, ","); {
	case g.isOther() && g.others != nil:
		g.other()
		return
	case g.isOther():
		g.cut(g.variant, 0, fmt.Errorf("Variant %q on a board of size %s is not English draughts", g.variant.value,
			g.boardSize()))
	case !slices.Contains(variants, g.variant.value) && g.gameType.text != "" && strings.TrimSpace(kind) != gameType:
		g.cut(g.gameType, 0, fmt.Errorf("GameType %q is not English draughts, which is %q", g.gameType.value, gameType))
	}
	e := &english{start: checkers.Start()}
	if strings.TrimSpace(g.fen.value) != "" && !g.isOther() {
		if p, crowned, err := checkers.ReadFEN(g.fen.value); err != nil {
			g.cut(g.fen, 0, err)
		} else {
			g.crowned(crowned)
			e.start = p
		}
	}
	e.at, e.fromBlack = e.start, true
	g.board = &several{boards: []Board{e}}
}

// isOther reports whether the tags name a game that is not English draughts. What no rule set is called is no matter:
// people write there what they like.
func (g *record) isOther() bool {
	size, err := strconv.Atoi(g.boardSize())
	usual := g.variant.value == standard && err == nil && size == checkers.Size
	return slices.Contains(variants, g.variant.value) && !usual
}

// boardSize is what the tag BoardSize says, or the usual size.
func (g *record) boardSize() string {
	return cmp.Or(strings.TrimSpace(g.size.value), strconv.Itoa(checkers.Size))
}

// other sets up the board of a rule set that the tag Variant names.
func (g *record) other() {
	size := g.boardSize()
	board, _, err := g.others(g.variant.value, size, "")
	if err != nil {
		g.cut(g.size, 0, err)
		size = strconv.Itoa(checkers.Size)
	}
	if fen := strings.TrimSpace(g.fen.value); fen != "" {
		var hint string
		if board, hint, err = g.others(g.variant.value, size, g.fen.value); err != nil {
			g.cut(g.fen, 0, err)
		}
		g.crowned(hint)
	}
	g.board = &several{boards: []Board{board}}
}

// crowned hints at men that a position has on their king row.
func (g *record) crowned(hint string) {
	if hint != "" {
		g.hint(g.fen, errors.New(hint))
	}
}
