package grbl

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/line"
)

// Sizes of Grbl 1.1's buffers (LINE_BUFFER_SIZE, RX_BUFFER_SIZE).
const (
	MaxLine  = 79  // characters of a line without its end
	rxBuffer = 127 // bytes that may be sent and not answered yet
)

// drain is answered when everything sent before it has been carried out.
const drain = "G4 P0"

// Program is the G-code of some steps, exactly as the driver sends it, a line
// each. A step outside the limits is an error.
func Program(c Config, steps []arm.Step) (string, error) {
	c, err := c.withDefaults()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for i, s := range steps {
		lines, err := c.encode(s)
		if err != nil {
			return "", fmt.Errorf("step %d, %v: %w", i+1, s, err)
		}
		for _, text := range lines {
			b.WriteString(text)
			b.WriteByte('\n')
		}
	}
	return b.String(), nil
}

// encode is a step in lines. When the last of them is answered the step is
// finished.
func (c Config) encode(s arm.Step) ([]string, error) {
	switch s.Verb {
	case arm.VerbHome:
		return []string{"$H"}, nil
	case arm.VerbMove:
		if err := c.Limits.Check(s.To, s.Speed); err != nil {
			return nil, err
		}
		return []string{motion(s.To, s.Speed), drain}, nil
	case arm.VerbGrip:
		return switching(c.Grip, c.GripSettle), nil
	case arm.VerbRelease:
		return switching(c.Release, c.ReleaseSettle), nil
	}
	return nil, fmt.Errorf("there is no G-code for an arm step of kind %d", s.Verb)
}

// motion is a straight line in machine coordinates; Grbl's feed rates are
// mm/min.
func motion(to arm.Point, speed float64) string {
	return fmt.Sprintf("G90 G21 G94 G53 G1 X%s Y%s Z%s F%s", line.Digits(to.X), line.Digits(to.Y), line.Digits(to.Z), line.Digits(speed*60))
}

func switching(lines []string, settle time.Duration) []string {
	return append(append([]string{}, lines...), "G4 P"+line.Digits(settle.Seconds()))
}

var dwells = regexp.MustCompile(`G0?4 ?P(\d+(?:\.\d+)?)`)

// dwelling is how long a line keeps a machine waiting at rest.
func dwelling(text string) (sum time.Duration) {
	for _, found := range dwells.FindAllStringSubmatch(text, -1) {
		if seconds, ok := line.Decimal(found[1]); ok {
			sum += time.Duration(seconds * float64(time.Second))
		}
	}
	return sum
}
