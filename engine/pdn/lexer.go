package pdn

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// The most bytes that are kept of a word, of a tag's value and of a move; no file makes the reader hold more. The
// longest capture on the largest board lands on 144 squares.
const (
	longestWord  = 80
	longestValue = 1 << 12
	longestMove  = 1 << 10
)

// kind is what a token is.
type kind uint8

const (
	end       kind = iota // of the file
	tag                   // name and value
	number                // of a move, "12" or "12."
	move                  // squares joined by - or x
	result                // "1-0", "*"
	comment               // its text
	variation             // what stands between its parentheses
	word                  // none of these
	broken                // something that cannot be read; text says why
	brokenTag             // a tag that cannot be read; text says why
)

// token is one thing that matters in a file.
type token struct {
	kind  kind
	text  string // a tag's name, a word, a comment, a variation, or what is broken
	value string // a tag's value
	hint  string // how a tag's value or a comment was understood, if not as it is written
	bare  bool   // a tag's value stands without quotes
	line  int    // where it begins, the first line being 1
}

// lexer splits a file into tokens and skips annotation glyphs.
type lexer struct {
	source
	comment []byte // what is kept of the comment read last
}

// source is the bytes of a file, all blanks at which no line is broken among them as plain ones.
type source struct {
	r    *bufio.Reader
	line int
	last byte   // the byte read last
	kept []byte // of the variation read last
	room int    // how many more bytes of it are kept
	err  error
}

// newLexer reads what begins in a line.
func newLexer(r *bufio.Reader, line int) *lexer {
	return &lexer{source: source{r: r, line: line, last: '\n'}}
}

// decoded reads UTF-8, Latin-1, and UTF-16 that begins with a byte order mark.
func decoded(r io.Reader) *bufio.Reader {
	return bufio.NewReaderSize(transform.NewReader(r, unicode.BOMOverride(transform.Nop)), 1<<16)
}

// noBreak are blanks at which a line is not broken: in UTF-8, and in Latin-1.
var noBreak = []string{"\u00a0", "\u202f", "\u2009", "\xa0"}

// blank is how many of some bytes are a blank at which no line is broken, 0 if they begin with none. A byte after
// another beyond ASCII belongs to a letter in UTF-8.
func (s *source) blank(bytes string) int {
	for _, b := range noBreak {
		if strings.HasPrefix(bytes, b) && (len(b) > 1 || s.last < 0x80) {
			return len(b)
		}
	}
	return 0
}

// read is the next byte, 0 at the end of what can be read.
func (s *source) read() byte {
	if s.err != nil {
		return 0
	}
	c, err := s.r.ReadByte()
	if err != nil {
		s.err = err
		return 0
	}
	switch {
	case c == '\n':
		s.line++
	case c >= 0x80:
		next, _ := s.r.Peek(2) // fewer bytes at the end of the file
		if n := s.blank(string([]byte{c}) + string(next)); n > 0 {
			_, _ = s.r.Discard(n - 1) // what was peeked at can be discarded
			c = ' '
		}
	}
	s.last = c
	if s.room > 0 {
		s.room--
		s.kept = append(s.kept, c)
	}
	return c
}

// peek is the byte that read gives next, 0 at the end.
func (s *source) peek() byte {
	c, err := s.r.Peek(1)
	if s.err != nil || err != nil {
		return 0
	}
	if c[0] >= 0x80 {
		if next, _ := s.r.Peek(3); s.blank(string(next)) > 0 { // fewer bytes at the end of the file
			return ' '
		}
	}
	return c[0]
}

// failure is the error that ended reading, nil at the end of the file.
func (s *source) failure() error {
	if s.err == nil || errors.Is(s.err, io.EOF) {
		return nil
	}
	return s.err
}

func (l *lexer) next() token {
	for {
		lineBegins := l.last == '\n'
		line := l.line
		switch c := l.read(); {
		case l.err != nil:
			return token{kind: end, line: line}
		case c == '[':
			return l.tag(line)
		case c == '{':
			if !l.readComment() {
				return token{kind: broken, text: "the comment has no end", line: line}
			}
			if t := l.commented(line); t.text != "" {
				return t
			}
		case c == '(':
			return l.variation(line)
		case c == ';':
			l.readLine()
			if t := l.commented(line); t.text != "" {
				return t
			}
		case c == '%' && lineBegins:
			l.skipLine()
		case c == '$':
			for isNameByte(l.peek()) {
				l.read()
			}
		case c == '*':
			return token{kind: result, text: "*", line: line}
		case isSpace(c) || isMark(c):
		case isDigit(c) || l.isHalf(c):
			if l.decimal(c) {
				return token{kind: result, text: "1/2-1/2", line: line}
			}
			return l.figures(c, line)
		default:
			if text := l.letters(c); text != "" {
				return token{kind: move, text: text, line: line}
			}
			switch t := l.word(c, line); {
			case dash(t.text):
				return token{kind: result, text: "*", line: line}
			case drawn(t.text):
				return token{kind: result, text: "1/2-1/2", line: line}
			case !judges(t.text):
				return t
			}
		}
	}
}

// dash says that a word is a stroke and nothing else: how some write that a game has no result.
func dash(text string) bool { return text == "-" || text == "–" || text == "—" }

// drawn says that a word is the result of a draw.
func drawn(text string) bool {
	text = strings.ToLower(strings.TrimRight(text, ".!,"))
	return text == "draw" || text == "drawn"
}

