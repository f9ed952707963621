package pdn

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"draughtsman/engine/checkers"
)

// width is the longest line of moves that Write makes, in characters.
const width = 80

// Write writes a game and an empty line after it, so that games may follow
// each other. Captures are shortened to their ends where that leaves one legal
// move. A tag that cannot be written and a move that is not legal are errors,
// and nothing is written then.
func Write(w io.Writer, g Game) error {
	var b strings.Builder
	if err := writeTags(&b, g); err != nil {
		return fmt.Errorf("write a game: %w", err)
	}
	b.WriteByte('\n')
	if err := writeMoves(&b, g); err != nil {
		return fmt.Errorf("write a game: %w", err)
	}
	b.WriteByte('\n')
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write a game: %w", err)
	}
	return nil
}

func writeTags(b *strings.Builder, g Game) error {
	var tags []Tag
	for _, tag := range g.Tags {
		if !isName(tag.Name) || strings.ContainsFunc(tag.Value, isControl) {
			return fmt.Errorf("tag %q with the value %q: a name is letters, digits and _, a value stands on one line", tag.Name, tag.Value)
		}
		if derived(tag.Name) {
			return fmt.Errorf("tag %s is written from the game itself and cannot be given", tag.Name)
		}
		if slices.ContainsFunc(tags, func(t Tag) bool { return strings.EqualFold(t.Name, tag.Name) }) {
			return fmt.Errorf("tag %s is given twice", tag.Name)
		}
		tags = append(tags, tag)
	}
	tags = append(tags, Tag{"Result", g.Result.String()}, Tag{"GameType", gameType})
	if g.Start != checkers.Start() {
		tags = append(tags, Tag{"SetUp", "1"}, Tag{"FEN", g.Start.FEN()})
	}
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	for _, tag := range tags {
		fmt.Fprintf(b, "[%s \"%s\"]\n", tag.Name, escape.Replace(tag.Value))
	}
	return nil
}

func writeMoves(b *strings.Builder, g Game) error {
	column := 0
	put := func(word string) {
		switch {
		case column == 0:
		case column+1+len(word) > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	p, first := g.Start, 0
	if p.Turn == checkers.White {
		first = 1
	}
	for i, m := range g.Moves {
		text, err := short(p, m)
		if err != nil {
			return fmt.Errorf("move %d: %w", (first+i)/2+1, err)
		}
		switch ply := first + i; {
		case ply%2 == 0:
			text = fmt.Sprintf("%d. %s", ply/2+1, text)
		case i == 0:
			text = "1... " + text
		}
		put(text)
		p = p.Play(m)
	}
	put(g.Result.String())
	b.WriteByte('\n')
	return nil
}

// short is a legal move as briefly as it can be told from the others.
func short(p checkers.Position, m checkers.Move) (string, error) {
	alike, legal := 0, p.Moves()
	for _, other := range legal {
		if other.From() == m.From() && other.To() == m.To() {
			alike++
		}
	}
	switch {
	case !slices.Contains(legal, m):
		return "", fmt.Errorf("%s is not legal in %s", m, p.FEN())
	case alike > 1 || !m.IsCapture():
		return m.String(), nil
	}
	return m.From().String() + "x" + m.To().String(), nil
}

func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r > 0x7f || !isNameByte(byte(r)) })
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }
