package uarm

import (
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// MaxLine is the longest line that is sent, without number and end. The firmware's own bound, 96, cuts off without a
// word.
const MaxLine = 80

// Program is some steps as the driver sends them, a line each, without the numbers that it puts in front ("#7 ").
// Homing is shown for an arm at its home point. Left out is M2221, which has the firmware turn the joints' angles,
// the answer to P2200, into a place. A step outside the limits is an error.
func Program(c Config, steps []arm.Step) (string, error) {
	c, err := c.withDefaults()
	if err != nil {
		return "", err
	}
	return words(c).Program(c.Limits, steps)
}

func words(c Config) session.Words {
	return session.Words{
		Home: session.Texts(askPower, readAnew, motorsOn, askBelieved, askAngles, motion(c.Rest, homingSpeed(c)), askMoving,
			askAngles, askBelieved),
		Move:  motion,
		Drain: session.Texts(askMoving, askAngles, askBelieved),
		Grip:  switching(c.Grip, c.GripSettle), Release: switching(c.Release, c.ReleaseSettle),
		Silent: true, Unsure: true,
	}
}

// spoken are the words as they are sent: how often the end of a motion is asked for depends on the answers.
func spoken(c Config) session.Words {
	w := words(c)
	w.Drain = nil
	return w
}

// switching is some lines, and a time to settle after the last.
func switching(texts []string, settle time.Duration) []session.Line {
	lines := session.Texts(texts...)
	if n := len(lines); n > 0 {
		lines[n-1].Rest = settle
	}
	return lines
}

// motion is a straight line.
func motion(to arm.Point, speed float64) string {
	return "G0 " + session.Feed(to, speed)
}

// homingSpeed is slow enough for a way that is not known, in mm/s.
func homingSpeed(c Config) float64 { return min(50, c.Limits.Vertical()) }