// judges says that a word is a mark for who stands better: "+-", "-/+", "±".
func judges(text string) bool { return strings.Trim(text, "+-/=±∓~∞") == "" }

// byLetters is a move whose squares are named by columns and rows: c3-d4, c3:e5:g7, c3×e5.
var byLetters = regexp.MustCompile(`^[a-zA-Z]\d{1,2}(?:\s*[-xX:–—‐−×]\s*[a-zA-Z]\d{1,2})+`)

// plainly writes its strokes in ASCII.
var plainly = strings.NewReplacer(":", "x", "×", "x", "–", "-", "—", "-", "‐", "-", "−", "-")

// letters reads such a move, whose first byte is c; "" where there is none.
func (l *lexer) letters(c byte) string {
	if next := l.peek(); !isDigit(next) || c|0x20 < 'a' || c|0x20 > 'z' {
		return ""
	}
	next, _ := l.r.Peek(longestWord) // fewer bytes at the end of the file
	text := byLetters.FindString(string(c) + string(next))
	if text == "" {
		return ""
	}
	for range len(text) - 1 {
		l.read()
	}
	for c := l.peek(); isMark(c) || c == '*'; c = l.peek() {
		l.read()
	}
	return plainly.Replace(strings.ToLower(strings.Join(strings.Fields(text), "")))
}

// word reads a word that begins with c.
func (l *lexer) word(c byte, line int) token {
	return token{kind: word, text: string(l.restOfWord([]byte{c}, longestWord)), line: line}
}

func (l *lexer) restOfWord(text []byte, longest int) []byte {
	for next := l.peek(); !isSpace(next) && strings.IndexByte("[{(;$)}]", next) < 0; next = l.peek() {
		if l.read(); l.err != nil {
			break
		}
		if len(text) < longest {
			text = append(text, next)
		}
	}
	return text
}

// tag reads a tag whose bracket has been read. A value without quotes ends at the bracket; one with a quote that is
// never closed, at the end of the line.
func (l *lexer) tag(line int) token {
	l.skipBlanks()
	var name, value strings.Builder
	for isNameByte(l.peek()) && name.Len() < longestWord {
		name.WriteByte(l.read())
	}
	l.skipBlanks()
	quoted := l.peek() == '"'
	if quoted {
		l.read()
	}
	fault := ""
	for {
		c := l.peek()
		if name.Len() == 0 && value.Len() == 0 && !quoted && (c == '\n' || c == '\r' || c == 0 || c == ']') {
			if c == ']' {
				l.read()
			}
			return token{kind: word, text: "[", line: line} // that stands alone
		}
		if c == '\n' || c == 0 || c == ']' && !quoted {
			if quoted || c != ']' {
				fault = fmt.Sprintf("tag %q has no closing quote or bracket", name.String())
			}
			break
		}
		l.read()
		if c == '"' && quoted && l.closes() {
			break
		}
		if next := l.peek(); c == '\\' && (next == '"' || next == '\\') {
			c = l.read()
		}
		if value.Len() <= longestValue { // one more than is kept, so that a longer one can be told
			value.WriteByte(c)
		}
	}
	text := plain(value.String())
	if fault == "" && len(text) > longestValue {
		fault = fmt.Sprintf("the value of tag %q is longer than %d bytes", name.String(), longestValue)
	}
	l.skipBlanks()
	if l.peek() == ']' {
		l.read()
	}
	if name.Len() == 0 {
		fault = "a tag has no name"
	}
	if fault != "" {
		return token{kind: brokenTag, text: fault, line: line}
	}
	t := token{kind: tag, text: name.String(), value: text, bare: !quoted, line: line}
	if cyrillic(value.String()) {
		t.hint = fmt.Sprintf("tag %q is not in UTF-8; it is read as Cyrillic letters of Windows (cp1251): %s", t.text,
			t.value)
	}
	if t.bare {
		t.value = strings.TrimRight(t.value, " ")
	}
	return t
}

// closes reports whether the quote just read ends a tag's value; within one, as in "The "Big" Match", something
// follows it.
func (l *lexer) closes() bool {
	for n := 1; n <= 8; n++ {
		next, err := l.r.Peek(n)
		if err != nil {
			return true
		}
		switch c := next[n-1]; {
		case c == ']' || c == '\n':
			return true
		case !isSpace(c):
			return false
		}
	}
	return false
}

func (s *source) skipBlanks() {
	for c := s.peek(); c == ' ' || c == '\t'; c = s.peek() {
		s.read()
	}
}

func (s *source) skipSpace() {
	for isSpace(s.peek()) {
		s.read()
	}
}

func (s *source) skipLine() {
	for s.peek() != '\n' && s.err == nil {
		s.read()
	}
}

// atTag reports whether a line begins here with a tag and its quote.
func (s *source) atTag() bool {
	if s.last != '\n' || s.peek() != '[' {
		return false
	}
	next, _ := s.r.Peek(longestWord) // fewer bytes at the end of the file
	name := strings.TrimLeft(string(next[1:]), nameBytes)
	return len(name) < len(next)-1 && strings.HasPrefix(strings.TrimLeft(name, " \t"), `"`)
}

const nameBytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"

func isNameByte(c byte) bool { return c != 0 && strings.IndexByte(nameBytes, c) >= 0 }

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isMark reports whether a byte is one that says how good a move is, or one that is left over from something else.
func isMark(c byte) bool { return strings.IndexByte("!?)}].,:+#=", c) >= 0 }
