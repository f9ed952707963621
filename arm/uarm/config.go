package uarm

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// Config is what the driver must know of an arm. Its limits are in the uArm's coordinates: x forward, y to the left,
// z up.
//
// The tool is the pump (M2231 V1 and V0) unless something else is given: the gripper has M2232 V1 and V0. Boot is 10
// s by default, Answer 3 s, Homing 30 s.
type Config struct {
	session.Config
	// Rest is where homing ends, within the limits.
	Rest arm.Point
}

// usual is what is left out of a Config.
var usual = session.Config{
	Grip: []string{"M2231 V1"}, Release: []string{"M2231 V0"},
	Boot: 10 * time.Second, Answer: 3 * time.Second, Homing: 30 * time.Second,
}

// tool holds the words that a tool's line may have.
var tool = session.Tool{
	Words: regexp.MustCompile(`^M22\d\d V\d{1,3}$`),
	Max:   MaxLine,
	Say:   "M2231 V1 and V0 (pump), or M2232 V1 and V0 (gripper)",
}

// withDefaults fills in what is left out, and checks the rest.
func (c Config) withDefaults() (Config, error) {
	var err error
	if c.Config, err = c.WithDefaults(usual, tool); err != nil {
		return c, err
	}
	if err := c.Limits.Check(c.Rest, c.Limits.MaxSpeed); err != nil {
		return c, fmt.Errorf("the point where homing ends: %w", err)
	}
	return c, nil
}

// feel is the question to the tool that Grip switches: P2231 or P2232.
func (c Config) feel() string {
	if slices.ContainsFunc(c.Grip, func(text string) bool { return strings.HasPrefix(text, "M2232") }) {
		return "P2232"
	}
	return "P2231"
}
