package csci561

import (
	"fmt"
	"slices"
	"strings"

	"draughtsman/engine/checkers"
)

// FormatMove is a move as output.txt holds it: "E a7 b8", or "J b2 d4" and so on, a line a jump.
func FormatMove(m checkers.Move) string {
	kind := "E"
	if m.IsCapture() {
		kind = "J"
	}
	var b strings.Builder
	path := m.Path()
	for i := 1; i < len(path); i++ {
		b.WriteString(kind + " " + squareName(path[i-1]) + " " + squareName(path[i]) + "\n")
	}
	return b.String()
}

// FormatError says that a text is no move at all.
type FormatError struct{ Reason string }

func (e *FormatError) Error() string { return e.Reason }

// IllegalError says that a move is one that the rules forbid.
type IllegalError struct{ Reason string }

func (e *IllegalError) Error() string { return e.Reason }

// Form is how a move has to be written in output.txt.
type Form uint8

// The forms.
const (
	Strict  Form = iota // as FormatMove writes it; lines may also end in CRLF or blanks, the last one in nothing
	Lenient             // the letters in either case, any blanks, empty lines, and E in place of J for a jump
)

// ParseMove reads a legal move of a position. Text that is not in the form is a *FormatError, any other move an
// *IllegalError that lists the legal ones.
func ParseMove(p checkers.Position, text string, form Form) (checkers.Move, error) {
	path, jumps, err := parsePath(lines(text), form)
	if err != nil {
		return checkers.Move{}, err
	}
	legal := p.Moves()
	for _, m := range legal {
		if m.IsCapture() == jumps && slices.Equal(m.Path(), path) {
			return m, nil
		}
	}
	texts := make([]string, len(legal))
	for i, m := range legal {
		texts[i] = oneLine(FormatMove(m))
	}
	return checkers.Move{}, &IllegalError{fmt.Sprintf("%s is not a legal move for %s; legal: %s",
		oneLine(text), p.Turn, strings.Join(texts, ", "))}
}

// oneLine is a move's text for a sentence.
func oneLine(move string) string { return strings.Join(lines(move), "; ") }

// fields are the kind of move and the squares in a line.
func (f Form) fields(line string) []string {
	if f == Strict {
		return strings.Split(line, " ")
	}
	fields := strings.Fields(strings.ToLower(strings.TrimPrefix(line, "\ufeff")))
	if len(fields) == 3 {
		from, to := parseSquare(fields[1]), parseSquare(fields[2])
		if fields[0] == "e" && from != 0 && to != 0 {
			row, _ := checkers.Board8.Place(from)
			last, _ := checkers.Board8.Place(to)
			if max(row-last, last-row) == 2 {
				fields[0] = "j"
			}
		}
		fields[0] = strings.ToUpper(fields[0])
	}
	return fields
}

// parsePath reads the squares that a move visits.
func parsePath(text []string, form Form) (path []checkers.Square, jumps bool, err error) {
	if len(text) == 0 {
		return nil, false, &FormatError{"the file is empty; want a move such as E c3 b4"}
	}
	for i, line := range text {
		fields := form.fields(line)
		if form == Lenient && len(fields) == 0 {
			continue
		}
		if len(fields) != 3 || fields[0] != "E" && fields[0] != "J" {
			return nil, false, &FormatError{fmt.Sprintf("line %d: %.40q; want E c3 b4 or J c3 e5", i+1, line)}
		}
		from, to := parseSquare(fields[1]), parseSquare(fields[2])
		jump := fields[0] == "J"
		switch {
		case from == 0 || to == 0:
			return nil, false, &FormatError{fmt.Sprintf("line %d: %.40q; want two dark squares, a1 to h8", i+1, line)}
		case path != nil && (!jump || !jumps):
			return nil, false, &FormatError{fmt.Sprintf("line %d: %.40q; only jumps may follow each other", i+1, line)}
		case path != nil && path[len(path)-1] != from:
			return nil, false, &FormatError{fmt.Sprintf("line %d: %.40q; the jump before it ended on %s", i+1, line,
				squareName(path[len(path)-1]))}
		case path == nil:
			path, jumps = append(path, from), jump
		}
		path = append(path, to)
	}
	return path, jumps, nil
}
