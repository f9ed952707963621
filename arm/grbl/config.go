package grbl

import (
	"cmp"
	"fmt"
	"regexp"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
)

// Config is what the driver must know of a machine. Only Limits has no
// default.
type Config struct {
	// Limits of the tool in machine coordinates, whose zero lies where homing
	// puts it: with Grbl's usual settings the box is negative.
	Limits arm.Limits

	// Grip and Release are the G-code lines that switch the tool, by default
	// M8 and M9: the coolant output (pin A3 of an Uno) as the relay of a
	// pump. M3 S… and M5 use the spindle's.
	Grip, Release []string
	// GripSettle and ReleaseSettle are waited for at rest afterwards, by
	// default 250 ms and 150 ms.
	GripSettle, ReleaseSettle time.Duration

	// Boot is the longest time from a reset to Grbl's banner, 4 s by default:
	// an Uno's boot loader takes up to 2 s.
	Boot time.Duration
	// Answer is the longest silence of a controller that is alive, 2 s by
	// default.
	Answer time.Duration
	// Homing is the longest time that homing may take, 60 s by default.
	Homing time.Duration

	// Log receives every line at debug level. The zero Logger is silent.
	Log zerolog.Logger
}

// toolWords are the words that a tool's line may have. Axis words are not
// among them: nothing may move past the limits.
var toolWords = regexp.MustCompile(`^(?:(?:M\d{1,3}|G0?4|[SPQ]\d+(?:\.\d+)?) ?)+$`)

// withDefaults fills in what is left out, and checks the rest.
func (c Config) withDefaults() (Config, error) {
	if c.Grip == nil {
		c.Grip = []string{"M8"}
	}
	if c.Release == nil {
		c.Release = []string{"M9"}
	}
	c.GripSettle = cmp.Or(c.GripSettle, 250*time.Millisecond)
	c.ReleaseSettle = cmp.Or(c.ReleaseSettle, 150*time.Millisecond)
	c.Boot = cmp.Or(c.Boot, 4*time.Second)
	c.Answer = cmp.Or(c.Answer, 2*time.Second)
	c.Homing = cmp.Or(c.Homing, time.Minute)
	if err := c.Limits.Validate(); err != nil {
		return c, err
	}
	if min(c.GripSettle, c.ReleaseSettle, c.Boot, c.Answer, c.Homing) < 0 {
		return c, fmt.Errorf("the arm's waiting times must not be negative")
	}
	for _, text := range append(append([]string{}, c.Grip...), c.Release...) {
		if !toolWords.MatchString(text) || len(text) > MaxLine {
			return c, fmt.Errorf("%.80q cannot switch a tool: use M commands with S, P, Q and G4, at most %d characters a line", text, MaxLine)
		}
	}
	return c, nil
}
