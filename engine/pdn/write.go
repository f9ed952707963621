package pdn

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"draughtsman/engine/checkers"
)

// width is the longest line of moves that Write makes, in characters.
const width = 80

// Sheet is the record of a game of draughts by any rules: text, of which nothing is known but its form.
type Sheet struct {
	Tags []Tag // all of them, in their order
	// SecondBegins says that the side which moves second in a whole game makes the first of these moves.
	SecondBegins bool
	Moves        []string
	Comments     map[int]string  // after the moves with these indices, before the first with -1
	Variations   map[int][]Sheet // in place of the moves with these indices: moves, comments and variations
	Result       string          // what ends the moves
}

// GameType is the tag that says which game is played.
func GameType(game checkers.RuleSet) Tag { return Tag{"GameType", game.GameType()} }

// WriteSheet writes a sheet and an empty line after it. A tag that cannot be written is an error, and nothing is
// written then.
func WriteSheet(w io.Writer, s Sheet) error {
	var b strings.Builder
	if err := writeTags(&b, s.Tags); err != nil {
		return fmt.Errorf("write a game: %w", err)
	}
	b.WriteByte('\n')
	writeMoves(&b, s)
	b.WriteByte('\n')
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write a game: %w", err)
	}
	return nil
}

// Write writes a game and an empty line after it, so that games may follow each other. Captures are shortened to
// their ends where that leaves one legal move. Comments are written as Read gives them: on one line, with parentheses
// for braces, and cut where they are too long. A tag that cannot be written and a move that is not legal are errors,
// and nothing is written then.
func Write(w io.Writer, g Game) error {
	s, err := sheet(g)
	if err != nil {
		return fmt.Errorf("write a game: %w", err)
	}
	return WriteSheet(w, s)
}

func sheet(g Game) (Sheet, error) {
	for _, tag := range g.Tags {
		if g.derives(tag) {
			return Sheet{}, fmt.Errorf("tag %s is written from the game itself and cannot be given", tag.Name)
		}
	}
	s := Sheet{Comments: g.Comments, Result: g.Result.In(g.Start.Set).String()}
	s.Tags = append(slices.Clone(g.Tags), Tag{"Result", s.Result})
	for ply, list := range g.Variations {
		for _, other := range list {
			v, err := sheet(other)
			if err != nil {
				return s, fmt.Errorf("a variation: %w", err)
			}
			if s.Variations == nil {
				s.Variations = map[int][]Sheet{}
			}
			s.Variations[ply] = append(s.Variations[ply], v)
		}
	}
	if g.Variant != nil {
		v, err := g.Variant.Sheet()
		s.Tags, s.SecondBegins, s.Moves = append(s.Tags, v.Tags...), v.SecondBegins, v.Moves
		return s, err
	}
	s.SecondBegins = g.Start.Turn != g.Start.Set.Begins()
	s.Tags = append(s.Tags, GameType(g.Start.Set))
	if !g.Start.IsStart() {
		s.SetUp(g.Start.PDN())
	}
	p := g.Start
	for _, m := range g.Moves {
		text, err := short(p, m)
		if err != nil {
			return Sheet{}, s.Wrong(err)
		}
		s.Moves = append(s.Moves, text)
		p = p.Play(m)
	}
	return s, nil
}

// SetUp adds the tags of a game that does not begin at the usual position.
func (s *Sheet) SetUp(fen string) { s.Tags = append(s.Tags, Tag{"SetUp", "1"}, Tag{"FEN", fen}) }

// Wrong is what is wrong with the move that comes next.
func (s *Sheet) Wrong(err error) error {
	return fmt.Errorf("move %d: %w", (s.first()+len(s.Moves))/2+1, err)
}

// first is the number of plies that a whole game has before these.
func (s *Sheet) first() int {
	if s.SecondBegins {
		return 1
	}
	return 0
}

func writeTags(b *strings.Builder, tags []Tag) error {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	for i, tag := range tags {
		switch {
		case !isName(tag.Name) || strings.ContainsFunc(tag.Value, unicode.IsControl):
			return fmt.Errorf("tag %q with the value %q: a name is letters, digits and _, a value stands on one line", tag.Name,
				tag.Value)
		case slices.ContainsFunc(tags[:i], func(t Tag) bool { return strings.EqualFold(t.Name, tag.Name) }):
			return fmt.Errorf("tag %s is given twice", tag.Name)
		}
		fmt.Fprintf(b, "[%s \"%s\"]\n", tag.Name, escape.Replace(tag.Value))
	}
	return nil
}

func writeMoves(b *strings.Builder, s Sheet) {
	column := 0
	for _, word := range append(s.words(s.first()), s.Result) {
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
	b.WriteByte('\n')
}

// words is the moves, the first of which comes after so many plies, with comments and variations, in pieces between
// which a line may be broken.
func (s *Sheet) words(ply int) []string {
	list, bare := pieces(s.Comments[-1]), false // whether a move of the second side needs no number
	for i, text := range s.Moves {
		if number := ply/2 + 1; ply%2 == 0 {
			text = fmt.Sprintf("%d. %s", number, text)
		} else if !bare {
			text = fmt.Sprintf("%d... %s", number, text)
		}
		list = append(append(list, text), pieces(s.Comments[i])...)
		for _, v := range s.Variations[i] {
			if inner := v.words(ply); len(inner) > 0 {
				inner[0] = "(" + inner[0]
				inner[len(inner)-1] += ")"
				list = append(list, inner...)
			}
		}
		bare = len(s.Variations[i]) == 0
		ply++
	}
	return list
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
	return m.Short(), nil
}

func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r > 0x7f || !isNameByte(byte(r)) })
}
