package league

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"draughtsman/engine/pdn"
	"draughtsman/engine/variant"
)

// Variant is a game of a rule set on a board of any size, as pdn.Write writes it. Captures are written in full where
// PDN has no number for the game: what may be broken off cannot be told by its ends.
type Variant struct {
	Rules variant.Rules // one that variant.Named knows
	Start variant.Position
	Moves []variant.Move
}

// Kind implements pdn.Variant.
func (v *Variant) Kind() (rules string, size int) { return v.Rules.Name, v.Start.Size() }

// Plies implements pdn.Variant.
func (v *Variant) Plies() int { return len(v.Moves) }

// FEN implements pdn.Variant.
func (v *Variant) FEN() string {
	p := v.Start
	for _, m := range v.Moves {
		p = v.Rules.Play(p, m)
	}
	return v.Rules.FEN(p)
}

// Sheet implements pdn.Variant.
func (v *Variant) Sheet() (s pdn.Sheet, err error) {
	if _, err := variant.Named(v.Rules.Name); err != nil {
		return s, err
	}
	normal, err := v.Rules.Start(v.Start.Size())
	if err != nil {
		return s, err
	}
	s.SecondBegins = v.Start.Turn() == variant.Second
	s.Tags = tagsOf(v.Rules, v.Start.Size())
	if v.Start != normal {
		s.SetUp(v.Rules.FEN(v.Start))
	}
	p, notation := v.Start, v.Rules.Recorded(v.Start.Size())
	write := notation.Format
	if v.Rules.GameType > 0 {
		write = notation.Short
	}
	for _, m := range v.Moves {
		if !slices.Contains(v.Rules.Moves(p), m) {
			return s, s.Wrong(fmt.Errorf("%s is not legal in %s", notation.Format(p, m), v.Rules.FEN(p)))
		}
		s.Moves = append(s.Moves, write(p, m))
		p = v.Rules.Play(p, m)
	}
	return s, nil
}

// tagsOf is the tags that say which rules a game is played by on a board of a size, where it is not English draughts.
func tagsOf(r variant.Rules, size int) []pdn.Tag {
	if r.GameType > 0 && size == r.Size {
		return []pdn.Tag{{Name: "GameType", Value: r.PDN()}}
	}
	return []pdn.Tag{{Name: "Variant", Value: r.Name}, {Name: "BoardSize", Value: strconv.Itoa(size)}}
}

// board is a game on its way.
type board struct {
	Variant
	at variant.Position
}

// Variants has pdn.ReadWith read the games of every rule set and size. Each that package checkers
// does not play comes with a *Variant.
func Variants(rules, size, fen string) (pdn.Board, string, error) {
	r, err := variant.Named(rules)
	if err != nil {
		return nil, "", err
	}
	n := r.Size
	if size != "" {
		if n, err = strconv.Atoi(size); err != nil || variant.CheckSize(n) != nil {
			err = fmt.Errorf("BoardSize %q: want an even number from %d to %d", size, variant.MinSize, variant.MaxSize)
			n = r.Size
		}
	}
	start, wrong := r.Start(n)
	hint := ""
	if fen != "" && wrong == nil {
		var p variant.Position
		if p, hint, wrong = r.ReadFEN(n, fen); wrong == nil {
			start = p
		}
	}
	return newBoard(r, start), hint, cmp.Or(err, wrong)
}

func newBoard(r variant.Rules, start variant.Position) *board {
	return &board{Variant{Rules: r, Start: start}, start}
}

func (b *board) notation(text string) variant.Notation {
	recorded := b.Rules.Recorded(b.Start.Size())
	switch lettered := text != "" && text[0] >= 'a'; {
	case lettered && recorded.Style == variant.Numbers:
		recorded.Style = variant.Algebraic
	case !lettered:
		recorded.Style = variant.Numbers
	}
	return recorded
}

// Play implements pdn.Board, as all that follow.
func (b *board) Play(text string) (others []pdn.Board, err error) {
	m, err := b.notation(text).Parse(b.at, text)
	var inDoubt *variant.DoubtError
	if errors.As(err, &inDoubt) {
		m = inDoubt.Moves[0]
		seen := []variant.Position{b.Rules.Play(b.at, m)}
		for _, another := range inDoubt.Moves[1:] {
			if to := b.Rules.Play(b.at, another); !slices.Contains(seen, to) {
				seen = append(seen, to)
				v := b.Variant
				v.Moves = append(slices.Clone(b.Moves), another)
				others = append(others, &board{v, to})
			}
		}
	} else if err != nil {
		return nil, err
	}
	b.Moves = append(b.Moves, m)
	b.at = b.Rules.Play(b.at, m)
	return others, err
}

func (b *board) Legal(text string) bool {
	_, err := b.notation(text).Parse(b.at, text)
	return err == nil
}

func (b *board) IsPart(text string) bool {
	text = strings.ReplaceAll(text, "-", "x") + "x"
	return slices.ContainsFunc(b.Rules.Ways(b.at), func(m variant.Move) bool {
		whole := b.notation(text).Format(b.at, m)
		return strings.HasPrefix(strings.NewReplacer(" ", "x", ":", "x").Replace(whole), text)
	})
}

func (b *board) SecondBegins() bool { return b.Start.Turn() == variant.Second }

// Turned is nil: a rule set says from which side letters count.
func (b *board) Turned() pdn.Board { return nil }

func (b *board) CutTo(plies int) {
	b.Moves, b.at = b.Moves[:plies:plies], b.Start
	for _, m := range b.Moves {
		b.at = b.Rules.Play(b.at, m)
	}
}

func (b *board) From(plies int) pdn.Board {
	f := *b
	for _, m := range b.Moves[:plies] {
		f.Start = b.Rules.Play(f.Start, m)
	}
	f.Moves = b.Moves[plies:]
	return &f
}

func (b *board) Common(other pdn.Board) int {
	o, same := other.(*board), 0
	for same < min(len(b.Moves), len(o.Moves)) && b.Moves[same] == o.Moves[same] {
		same++
	}
	return same
}

func (b *board) Anew() pdn.Board {
	start, err := b.Rules.Start(b.Start.Size())
	if err != nil { // no board has its size
		start = b.Start
	}
	return newBoard(b.Rules, start)
}

func (b *board) Into(g *pdn.Game) {
	v := b.Variant
	g.Variant = &v
}
