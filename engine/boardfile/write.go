package boardfile

import (
	"io"
	"strings"

	"draughtsman/engine/variant"
)

// rules is the game that the files are for.
var rules = variant.CheckersBot()

// letters is how each content of a square is written, by variant.Piece.
const letters = "_pPbB"

// Letter is how the content of a square is written.
func Letter(p variant.Piece) byte { return letters[p] }

// Write writes the pieces of a position as the rules draw it; whose turn it is a file does not say.
func Write(w io.Writer, rules variant.Rules, p variant.Position) error {
	var b strings.Builder
	for row := range p.Size() {
		for column := range p.Size() {
			if column > 0 {
				b.WriteByte(' ')
			}
			cell := rules.Drawn(p.Size(), variant.Cell{Row: row, Column: column})
			b.WriteByte(Letter(p.At(cell)))
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
