package pdn

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// The most bytes that are kept of a word and of a tag's value; no file makes
// the reader hold more.
const (
	longestWord  = 80
	longestValue = 1 << 12
)

// kind is what a token is.
type kind uint8

const (
	end    kind = iota // of the file
	tag                // name and value
	word               // a move, a move number, a result
	broken             // something that cannot be read; text says why
)

// token is one thing that matters in a file.
type token struct {
	kind  kind
	text  string // a tag's name, a word, or what is broken
	value string // a tag's value
	line  int    // where it begins, the first line being 1
}

// lexer splits a file into tokens and skips comments, variations and
// annotation glyphs.
type lexer struct {
	r    *bufio.Reader
	line int
	last byte // the byte read last
	err  error
}

func newLexer(r io.Reader) *lexer {
	l := &lexer{r: bufio.NewReader(r), line: 1, last: '\n'}
	if mark, err := l.r.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = l.r.Discard(len(mark)) // what was peeked at can be discarded
	}
	return l
}

// read is the next byte, 0 at the end of what can be read.
func (l *lexer) read() byte {
	if l.err != nil {
		return 0
	}
	c, err := l.r.ReadByte()
	if err != nil {
		l.err = err
		return 0
	}
	if c == '\n' {
		l.line++
	}
	l.last = c
	return c
}

// peek is the byte that read gives next, 0 at the end.
func (l *lexer) peek() byte {
	c, err := l.r.Peek(1)
	if l.err != nil || err != nil {
		return 0
	}
	return c[0]
}

// failure is the error that ended reading, nil at the end of the file.
func (l *lexer) failure() error {
	if l.err == nil || errors.Is(l.err, io.EOF) {
		return nil
	}
	return l.err
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
			if !l.skipComment() {
				return token{kind: broken, text: "the comment has no end", line: line}
			}
		case c == '(':
			if !l.skipVariation() {
				return token{kind: broken, text: "the variation has no end", line: line}
			}
		case c == ';' || c == '%' && lineBegins:
			l.skipLine()
		case c == '$':
			for isNameByte(l.peek()) {
				l.read()
			}
		case isSpace(c) || strings.IndexByte("!?)}]", c) >= 0:
		default:
			return l.word(c, line)
		}
	}
}

// word reads a word that begins with c. The dots of a move number end it.
func (l *lexer) word(c byte, line int) token {
	text := []byte{c}
	for {
		next := l.peek()
		if next == 0 && l.err != nil || isSpace(next) || strings.IndexByte("[{(;$!?)}]", next) >= 0 {
			break
		}
		if c == '.' && next != '.' {
			break
		}
		if c = l.read(); l.err != nil {
			break
		}
		if len(text) < longestWord {
			text = append(text, c)
		}
	}
	return token{kind: word, text: string(text), line: line}
}

// tag reads a tag whose bracket has been read.
func (l *lexer) tag(line int) token {
	fail := func(format string, values ...any) token {
		return token{kind: broken, text: fmt.Sprintf(format, values...), line: line}
	}
	l.skipBlanks()
	var name, value strings.Builder
	for isNameByte(l.peek()) && name.Len() < longestWord {
		name.WriteByte(l.read())
	}
	l.skipBlanks()
	if l.peek() != '"' {
		l.skipLine()
		return fail("tag %q has no value in quotes", name.String())
	}
	l.read()
	for {
		c := l.peek()
		if c == '\n' || c == 0 {
			return fail("the value of tag %q has no closing quote", name.String())
		}
		l.read()
		if c == '"' {
			break
		}
		if next := l.peek(); c == '\\' && (next == '"' || next == '\\') {
			c = l.read()
		}
		if value.Len() == longestValue {
			l.skipLine()
			return fail("the value of tag %q is longer than %d bytes", name.String(), longestValue)
		}
		value.WriteByte(c)
	}
	l.skipBlanks()
	if l.peek() == ']' {
		l.read()
	}
	if name.Len() == 0 {
		return fail("a tag has no name")
	}
	return token{kind: tag, text: name.String(), value: value.String(), line: line}
}

func (l *lexer) skipBlanks() {
	for c := l.peek(); c == ' ' || c == '\t'; c = l.peek() {
		l.read()
	}
}

func (l *lexer) skipLine() {
	for l.peek() != '\n' && l.err == nil {
		l.read()
	}
}

// skipComment skips to the end of a comment whose brace has been read, and
// reports whether there was one: a comment that somebody forgot to close ends
// where the next game begins.
func (l *lexer) skipComment() bool {
	for !l.atTag() {
		switch l.read() {
		case '}':
			return true
		case 0:
			if l.err != nil {
				return false
			}
		}
	}
	return false
}

// skipVariation does the same for a variation, with those inside it.
func (l *lexer) skipVariation() bool {
	for depth := 1; !l.atTag(); {
		switch l.read() {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return true
			}
		case '{':
			if !l.skipComment() {
				return false
			}
		case 0:
			if l.err != nil {
				return false
			}
		}
	}
	return false
}

// atTag reports whether a line begins here with a tag.
func (l *lexer) atTag() bool {
	if l.last != '\n' {
		return false
	}
	next, err := l.r.Peek(2)
	return err == nil && next[0] == '[' && isNameByte(next[1])
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}
