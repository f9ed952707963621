package checkers

import (
	"fmt"
	"slices"
	"strings"
)

// ParseMove reads a legal move of the position: "11-15" or "c3-d4", a capture in full ("15x22x31"), or a capture
// shortened to its ends or to some of its squares ("15x31") where that leaves no doubt which pieces are taken. "-", "x"
// and ":" are read alike, since collections of games confuse them, and numbers and letters in every game.
//
// The error of a move that is not legal lists those that are; that of one that is in doubt is a *DoubtError.
func (p Position) ParseMove(text string) (Move, error) {
	squares, err := p.parsePath(text)
	if err != nil {
		return Move{}, err
	}
	legal := p.Moves()
	var meant []Move
	for _, m := range p.ways() {
		path := m.Path()
		if !passes(path, squares) {
			continue
		}
		if i := slices.IndexFunc(legal, func(l Move) bool { return p.same(l, m) }); i >= 0 && p.Rules&Flying != 0 {
			m = legal[i]
		}
		if slices.Equal(path, squares) {
			return m, nil
		}
		meant = append(meant, m)
	}
	switch {
	case len(legal) == 0:
		return Move{}, fmt.Errorf("%s cannot be played: %s has no legal move", text, p.Turn)
	case len(meant) == 0:
		return Move{}, fmt.Errorf("%s is not a legal move for %s; legal: %s", text, p.Turn, list(legal))
	}
	for _, m := range meant[1:] {
		if m.Captured() != meant[0].Captured() {
			return Move{}, &DoubtError{Text: text, Moves: meant}
		}
	}
	return meant[0], nil
}

// Begins reports whether a text names the first squares of a legal capture that goes on, by any of its ways.
func (p Position) Begins(text string) bool {
	squares, err := p.parsePath(text)
	return err == nil && slices.ContainsFunc(p.ways(), func(m Move) bool {
		path := m.Path()
		return len(path) > len(squares) && slices.Equal(path[:len(squares)], squares)
	})
}

// ways is the legal moves with each way of captures that come to the same.
func (p Position) ways() []Move { return p.appendAll(nil, p.Jumpers(), true) }

// DoubtError says that a text may mean several moves, which take different pieces.
type DoubtError struct {
	Text  string
	Moves []Move
}

// Error lists the moves.
func (e *DoubtError) Error() string {
	return fmt.Sprintf("%s may mean %s; write the squares on the way", e.Text, list(e.Moves))
}

func (p Position) parsePath(text string) ([]Square, error) {
	fields := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("-xX:", r) })
	squares := make([]Square, 0, len(fields))
	separators := len(text)
	for _, field := range fields {
		s, err := p.Set.SquareNamed(field)
		if err != nil {
			return nil, fmt.Errorf("move %q: %w", text, err)
		}
		squares = append(squares, s)
		separators -= len(field)
	}
	if len(squares) < 2 || separators != len(squares)-1 {
		return nil, fmt.Errorf("%q is not a move: want squares joined by - or x, as in 11-15 or 15x22x31", text)
	}
	return squares, nil
}

// passes reports whether a path begins and ends with the squares named and visits the others on its way, in their
// order.
func passes(path, squares []Square) bool {
	last := len(squares) - 1
	if path[0] != squares[0] || path[len(path)-1] != squares[last] {
		return false
	}
	next := 1
	for _, s := range path[1 : len(path)-1] {
		if next < last && squares[next] == s {
			next++
		}
	}
	return next == last
}

func list(moves []Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = m.String()
	}
	return strings.Join(texts, ", ")
}
