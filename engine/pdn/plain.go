package pdn

import (
	"strings"
	"unicode/utf8"
)

// Plain is a value as Write can write it and Read reads it: in UTF-8, what was not so taken for Latin-1, with blanks
// for control characters, and no longer than Read takes.
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
		runes := make([]rune, len(value))
		for i := range len(value) {
			runes[i] = rune(value[i])
		}
		value = string(runes)
	}
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return ' '
		}
		return r
	}, value)
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }
