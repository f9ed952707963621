package pdn

import (
	"strings"
	"unicode/utf8"
)

// plain is a value as Write can write it: in UTF-8, what was not so taken for
// Latin-1, and with blanks for control characters.
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
