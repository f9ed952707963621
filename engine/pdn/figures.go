package pdn

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"draughtsman/engine/checkers"
)

// figures reads what begins with a figure: a move, a move's number or a result. Blanks may stand around the strokes
// of a move, "11 - 15", and it may be broken at the end of a line. A half sign counts as "1/2".
func (l *lexer) figures(c byte, line int) token {
	text := make([]byte, 0, 8)
	text = l.figure(text, c)
	squares := 1
	for {
		l.skipSpace()
		stroke := l.stroke()
		if stroke == 0 {
			break
		}
		if len(text) < longestMove {
			text = append(text, stroke)
		}
		l.skipSpace()
		if next := l.peek(); !isDigit(next) && next != 0xbd && next != 0xc2 {
			return token{kind: move, text: string(l.restOfWord(text, longestWord)), line: line}
		}
		text = l.figure(text, l.read())
		squares++
	}
	t := token{kind: move, text: string(text), line: line}
	if _, known := parseResult(t.text); known {
		t.kind = result
		return t
	}
	if squares == 1 {
		return l.numbered(t)
	}
	for c := l.peek(); isMark(c) || c == '*' && !isSpace(l.last); c = l.peek() {
		l.read()
	}
	return t
}

// decimals is a draw by points: 0.5-0.5, 0,5–0,5.
var decimals = regexp.MustCompile(`^0[.,]5\s*(?:-|–|\x{96})\s*0[.,]5`)

// decimal reads such a result, whose first byte is c, and reports whether there was one.
func (l *lexer) decimal(c byte) bool {
	if c != '0' {
		return false
	}
	next, _ := l.r.Peek(len("0.5 – 0.5")) // fewer bytes at the end of the file
	text := decimals.Find(append([]byte{c}, next...))
	for range len(text) - 1 {
		l.read()
	}
	return text != nil
}

// figure reads the rest of a number whose first byte is c, and appends it.
func (l *lexer) figure(text []byte, c byte) []byte {
	for {
		switch {
		case len(text) >= longestMove:
		case l.isHalf(c):
			if c == 0xc2 {
				l.read()
			}
			text = append(text, "1/2"...)
		default:
			text = append(text, c)
		}
		if next := l.peek(); !isDigit(next) && next != '/' {
			return text
		}
		c = l.read()
	}
}

// numbered reads the dots of a move's number. Four figures without any are a move in the manner of the first PDN
// programs: 1115 for 11-15.
func (l *lexer) numbered(t token) token {
	if strings.Contains(t.text, "/") {
		t.kind = word
		return t
	}
	t.kind = number
	dots := false
	for c := l.peek(); c == '.' || c == ')' || c == ':'; c = l.peek() {
		dots = true
		l.read()
	}
	if dots {
		t.text += "."
		return t
	}
	if len(t.text) == 4 && isSquare(t.text[:2]) && isSquare(t.text[2:]) {
		t.kind = move
		t.text = t.text[:2] + "-" + t.text[2:]
	}
	return t
}

func isSquare(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n >= 1 && n <= checkers.MostSquares
}

// isHalf reports whether c, just read, is a half sign in Latin-1, or the first byte of one in UTF-8.
func (l *lexer) isHalf(c byte) bool { return c == 0xbd || c == 0xc2 && l.peek() == 0xbd }

// strokes are what stands between two squares: hyphens, dashes and crosses, in ASCII, Latin-1 and its extension by
// Windows, and UTF-8.
var strokes = []struct {
	bytes []byte
	means byte
}{
	{[]byte("-"), '-'}, {[]byte("x"), 'x'}, {[]byte("X"), 'x'}, {[]byte(":"), 'x'}, {[]byte("*"), 'x'},
	{[]byte("×"), 'x'}, {[]byte("–"), '-'}, {[]byte("—"), '-'}, {[]byte("‐"), '-'}, {[]byte("−"), '-'},
	{[]byte{0xd7}, 'x'}, {[]byte{0x96}, '-'}, {[]byte{0x97}, '-'},
}

// joins reports whether a stroke of so many bytes joins what stands before it to what comes: in "4-8 -+" it belongs to
// a mark, at the end it stands for a result. A colon has to be between two squares, "15:22", and not behind the number
// of a move, "1:11-15"; so has a star, "15*22", which is a result otherwise.
func joins(next []byte, stroke int) bool {
	rest := bytes.TrimLeft(next[stroke:], " \t\r\n\v\f")
	if next[0] == '*' {
		after := bytes.TrimLeft(next[1:], "0123456789")
		return len(after) < len(next)-1 && (len(after) == 0 || bytes.IndexByte([]byte(".)/"), after[0]) < 0)
	}
	if next[0] == ':' {
		after := bytes.TrimLeft(next[1:], "0123456789")
		return len(after) < len(next)-1 && !bytes.HasPrefix(after, []byte("-")) && !bytes.HasPrefix(after, []byte("x"))
	}
	return len(rest) > 0 && bytes.IndexByte([]byte("+-/=[({;$*"), rest[0]) < 0
}

// stroke reads what joins two squares and gives it as "-" or "x", 0 where nothing does.
func (l *lexer) stroke() byte {
	if c := l.peek(); c < 0x80 && strings.IndexByte("-xX:*", c) < 0 || c == '*' && !isDigit(l.last) {
		return 0
	}
	next, _ := l.r.Peek(longestWord) // fewer bytes at the end of the file
	for _, s := range strokes {
		if bytes.HasPrefix(next, s.bytes) {
			if !joins(next, len(s.bytes)) {
				return 0
			}
			for range s.bytes {
				l.read()
			}
			return s.means
		}
	}
	return 0
}
