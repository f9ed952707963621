package variant

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Notation is how moves of a rule set are written in a style.
type Notation struct {
	Rules Rules
	Style Style
}

// Notation is the one that the rule set is usually written in.
func (r Rules) Notation() Notation { return Notation{r, r.Style} }

// Recorded is how moves on boards of a size are recorded: in numbers, or by letters in the games that have them in PDN,
// where no column has the letter of kings.
func (r Rules) Recorded(size int) Notation {
	if size <= 10 && (r.Style == Chess || r.Style == Shashki) {
		return Notation{r, r.Style}
	}
	return Notation{r, Numbers}
}

// FormatCell writes a cell of a board of a size.
func (n Notation) FormatCell(size int, c Cell) string {
	if n.Style == Numbers {
		return strconv.Itoa(n.Rules.Number(size, c))
	}
	return n.Style.format(size, n.Rules.Drawn(size, c))
}

// ParseCell reads a cell of a board of a size, in either case.
func (n Notation) ParseCell(size int, text string) (Cell, error) {
	var c Cell
	var ok bool
	if n.Style == Numbers {
		number, err := strconv.ParseUint(text, 10, 16)
		c, ok = n.Rules.Numbered(size, int(number))
		ok = ok && err == nil
	} else {
		c, ok = n.Style.read(size, text)
		c = n.Rules.Drawn(size, c)
		ok = ok && c.Playable(size)
	}
	if !ok {
		first, last := "1", strconv.Itoa(size*size/2)
		if n.Style != Numbers {
			a, b := Cell{0, 0}, Cell{size - 1, size - 1}
			if !n.Rules.Drawn(size, a).Playable(size) {
				a.Column, b.Column = 1, size-2
			}
			first, last = n.Style.format(size, a), n.Style.format(size, b)
		}
		return Cell{}, fmt.Errorf("%q is not a square to play on: they are written like %s to %s", text, first, last)
	}
	return c, nil
}

// Number is the number of a playable cell of a board of a size, from 1.
func (r Rules) Number(size int, c Cell) int {
	return r.counted(size, c.Row*size/2+c.Column/2) + 1
}

// Numbered is the cell of a number on a board of a size; false where there is none.
func (r Rules) Numbered(size, number int) (Cell, bool) {
	if number < 1 || number > size*size/2 {
		return Cell{}, false
	}
	return boards[size/2].cell(square(r.counted(size, number-1))), true
}

// counted goes between squares as they are counted from the rule set's corner and as they are inside the program, both
// from 0.
func (r Rules) counted(size, s int) int {
	row, place := s/(size/2), s%(size/2)
	if r.Corner == TopLeft || r.Corner == TopRight {
		row = size - 1 - row
	}
	if (r.Corner == BottomRight || r.Corner == TopRight) == r.Mirrored {
		place = size/2 - 1 - place
	}
	return row*(size/2) + place
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

// Short writes a legal move by its ends, where that is enough to tell which it is.
func (n Notation) Short(p Position, m Move) string {
	step, capture := n.Style.separators()
	if !m.IsCapture() {
		capture = step
	}
	text := n.FormatCell(p.Size(), m.From()) + capture + n.FormatCell(p.Size(), m.To())
	if meant, err := n.Parse(p, text); err != nil || meant != m {
		return n.Format(p, m)
	}
	return text
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
	ways := n.Rules.Moves(p)
	if n.Rules.long() {
		ways = append(ways, n.Rules.Ways(p)...)
	}
	for _, m := range ways {
		whole := m.Path()
		if slices.Equal(whole, path) {
			return n.Rules.listed(p, m), nil
		}
		if passes(whole, path) {
			meant = append(meant, m)
		}
	}
	if len(meant) == 0 {
		return Move{}, n.illegal(p, text)
	}
	for i, m := range meant {
		meant[i] = n.Rules.listed(p, m)
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
