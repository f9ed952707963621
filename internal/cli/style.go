package cli

// Styles of text, which a terminal shows (ECMA-48, SGR).
const (
	Bold     = "1"
	Reversed = "7"
	Red      = "31"
)

// Styled is a text in a style; "" is none.
func Styled(text, style string) string {
	if style == "" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// captureMark stands where a piece was taken.
const captureMark = "×"

// Marked is what stands on a square, as a terminal shows the last move: what was taken is a red cross, the squares
// where the piece came from and went are reversed.
func Marked(text string, taken, touched bool) string {
	switch {
	case taken:
		return Styled(captureMark, Red)
	case touched:
		return Styled(text, Reversed)
	}
	return text
}
