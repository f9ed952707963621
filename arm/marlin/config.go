package marlin

import (
	"regexp"
	"time"

	"draughtsman/arm/session"
)

// Config is what the driver must know of a machine. Its limits are in the coordinates of G1 after G28.
//
// The tool is switched by M106 and M107 unless something else is given: the first fan's output, to which a pump is
// connected. M42 P… S… uses any pin, M280 P… S… a servo. Marlin says "ok" to a fan or a pin that does not exist. Boot
// is 10 s by default, Answer 5 s, Homing 90 s.
type Config = session.Config

// usual is what is left out of a Config.
var usual = Config{
	Grip: []string{"M106 S255"}, Release: []string{"M107"},
	Boot: 10 * time.Second, Answer: 5 * time.Second, Homing: 90 * time.Second,
}

// tool holds the words that a tool's line may have: one command a line.
var tool = session.Tool{
	Words: regexp.MustCompile(`^(?:M\d{1,3}|G4)(?: [SPIQ]\d+(?:\.\d+)?)*$`),
	Max:   MaxLine - framingBytes,
	Say:   "one M command a line with S, P, I, Q, or G4",
}
