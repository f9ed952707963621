package grbl

import (
	"regexp"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// Sizes of Grbl 1.1's buffers (LINE_BUFFER_SIZE, RX_BUFFER_SIZE).
const (
	MaxLine  = 79  // characters of a line without its end
	rxBuffer = 127 // bytes that may be sent and not answered yet
)

// Program is the G-code of some steps as the driver sends it but for its spaces, which are for people, a line each. A
// step outside the limits is an error.
func Program(c Config, steps []arm.Step) (string, error) {
	c, err := c.WithDefaults(usual, tool)
	if err != nil {
		return "", err
	}
	return words(c).Program(c.Limits, steps)
}

func words(c Config) session.Words {
	return session.Words{
		Home:  session.Texts("$H"),
		Move:  motion,
		Drain: session.Texts("G4 P0"), Unsure: true,
		Grip: switching(c.Grip, c.GripSettle), Release: switching(c.Release, c.ReleaseSettle),
	}
}

// motion is a straight line in machine coordinates.
func motion(to arm.Point, speed float64) string {
	return "G90 G21 G94 G53 G1 " + session.Feed(to, speed)
}

func switching(texts []string, settle time.Duration) (lines []session.Line) {
	for _, text := range append(append([]string{}, texts...), "G4 P"+session.Digits(settle.Seconds())) {
		lines = append(lines, session.Line{Text: text, Takes: dwelling(text)})
	}
	return lines
}

// dwells finds how long a line dwells, of which it may have one G4. The words of a line may come in any order.
var dwells = regexp.MustCompile(`G0?4.*?P(\d+(?:\.\d+)?)|P(\d+(?:\.\d+)?).*?G0?4`)

// dwelling is how long a line keeps a machine waiting at rest.
func dwelling(text string) time.Duration {
	return time.Duration(value(dwells, text) * float64(time.Second))
}

// value is the number in a line that a pattern finds in one of two places, 0 if it finds none.
func value(pattern *regexp.Regexp, text string) float64 {
	found := pattern.FindStringSubmatch(text)
	if found == nil {
		return 0
	}
	v, _ := session.Decimal(found[1] + found[2])
	return v
}
