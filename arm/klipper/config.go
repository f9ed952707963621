package klipper

import (
	"regexp"
	"time"

	"draughtsman/arm/session"
)

// Config is what the driver must know of a machine. Its limits are in Klipper's coordinates, those of position_min
// and position_max.
//
// The tool is switched by SET_PIN PIN=pump VALUE=1 and VALUE=0 unless something else is given: an [output_pin pump],
// a servo, a fan's output or a macro without parameters. Boot, the longest time that a restart of the firmware may
// take, is 30 s by default, Answer 3 s, Homing 2 minutes.
type Config = session.Config

// usual is what is left out of a Config.
var usual = Config{
	Grip: []string{"SET_PIN PIN=pump VALUE=1"}, Release: []string{"SET_PIN PIN=pump VALUE=0"},
	Boot: 30 * time.Second, Answer: 3 * time.Second, Homing: 2 * time.Minute,
}

// tool holds the commands that may switch a tool; a macro moves nothing that this program would know of.
var tool = session.Tool{
	Words: regexp.MustCompile(`^(?:SET_(?:PIN|SERVO|FAN_SPEED)(?: [A-Z]+=[\w.-]+)+|M10[67](?: [SP]\d+(?:\.\d+)?)*|[A-Z_]{4,})$`),
	Max:   80,
	Say:   "SET_PIN, SET_SERVO, SET_FAN_SPEED, M106, M107 or a macro without parameters",
}
