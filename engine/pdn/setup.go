package pdn

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"draughtsman/engine/checkers"
	"draughtsman/engine/variant"
)

// gameType is PDN's number for English draughts.
const gameType = "21"

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
	rules, err := variant.Named(g.variant.value)
	switch kind, _, _ := strings.Cut(g.gameType.value, ","); {
	case err == nil:
		g.other(rules)
		return
	case g.gameType.text != "" && strings.TrimSpace(kind) != gameType:
		g.cut(g.gameType, 0, fmt.Errorf("GameType %q is not English draughts, which is %q", g.gameType.value, gameType))
	}
	e := &english{start: checkers.Start()}
	if strings.TrimSpace(g.fen.value) != "" {
		if p, crowned, err := checkers.ReadFEN(g.fen.value); err != nil {
			g.cut(g.fen, 0, err)
		} else {
			g.crowned(crowned)
			e.start = p
		}
	}
	e.at, e.fromBlack = e.start, true
	g.board = &several{boards: []board{e}}
}

// other sets up the board of a rule set that the tag Variant names.
func (g *record) other(rules variant.Rules) {
	size := checkers.Size
	if g.size.text != "" {
		n, err := strconv.Atoi(strings.TrimSpace(g.size.value))
		if err != nil || variant.CheckSize(n) != nil {
			g.cut(g.size, 0, fmt.Errorf("BoardSize %q: want an even number from %d to %d", g.size.value, variant.MinSize,
				variant.MaxSize))
			n = checkers.Size
		}
		size = n
	}
	if rules == variant.English() && size == checkers.Size {
		g.variant, g.gameType = token{}, token{}
		g.begin()
		return
	}
	start, err := rules.Start(size)
	if err != nil {
		g.cut(g.size, 0, err)
	}
	if strings.TrimSpace(g.fen.value) != "" {
		if p, crowned, err := rules.ReadFEN(size, g.fen.value); err != nil {
			g.cut(g.fen, 0, err)
		} else {
			g.crowned(crowned)
			start = p
		}
	}
	g.board = &several{boards: []board{&other{Variant: Variant{Rules: rules, Start: start}, at: start}}}
}

// crowned hints at men that a position has on their king row.
func (g *record) crowned(hint string) {
	if hint != "" {
		g.hint(g.fen, errors.New(hint))
	}
}
