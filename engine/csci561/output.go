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

// ParseMove reads a legal move of a position as FormatMove writes it; lines may also end in CRLF or blanks, the last
// one in nothing. Any other text is a *FormatError, any other move an *IllegalError that lists the legal ones.
func ParseMove(p checkers.Position, text string) (checkers.Move, error) {
	path, jumps, err := parsePath(lines(text))
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

// parsePath reads the squares that a move visits.
func parsePath(text []string) (path []checkers.Square, jumps bool, err error) {
	if len(text) == 0 {
		return nil, false, &FormatError{"the file is empty; want a move such as E c3 b4"}
	}
	for i, line := range text {
		fields := strings.Split(line, " ")
		if len(fields) != 3 || fields[0] != "E" && fields[0] != "J" {
			return nil, false, &FormatError{fmt.Sprintf("line %d: %.40q; want E c3 b4 or J c3 e5", i+1, line)}
		}
		from, to := parseSquare(fields[1]), parseSquare(fields[2])
		jump := fields[0] == "J"
		switch {
		case from == 0 || to == 0:
			return nil, false, &FormatError{fmt.Sprintf("line %d: %.40q; want two dark squares, a1 to h8", i+1, line)}
		case i > 0 && (!jump || !jumps):
			return nil, false, &FormatError{fmt.Sprintf("line %d: %.40q; only jumps may follow each other", i+1, line)}
		case i > 0 && path[i] != from:
			return nil, false, &FormatError{fmt.Sprintf("line %d: %.40q; the jump before it ended on %s", i+1, line,
				squareName(path[i]))}
		case i == 0:
			path, jumps = append(path, from), jump
		}
		path = append(path, to)
	}
	return path, jumps, nil
}
