package dobot

import (
	"fmt"
	"strings"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// Program is what some steps send to the arm, in hexadecimal, a packet a line. What a person should know of a step
// stands before it, after a '#'. Questions to the arm are left out; homing is shown for an arm that need not rise
// first. A step outside the limits is an error.
func Program(c Config, steps []arm.Step) (string, error) {
	c, err := c.withDefaults()
	if err != nil {
		return "", err
	}
	w := words(c)
	var text strings.Builder
	for i, s := range steps {
		packets, err := w.Program(c.Limits, []arm.Step{s})
		if err != nil {
			return "", fmt.Errorf("step %d, %v: %w", i+1, s, err)
		}
		fmt.Fprintf(&text, "# %v\n%s", s, packets)
	}
	return text.String(), nil
}

// words are the packets of what an arm can do, in hexadecimal.
func words(c Config) session.Words {
	return session.Words{
		Home: lines(setting(idForceStop), setting(idEmpty), setting(idAlarms), setting(idStart),
			fullRatio(), homeAt(c.Rest), pace(homingSpeed(c), c.Accel), home()),
		Move:  func(to arm.Point, _ float64) string { return motion(to).text() },
		Stops: true,
		Pace:  func(speed float64) string { return pace(speed, c.Accel).text() },
		Grip:  switching(c.Grip, c.GripSettle), Release: switching(c.Release, c.ReleaseSettle),
	}
}

func lines(packets ...Packet) (lines []session.Line) {
	for _, p := range packets {
		lines = append(lines, session.Line{Text: p.text()})
	}
	return lines
}

// switching is some packets that switch a tool, and a time to settle after the last.
func switching(texts []string, settle time.Duration) []session.Line {
	var packets []Packet
	for _, text := range texts {
		packets = append(packets, switches[text])
	}
	all := lines(packets...)
	all[len(all)-1].Rest = settle
	return all
}

// homingSpeed is slow enough for rising from a place that is not known, in mm/s.
func homingSpeed(c Config) float64 { return min(50, c.Limits.Vertical()) }
