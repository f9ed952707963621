package variant

import (
	"strconv"
	"strings"
)

// Style is a way to write squares and moves.
type Style uint8

// The styles. But for Numbers they go by the board as the rule set draws it.
const (
	Numbers   Style = iota // 11-15, 15x22x31: as in PDN, numbered from the rule set's corner
	Algebraic              // a7 b8: columns from the left, rows from the bottom
	Lettered               // A2-B1, B3xD1: rows from the top, columns from 1 on the left
	Spaced                 // G3 F4, E5 C3 A1: rows from the top, columns from 0 on the left
	Chess                  // c3-d4, c3xe5xg3: squares as Algebraic has them
	Shashki                // c3-d4, c3:e5:g3
)

// separators join the squares of a step and of a capture.
func (s Style) separators() (step, capture string) {
	switch s {
	case Algebraic, Spaced:
		return " ", " "
	case Shashki:
		return "-", ":"
	}
	return "-", "x"
}

// format is a place on a drawn board, in letters.
func (s Style) format(size int, c Cell) string {
	switch s {
	case Lettered:
		return string(rune('A'+c.Row)) + strconv.Itoa(c.Column+1)
	case Spaced:
		return string(rune('A'+c.Row)) + strconv.Itoa(c.Column)
	default:
		return string(rune('a'+c.Column)) + strconv.Itoa(size-c.Row)
	}
}

// read reads what format writes, in either case.
func (s Style) read(size int, text string) (Cell, bool) {
	if text == "" {
		return Cell{}, false
	}
	n, err := strconv.ParseUint(text[1:], 10, 16)
	letter, number := int(strings.ToLower(text)[0])-'a', int(n)
	switch s {
	case Lettered:
		return Cell{letter, number - 1}, err == nil
	case Spaced:
		return Cell{letter, number}, err == nil
	default:
		return Cell{size - number, letter}, err == nil
	}
}

// split cuts a move into the texts of its squares. Blanks, -, : and x stand between squares; x is also a letter of
// rows on large boards.
func (s Style) split(text string) ([]string, bool) {
	var squares []string
	rest := strings.TrimSpace(text)
	for {
		end := 0
		if s != Numbers && rest != "" && isLetter(rest[0]) {
			end = 1
		}
		for end < len(rest) && isDigit(rest[end]) {
			end++
		}
		if end == 0 || !isDigit(rest[end-1]) {
			return nil, false
		}
		squares = append(squares, rest[:end])
		if rest = rest[end:]; rest == "" {
			return squares, len(squares) > 1
		}
		next := s.afterSeparator(rest)
		if next == rest {
			return nil, false
		}
		rest = next
	}
}

func (s Style) afterSeparator(rest string) string {
	trimmed := strings.TrimLeft(rest, " \t\r\n")
	if trimmed == "" {
		return trimmed
	}
	next := strings.TrimLeft(trimmed[1:], " \t\r\n")
	switch trimmed[0] {
	case '-', ':':
		return next
	case 'x', 'X':
		if s == Numbers || next != "" && isLetter(next[0]) {
			return next
		}
	}
	return trimmed
}

func isDigit(b byte) bool  { return b >= '0' && b <= '9' }
func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
