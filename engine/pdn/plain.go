package pdn

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Plain is a value as Write can write it and Read reads it: in UTF-8, what was not so taken for Latin-1 with what
// Windows adds to it (cp1252) or, where letters beyond ASCII follow one another, for Cyrillic (cp1251), with blanks for
// control characters and for blanks at which no line is broken, and no longer than Read takes.
func Plain(value string) string {
	value = plain(value)
	if len(value) <= longestValue {
		return value
	}
	return strings.ToValidUTF8(value[:longestValue-len("…")], "") + "…"
}

// plain is the same at any length.
func plain(value string) string {
	if !utf8.ValidString(value) {
		page := charmap.Windows1252
		if cyrillic(value) {
			page = charmap.Windows1251
		}
		if decoded, err := page.NewDecoder().String(value); err == nil { // it has a letter for every byte
			value = decoded
		}
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r >= utf8.RuneSelf && slices.Contains(noBreak, string(r)) {
			return ' '
		}
		return r
	}, value)
}

// leastCyrillic is how many letters beyond ASCII one after the other make Cyrillic text: in the languages that Latin-1
// is for they stand alone, or in twos.
const leastCyrillic = 3

// cyrillic reports whether a value is in the code page of Windows for Cyrillic letters.
func cyrillic(value string) bool {
	if utf8.ValidString(value) {
		return false
	}
	for i, row := 0, 0; i < len(value); i++ {
		if c := value[i]; c < 0xc0 && c != 0xa8 && c != 0xb8 {
			row = 0
		} else if row++; row == leastCyrillic {
			return true
		}
	}
	return false
}
