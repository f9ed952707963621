package league

import (
	"fmt"
	"strings"

	"draughtsman/engine/variant"
)

// Board draws a position as its rule set does, a row a line, with the names of each row's squares beside it.
// What stands on a playable square is shown by a function; nil: as it is.
func Board(rules variant.Rules, p variant.Position, show func(variant.Cell, string) string) string {
	size := p.Size()
	width := len(fmt.Sprint(size * size / 2))
	notation := rules.Recorded(size)
	var b strings.Builder
	for row := range size {
		var numbers strings.Builder
		for column := range size {
			c := rules.Drawn(size, variant.Cell{Row: row, Column: column})
			symbol := " "
			if c.Playable(size) {
				symbol = string(rules.Letter(p.At(c)))
				if show != nil {
					symbol = show(c, symbol)
				}
				fmt.Fprintf(&numbers, " %*s", width, notation.FormatCell(size, c))
			}
			b.WriteByte(' ')
			b.WriteString(symbol)
		}
		b.WriteString("    " + numbers.String() + "\n")
	}
	return b.String()
}
