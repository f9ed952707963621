package pdn

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
)

// The most bytes that are kept of all variations of a game, each counted with what it takes in memory besides its
// text, and how many are read inside each other.
const (
	longestVariations = 1 << 17
	variationOverhead = 1 << 8
	deepestVariation  = 10
)

// branches is the variations of a line of moves on its way out of a file, and where the line itself branches off. They
// are read when the line has come to its end, since a capture in doubt may be known only then.
type branches struct {
	texts  []branch
	weight int // of all of them, as longestVariations counts
	depth  int // inside how many variations the line stands
	before int // the number of the move before that with which the line begins
}

// branch is the text of a variation.
type branch struct {
	token
	ply int // the index of the move that it stands in place of
}

// variation reads to the end of a variation whose parenthesis has been read. It keeps a byte more than Read does, so
// that one that is too long can be told.
func (l *lexer) variation(line int) token {
	l.kept, l.room = l.kept[:0], longestVariations+1
	defer func() { l.room = 0 }()
	noEnd := token{kind: broken, text: "the variation has no end", line: line}
	for depth := 1; depth > 0; {
		if l.atTag() {
			return noEnd
		}
		switch c := l.read(); {
		case l.err != nil, c == '{' && !l.readComment():
			return noEnd
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
	}
	return token{kind: variation, text: strings.TrimSuffix(string(l.kept), ")"), line: line}
}

// variation takes a variation, which stands in place of the move before it.
func (g *record) variation(t token) {
	size := len(t.text) + variationOverhead*(1+strings.Count(t.text, "("))
	switch ply := g.lastPly(); {
	case ply < 0:
		g.hint(t, errors.New("a variation is left out: no move stands before it that it could replace"))
	case g.depth == deepestVariation || g.weight+size > longestVariations:
		g.hint(t, fmt.Errorf("a variation is left out: those of the game have more than %d bytes, or it stands inside %d "+
			"others", longestVariations, deepestVariation))
	default:
		g.texts = append(g.texts, branch{t, ply})
		g.weight += size
	}
}

// variations reads the variations of so many moves, nil where there are none. What is wrong with them leaves the line
// whole, and is hinted at.
func (g *record) variations(plies int) (all map[int][]Game) {
	rest, from := g.board.boards[0], 0
	for _, b := range g.texts {
		if b.ply >= plies {
			break // it stands in place of a move that could not be played
		}
		rest, from = rest.From(b.ply-from), b.ply
		board := rest.From(0)
		board.CutTo(0)
		inner := record{
			notes:    notes{number: g.number},
			branches: branches{depth: g.depth + 1, before: g.numberOf(b.ply) - 1},
			board:    &several{boards: []Board{board}, lettered: g.board.lettered},
		}
		l := newLexer(bufio.NewReaderSize(strings.NewReader(b.text), len(b.text)), b.line)
		inner.read(l, l.next())
		game, _ := inner.game() // the error is the faults
		for _, f := range inner.faults {
			err := fmt.Errorf("in a variation: %w", f.Err)
			if f.Cut {
				err = fmt.Errorf("in a variation, move %d: %w; the variation ends before it", f.Move, f.Err)
			}
			g.hint(token{line: f.Line}, err)
		}
		for _, h := range game.Hints {
			g.hint(token{line: h.Line}, h.Err)
		}
		if game.Hints = nil; game.Plies() == 0 && game.Comments == nil {
			continue
		}
		if all == nil {
			all = map[int][]Game{}
		}
		all[b.ply] = append(all[b.ply], game)
	}
	return all
}
