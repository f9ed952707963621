package pdn

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// readComment reads to the end of a comment whose brace has been read, and reports whether there was one: a comment
// that somebody forgot to close ends where the next game begins.
func (l *lexer) readComment() bool {
	l.comment = l.comment[:0]
	for inner := 0; !l.atTag(); {
		c := l.read()
		switch c {
		case '{':
			if l.closesTwice(inner) {
				inner++
			}
		case '}':
			if inner == 0 {
				return true
			}
			inner--
		case 0:
			if l.err != nil {
				return false
			}
		}
		l.keep(c)
	}
	return false
}

// readLine reads a comment that ends with its line.
func (l *lexer) readLine() {
	l.comment = l.comment[:0]
	for l.peek() != '\n' {
		c := l.read()
		if l.err != nil {
			return
		}
		l.keep(c)
	}
}

// keep adds a byte to the comment, one blank for a row of blanks and control characters. It keeps a few bytes more
// than Read does, so that a comment that is too long can be told.
func (l *lexer) keep(c byte) {
	n := len(l.comment)
	if c < ' ' || c == 0x7f {
		c = ' '
	}
	if c == ' ' && (n == 0 || l.comment[n-1] == ' ') || n >= longestValue+2*utf8.UTFMax {
		return
	}
	l.comment = append(l.comment, c)
}

// commented is the comment that was read, which begins in a line.
func (l *lexer) commented(line int) token {
	text := strings.TrimRight(string(l.comment), " ")
	t := token{kind: comment, line: line}
	if len(text) > longestValue {
		text = wholeRunes(text)
	}
	if len(plain(text)) > longestValue {
		t.hint = fmt.Sprintf("a comment is longer than %d bytes; the rest of it is left out", longestValue)
	}
	t.text = tidy(text)
	return t
}

// wholeRunes is a text without the letter at its end of which bytes are missing.
func wholeRunes(text string) string {
	for range utf8.UTFMax - 1 {
		if r, size := utf8.DecodeLastRuneInString(text); r != utf8.RuneError || size != 1 {
			break
		}
		text = text[:len(text)-1]
	}
	return text
}

// farthestBrace is within how many bytes the braces of a comment inside another are looked for.
const farthestBrace = 1 << 12

// closesTwice reports whether a brace that was just read within a comment begins another one: both have an end, the
// outer one before the next comment begins or the next game.
func (l *lexer) closesTwice(inner int) bool {
	next, _ := l.r.Peek(farthestBrace) // fewer bytes at the end of the file
	for open, i := inner+2, 0; i < len(next); i++ {
		switch {
		case next[i] == '{':
			open++
		case next[i] == '}':
			if open--; open == 0 {
				return true
			}
		case next[i] == '[' && i > 0 && next[i-1] == '\n':
			return false
		}
	}
	return false
}

// parentheses stand for braces within a comment, which PDN does not have there.
var parentheses = strings.NewReplacer("{", "(", "}", ")")

// tidy is a comment as Read gives it and Write writes it: Plain, and all of it one line with single blanks.
func tidy(text string) string {
	return strings.Join(strings.Fields(parentheses.Replace(Plain(text))), " ")
}

// pieces is a comment in its braces, in pieces between which a line may be broken; none where the comment is blank. No
// line begins with a bracket, which would be taken for a tag's, or with %, with which lines begin that are no part of
// a game. A command, [%clk 0:05:12], stands on one line.
func pieces(text string) (list []string) {
	text = tidy(text)
	if text == "" {
		return nil
	}
	inCommand := false
	for _, word := range strings.Fields("{" + text + "}") {
		if n := len(list); n > 0 && (inCommand || word[0] == '[' || word[0] == '%') {
			list[n-1] += " " + word
		} else {
			list = append(list, word)
		}
		begin, end := strings.LastIndex(word, "[%"), strings.LastIndexByte(word, ']')
		if begin >= 0 || end >= 0 {
			inCommand = begin > end
		}
	}
	return list
}
