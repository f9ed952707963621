package grbl

import (
	"regexp"
	"time"

	"draughtsman/arm/session"
)

// Config is what the driver must know of a machine. Its limits are in machine coordinates, whose zero lies where
// homing puts it: with Grbl's usual settings the box is negative.
//
// The tool is switched by M8 and M9 unless something else is given: the coolant output (pin A3 of an Uno) as the
// relay of a pump. M3 S… and M5 use the spindle's. Boot is 4 s by default (an Uno's boot loader takes up to 2 s),
// Answer 2 s, Homing 60 s.
type Config = session.Config

// usual is what is left out of a Config.
var usual = Config{
	Grip: []string{"M8"}, Release: []string{"M9"},
	Boot: 4 * time.Second, Answer: 2 * time.Second, Homing: time.Minute,
}

// tool holds the words that a tool's line may have. Axis words are not among them.
var tool = session.Tool{
	Words: regexp.MustCompile(`^(?:(?:M\d{1,3}|G0?4|[SPQ]\d+(?:\.\d+)?) ?)+$`),
	Max:   MaxLine,
	Say:   "M commands with S, P, Q and G4",
}
