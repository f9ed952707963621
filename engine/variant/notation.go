package variant

import (
	"fmt"
	"slices"
	"strings"
)

// Notation is how moves of a rule set are written in a style.
type Notation struct {
	Rules Rules
	Style Style
}

// Notation is the one that the rule set is usually written in.
func (r Rules) Notation() Notation { return Notation{r, r.Style} }

// FormatCell writes a cell of a board of a size.
func (n Notation) FormatCell(size int, c Cell) string { return n.Style.format(size, n.turn(size, c)) }

// ParseCell reads a cell of a board of a size, in either case.
func (n Notation) ParseCell(size int, text string) (Cell, error) {
	c, ok := n.Style.read(size, text)
	if c = n.turn(size, c); !ok || !c.Playable(size) {
		first, last := Cell{0, 0}, Cell{size - 1, size - 1}
		if !n.turn(size, first).Playable(size) {
			first.Column, last.Column = 1, size-2
		}
		return Cell{}, fmt.Errorf("%q is not a square to play on: they are written like %s to %s",
			text, n.Style.format(size, first), n.Style.format(size, last))
	}
	return c, nil
}

// turn goes between the board and the drawing of it.
func (n Notation) turn(size int, c Cell) Cell {
	if n.Style == Numbers {
		return c
	}
	return n.Rules.Drawn(size, c)
}

// Format writes a move in full, with every square of a capture.
func (n Notation) Format(p Position, m Move) string {
	separator, capture := n.Style.separators()
	if m.IsCapture() {
		separator = capture
	}
	var squares []string
	for _, c := range m.Path() {
		squares = append(squares, n.FormatCell(p.Size(), c))
	}
	return strings.Join(squares, separator)
}

// Parse reads a legal move of the position: in full, or a capture shortened to its ends or to some of its squares
// where that leaves no doubt what comes of it. Letters may be in either case, and any separator will do.
//
// The error of what is not a legal move lists those that are, or the first of them; that of one that is in doubt is a
// *DoubtError.
func (n Notation) Parse(p Position, text string) (Move, error) {
	texts, ok := n.Style.split(text)
	if !ok {
		return Move{}, fmt.Errorf("%q is not a move: want squares, as in one of %s", text, n.some(p, n.Rules.Moves(p)))
	}
	var path []Cell
	for _, t := range texts {
		c, err := n.ParseCell(p.Size(), t)
		if err != nil {
			return Move{}, fmt.Errorf("move %q: %w; legal: %s", text, err, n.some(p, n.Rules.Moves(p)))
		}
		path = append(path, c)
	}
	var meant []Move
	for _, m := range n.Rules.Moves(p) {
		whole := m.Path()
		if slices.Equal(whole, path) {
			return m, nil
		}
		if passes(whole, path) {
			meant = append(meant, m)
		}
	}
	if len(meant) == 0 {
		return Move{}, n.illegal(p, text)
	}
	for _, m := range meant[1:] {
		if n.Rules.Play(p, m) != n.Rules.Play(p, meant[0]) {
			return Move{}, &DoubtError{Text: text, Moves: meant, listed: n.some(p, meant)}
		}
	}
	return meant[0], nil
}

// DoubtError says that a text may mean several moves that lead to different positions.
type DoubtError struct {
	Text   string
	Moves  []Move
	listed string
}

// Error lists the moves, or the first of them.
func (e *DoubtError) Error() string {
	return fmt.Sprintf("%s may mean %s; write the squares on the way", e.Text, e.listed)
}

// List writes moves with commas between them.
func (n Notation) List(p Position, moves []Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = n.Format(p, m)
	}
	return strings.Join(texts, ", ")
}

// mostListed is how many moves an error lists.
const mostListed = 40

// some is List for an error: where there are many moves it is the first of them and how many more there are.
func (n Notation) some(p Position, moves []Move) string {
	if len(moves) <= mostListed {
		return n.List(p, moves)
	}
	return fmt.Sprintf("%s and %d more", n.List(p, moves[:mostListed]), len(moves)-mostListed)
}

// illegal is the error of a move that cannot be played.
func (n Notation) illegal(p Position, text string) error {
	name := n.Rules.Names[p.turn]
	legal := n.Rules.Moves(p)
	if len(legal) == 0 {
		return fmt.Errorf("%s cannot be played: %s has no legal move", text, name)
	}
	return fmt.Errorf("%s is not a legal move for %s; legal: %s", text, name, n.some(p, legal))
}

// passes reports whether a path begins and ends with the cells named and visits the others on its way, in their order.
func passes(path, cells []Cell) bool {
	last := len(cells) - 1
	if path[0] != cells[0] || path[len(path)-1] != cells[last] {
		return false
	}
	next := 1
	for _, c := range path[1 : len(path)-1] {
		if next < last && cells[next] == c {
			next++
		}
	}
	return next == last
}
