package dobot

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// Config is what the driver must know of an arm. Its limits are in the Magician's coordinates: from the middle
// between its motors x forward, y to the left, z up.
//
// The tool is the suction cup ("suction on", "suction off") unless something else is given: the gripper has "gripper
// close" and "gripper open". Boot is 10 s by default, Answer 3 s, Homing 60 s.
type Config struct {
	session.Config
	// Rest is where homing ends, within the limits.
	Rest arm.Point
	// Accel is the tool's acceleration, 200 mm/s² by default.
	Accel float64
}

// usual is what is left out of a Config.
var usual = session.Config{
	Grip: []string{"suction on"}, Release: []string{"suction off"},
	Boot: 10 * time.Second, Answer: 3 * time.Second, Homing: time.Minute,
}

// switches are the words that a tool's line may be, and what is sent for them.
var switches = map[string]Packet{
	"suction on":    setting(idSuction, 1, 1),
	"suction off":   setting(idSuction, 0, 0),
	"gripper close": setting(idGripper, 1, 1),
	"gripper open":  setting(idGripper, 1, 0),
	"gripper off":   setting(idGripper, 0, 0),
}

// tool holds the lines that switch a tool.
var tool = session.Tool{
	Words: regexp.MustCompile(`^(suction (on|off)|gripper (close|open|off))$`),
	Max:   len("gripper close"),
	Say:   "suction on and suction off, or gripper close, gripper open and gripper off",
}

// withDefaults fills in what is left out, and checks the rest.
func (c Config) withDefaults() (Config, error) {
	var err error
	if c.Config, err = c.WithDefaults(usual, tool); err != nil {
		return c, err
	}
	if c.Accel = cmp.Or(c.Accel, 200); !(c.Accel > 0) || math.IsInf(c.Accel, 0) {
		return c, fmt.Errorf("the arm's acceleration is %g mm/s²; it must be more than 0", c.Accel)
	}
	if err := c.Limits.Check(c.Rest, c.Limits.MaxSpeed); err != nil {
		return c, fmt.Errorf("the point where homing ends: %w", err)
	}
	return c, nil
}
