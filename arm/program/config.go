package program

import (
	"cmp"
	"errors"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
)

// Config is what the driver must know. Command, for Start, and Limits have no default.
type Config struct {
	// Command is the program and its arguments; Folder is where it runs, and where a relative path in Command begins.
	Command []string
	Folder  string

	// Limits of the tool in the arm's coordinates.
	Limits arm.Limits
	// GripSettle and ReleaseSettle are waited for when the program has answered.
	GripSettle, ReleaseSettle time.Duration

	// Boot is the longest time from the start to the answer to identify, by default 60 s: to load LeRobot takes a
	// small computer half of that.
	Boot time.Duration
	// Answer is the longest time for an answer to what moves nothing, and what a motion may take beyond twice its way
	// at its speed; by default 5 s.
	Answer time.Duration
	// Homing is the longest time that homing may take, by default 90 s.
	Homing time.Duration
	// Grace is how long the program may take to end when its standard input has ended, and again after SIGTERM; by
	// default 3 s.
	Grace time.Duration

	// Log receives every line at debug level, and what the program writes to its standard error. The zero Logger is
	// silent.
	Log zerolog.Logger
}

func (c Config) withDefaults() (Config, error) {
	c.Boot = cmp.Or(c.Boot, time.Minute)
	c.Answer = cmp.Or(c.Answer, 5*time.Second)
	c.Homing = cmp.Or(c.Homing, 90*time.Second)
	c.Grace = cmp.Or(c.Grace, 3*time.Second)
	if min(c.GripSettle, c.ReleaseSettle, c.Boot, c.Answer, c.Homing, c.Grace) < 0 {
		return c, errors.New("the arm's waiting times must not be negative")
	}
	return c, c.Limits.Validate()
}

// motionTakes is the longest time for a motion over a way in mm at mm/s.
func (c Config) motionTakes(way, speed float64) time.Duration {
	return c.Answer + arm.Takes(2*way, speed)
}
