package pdn

import (
	"bytes"
	"regexp"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// opening is how a file of games begins, behind comments: a tag, or the number of a move and the move.
var opening = regexp.MustCompile(`^(?:\[\s*[A-Za-z]\w*\s+"|1\s*\.\s*(?:\(\s*)?(?:[a-zA-Z]\d|\d+\s*[-x:])|\*|1/2|[012]-[012])`)

// skipped are comments, and lines that PDN leaves to programs.
var skipped = regexp.MustCompile(`^(?:\s+|\x{FEFF}|\{[^}]*\}|;[^\n]*\n|%[^\n]*\n)`)

// Holds tells by how a file begins whether it holds games.
func Holds(head []byte) bool {
	head, _, _ = transform.Bytes(unicode.BOMOverride(transform.Nop), head) // half a letter at the end is no matter
	if bytes.IndexByte(head, 0) >= 0 {
		return false
	}
	if len(bytes.TrimSpace(head)) == 0 {
		return true
	}
	for {
		blank := skipped.Find(head)
		if blank == nil {
			return opening.Match(head)
		}
		head = head[len(blank):]
	}
}
