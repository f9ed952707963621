package pdn

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"draughtsman/engine/checkers"
)

// games are the rule sets that the tag Variant names, with the numbers that PDN has for some of them: those of package
// checkers, and others.
var games = func() map[string]string {
	all := map[string]string{"csci561": "", "csc242": "", "league": "", "checkersbot": ""}
	for s := range checkers.RuleSet(checkers.RuleSets) {
		all[s.String()], _, _ = strings.Cut(s.GameType(), ",")
	}
	return all
}()

// isGame reports whether a rule set has a name.
func isGame(name string) bool {
	_, known := games[name]
	return known
}

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
	rules, size, by := g.rules()
	set, err := checkers.RuleSetNamed(rules)
	if n, wrong := strconv.Atoi(size); err == nil && size != "" && (wrong != nil || n != set.Board().Size()) {
		err = fmt.Errorf("its board has the size %s, and not %d", size, set.Board().Size())
	}
	switch {
	case err != nil && g.others != nil && isGame(rules):
		g.other(rules, size)
		return
	case !isGame(rules):
		g.cut(by, 0, fmt.Errorf("%s %q is no game that is known here", by.text, by.value))
	case err != nil:
		g.cut(by, 0, fmt.Errorf("%s %q: %w", by.text, by.value, err))
	}
	start := set.Start()
	if strings.TrimSpace(g.fen.value) != "" && err == nil {
		if p, crowned, err := set.ReadFEN(g.fen.value); err != nil {
			g.cut(g.fen, 0, err)
		} else {
			g.crowned(crowned)
			start = p
		}
	}
	g.board = &several{boards: []Board{newBoard(start)}}
}

// rules is the rule set that the tags name, or PDN's number where nobody here knows it, the size of the board, "" where
// it is the usual one, and the tag that says so. What no rule set is called is no matter in the tag Variant: people
// write there what they like.
func (g *record) rules() (name, size string, by token) {
	kind, _, _ := strings.Cut(g.gameType.value, ",")
	kind = strings.TrimSpace(kind)
	english := checkers.English.String()
	switch {
	case isGame(g.variant.value):
		return g.variant.value, g.boardSize(), g.variant
	case g.gameType.text == "" || kind == games[english]:
		return english, "", g.gameType
	}
	for name, number := range games {
		if number == kind && kind != "" {
			return name, g.boardSize(), g.gameType
		}
	}
	return kind, "", g.gameType
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
func (g *record) other(rules, size string) {
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
