package terminal

import (
	"strings"

	"rsc.io/qr"
)

// quietZone is how many light modules a QR code needs around it, by ISO/IEC 18004.
const quietZone = 4

// Black on white, whatever the terminal's own colours are, and back to those.
const (
	blackOnWhite = "\x1b[30;107m"
	usualColours = "\x1b[0m"
)

// qrLines is a text as a QR code that is drawn with half blocks, two rows of modules in a line. Without colours the
// light modules are drawn, as for a terminal that writes light on dark. It is nil where it does not fit into a width.
func qrLines(text string, width int, colours bool) (lines []string) {
	code, err := qr.Encode(text, qr.M)
	if err != nil || code.Size+2*quietZone > width {
		return nil
	}
	blocks := []rune(" ▄▀█") // by what is drawn: nothing, the lower, the upper, both
	drawn := func(x, y int) int {
		dark := code.Black(x, y)
		if dark == colours {
			return 1
		}
		return 0
	}
	for y := -quietZone; y < code.Size+quietZone; y += 2 {
		var line strings.Builder
		for x := -quietZone; x < code.Size+quietZone; x++ {
			line.WriteRune(blocks[2*drawn(x, y)+drawn(x, y+1)])
		}
		if colours {
			lines = append(lines, blackOnWhite+line.String()+usualColours)
		} else {
			lines = append(lines, line.String())
		}
	}
	return lines
}
