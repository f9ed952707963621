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

// standard is what the tag Variant calls English draughts, variants all rule sets that it names, and gameTypes those
// that PDN has other numbers for.
const standard = "english"

var (
	variants = []string{standard, "csci561", "csc242", "league", "checkersbot", "italian", "pool", "spanish", "russian",
		"brazilian", "czech", "international", "frisian"}
	gameTypes = map[string]string{"20": "international", "22": "italian", "23": "pool", "24": "spanish", "25": "russian",
		"26": "brazilian", "29": "czech", "40": "frisian"}
)

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
	rules, other := g.rules()
	switch {
	case other && rules != "" && g.others != nil:
		g.other(rules)
		return
	case other && rules != "" && rules == g.variant.value:
		g.cut(g.variant, 0, fmt.Errorf("Variant %q on a board of size %s is not English draughts", rules,
			cmp.Or(g.boardSize(), strconv.Itoa(checkers.Size))))
	case other:
		g.cut(g.gameType, 0, fmt.Errorf("GameType %q is not English draughts, which is %q", g.gameType.value, gameType))
	}
	e := &english{start: checkers.Start()}
	if strings.TrimSpace(g.fen.value) != "" && !other {
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

// rules is the rule set that the tags name, "" where PDN's number is one that nobody here knows, and whether it is
// another game than English draughts. What no rule set is called is no matter in the tag Variant: people write there
// what they like.
func (g *record) rules() (name string, other bool) {
	kind, _, _ := strings.Cut(g.gameType.value, ",")
	switch name, kind = g.variant.value, strings.TrimSpace(kind); {
	case slices.Contains(variants, name):
		size, err := strconv.Atoi(cmp.Or(g.boardSize(), strconv.Itoa(checkers.Size)))
		return name, name != standard || err != nil || size != checkers.Size
	case g.gameType.text == "" || kind == gameType:
		return standard, false
	}
	return gameTypes[kind], true
}

// boardSize is what the tags say of it, "" where it is the usual one of the rule set.
func (g *record) boardSize() string {
	fields := strings.Split(g.gameType.value, ",")
	if size := strings.TrimSpace(g.size.value); size != "" || len(fields) < 3 {
		return size
	}
	return strings.TrimSpace(fields[2])
}

// other sets up the board of a rule set.
func (g *record) other(rules string) {
	size := g.boardSize()
	board, _, err := g.others(rules, size, "")
	if err != nil {
		g.cut(cmp.Or(g.size, g.gameType), 0, err)
		size = ""
	}
	if fen := strings.TrimSpace(g.fen.value); fen != "" {
		var hint string
		if board, hint, err = g.others(rules, size, g.fen.value); err != nil {
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
