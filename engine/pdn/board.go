package pdn

import (
	"slices"
	"strings"

	"draughtsman/engine/checkers"
	"draughtsman/engine/variant"
)

// board is a game on its way by the rules that its tags name.
type board interface {
	// play plays the legal move that a text names. Where the text may mean several it plays the first of them, and
	// gives the boards after the others and an error that says so.
	play(text string) (others []board, err error)
	// legal reports whether a text names a legal move.
	legal(text string) bool
	// isPart reports whether a text names the first jumps of a longer capture.
	isPart(text string) bool
	// secondBegins is as in Sheet.
	secondBegins() bool
	// turned is the game with letters that count from the other side, nil where the rules say from which.
	turned() board
	// plies is how many moves have been played, common how many of them are another board's too.
	plies() int
	common(board) int
	// cutTo takes back all moves but so many.
	cutTo(plies int)
	// anew is the board of another game of the kind, at its beginning.
	anew() board
	// into tells a game where it began and its moves.
	into(*Game)
}

// english is a board of English draughts.
type english struct {
	start, at checkers.Position
	moves     []checkers.Move
	room      []checkers.Move // to list moves in
	fromBlack bool            // letters count with Black at the bottom
}

func (e *english) legal(text string) bool {
	_, err := e.parse(text)
	return err == nil
}

func (e *english) secondBegins() bool { return e.start.Turn == checkers.White }

func (e *english) anew() board { return &english{start: checkers.Start(), at: checkers.Start()} }

func (e *english) into(g *Game) { g.Start, g.Moves = e.start, e.moves }

// parse finds a legal move. Most are told by their two ends, and found without the care that the others need.
func (e *english) parse(text string) (checkers.Move, error) {
	text = e.numbered(text)
	from, to, found := ends(text)
	if !found {
		return e.at.ParseMove(text)
	}
	e.room = e.at.AppendMoves(e.room[:0])
	meant := -1
	for i, m := range e.room {
		if m.From() != from || m.To() != to {
			continue
		}
		if meant >= 0 {
			return e.at.ParseMove(text)
		}
		meant = i
	}
	if meant < 0 {
		return e.at.ParseMove(text)
	}
	return e.room[meant], nil
}

// ends is the squares of a move that names two.
func ends(text string) (from, to checkers.Square, found bool) {
	i := strings.IndexAny(text, "-x")
	if i < 0 || len(text) > len("11-15") {
		return 0, 0, false
	}
	from, err := checkers.ParseSquare(text[:i])
	if err != nil {
		return 0, 0, false
	}
	to, err = checkers.ParseSquare(text[i+1:])
	return from, to, err == nil
}

// isPart reports whether a text names the first jumps of a longer capture.
func (e *english) isPart(text string) bool {
	text = strings.ReplaceAll(e.numbered(text), "-", "x") + "x"
	return slices.ContainsFunc(e.at.Moves(), func(m checkers.Move) bool {
		return strings.HasPrefix(m.String(), text)
	})
}

// other is a board of any rule set and size.
type other struct {
	Variant
	at variant.Position
}

func (o *other) notation(text string) variant.Notation {
	if hasLetter(text) {
		return variant.Notation{Rules: o.Rules, Style: variant.Algebraic}
	}
	return variant.Notation{Rules: o.Rules, Style: variant.Numbers}
}

func (o *other) legal(text string) bool {
	_, err := o.notation(text).Parse(o.at, text)
	return err == nil
}

func (o *other) isPart(text string) bool {
	text = strings.ReplaceAll(text, "-", "x") + "x"
	return slices.ContainsFunc(o.Rules.Moves(o.at), func(m variant.Move) bool {
		return strings.HasPrefix(m.String(), text)
	})
}

func (o *other) secondBegins() bool { return o.Start.Turn() == variant.Second }

func (o *other) anew() board {
	start, err := o.Rules.Start(o.Start.Size())
	if err != nil { // no board has its size
		start = o.Start
	}
	return &other{Variant: Variant{Rules: o.Rules, Start: start}, at: start}
}

func (o *other) into(g *Game) {
	v := o.Variant
	g.Variant = &v
}
