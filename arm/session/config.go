package session

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
)

// Config is what a driver must know of a machine. Only Limits has no default.
type Config struct {
	// Limits of the tool in the controller's coordinates after homing.
	Limits arm.Limits
	// AxisSpeed is the greatest speed that is asked of each axis, mm/s; where it is 0, it is that of Limits.
	AxisSpeed arm.Point

	// Grip and Release are the lines that switch the tool; each driver says which are usual.
	Grip, Release []string
	// GripSettle and ReleaseSettle are waited for at rest afterwards, by default 250 ms and 150 ms.
	GripSettle, ReleaseSettle time.Duration

	// Boot is the longest time from a reset until the controller listens.
	Boot time.Duration
	// Answer is the longest silence of a controller that is alive.
	Answer time.Duration
	// Homing is the longest time that homing may take.
	Homing time.Duration

	// Shared: others may be connected to the controller too, over a network. An answer to nothing that was sent is
	// then one of theirs, and so is a motion.
	Shared bool

	// Log receives every line at debug level. The zero Logger is silent.
	Log zerolog.Logger
}

// Tool says which lines may switch a tool. Nothing among them may move it past the limits.
type Tool struct {
	Words *regexp.Regexp // that match such a line
	Max   int            // characters of a line
	Say   string         // what to use, for a person
}

// LimitHoming ends a context when homing has taken too long: its cause is then an arm.ErrNoAnswer that asks a person
// something.
func (c Config) LimitHoming(ctx context.Context, ask string) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, c.Homing, c.LateHoming(ask))
}

// LateHoming is the error for homing that has taken too long.
func (c Config) LateHoming(ask string) error {
	return fmt.Errorf("%w: homing has not ended within %v, %s", arm.ErrNoAnswer, c.Homing, ask)
}

// WithDefaults fills in what is left out from what is usual, and checks the rest.
func (c Config) WithDefaults(usual Config, tool Tool) (Config, error) {
	if c.Grip == nil {
		c.Grip = usual.Grip
	}
	if c.Release == nil {
		c.Release = usual.Release
	}
	c.GripSettle = cmp.Or(c.GripSettle, 250*time.Millisecond)
	c.ReleaseSettle = cmp.Or(c.ReleaseSettle, 150*time.Millisecond)
	c.Boot = cmp.Or(c.Boot, usual.Boot)
	c.Answer = cmp.Or(c.Answer, usual.Answer)
	c.Homing = cmp.Or(c.Homing, usual.Homing)
	if err := c.Limits.Validate(); err != nil {
		return c, err
	}
	if min(c.GripSettle, c.ReleaseSettle, c.Boot, c.Answer, c.Homing) < 0 {
		return c, fmt.Errorf("the arm's waiting times must not be negative")
	}
	for _, text := range append(append([]string{}, c.Grip...), c.Release...) {
		if !tool.Words.MatchString(text) || len(text) > tool.Max {
			return c, fmt.Errorf("%.80q cannot switch a tool: use %s, at most %d characters a line", text, tool.Say, tool.Max)
		}
	}
	return c, nil
}
