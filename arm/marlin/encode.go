package marlin

import (
	"fmt"
	"strconv"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// Sizes of Marlin's buffers (MAX_CMD_SIZE without its end, BUFSIZE, RX_BUFFER_SIZE of an AVR).
const (
	MaxLine            = 95  // characters of a line
	framingBytes       = 16  // of them for number and checksum: "N4294967295 " and "*255"
	maxUnansweredLines = 3   // lines that may be unanswered; the fourth buffer is M410's
	rxBuffer           = 127 // bytes that may be
)

// Program is the G-code of some steps as the driver sends it, a line each, without the numbers and checksums in which
// it packs them. A step outside the limits is an error.
func Program(c Config, steps []arm.Step) (string, error) {
	c, err := c.WithDefaults(usual, tool)
	if err != nil {
		return "", err
	}
	return words(c).Program(c.Limits, steps)
}

func words(c Config) session.Words {
	return session.Words{
		Home:  session.Texts("G28"),
		Move:  motion,
		Drain: session.Texts("M400", "M114"),
		Grip:  switching(c.Grip, c.GripSettle), Release: switching(c.Release, c.ReleaseSettle),
		Silent: true, // unless "busy" comes, which is compiled out in some
	}
}

// motion is a straight line.
func motion(to arm.Point, speed float64) string {
	return "G1 " + session.Feed(to, speed)
}

// switching is some lines between two waits: outputs are switched as soon as their line is read, not when the motions
// before it have ended.
func switching(texts []string, settle time.Duration) []session.Line {
	lines := append(session.Texts("M400"), session.Texts(texts...)...)
	return append(lines, session.Line{Text: "G4 P" + strconv.FormatInt(settle.Milliseconds(), 10), Takes: settle})
}

// framed is a line with its number and checksum.
func framed(number uint32, text string) string {
	numbered := fmt.Sprintf("N%d %s", number, text)
	sum := byte(0)
	for _, b := range []byte(numbered) {
		sum ^= b
	}
	return fmt.Sprintf("%s*%d\n", numbered, sum)
}
