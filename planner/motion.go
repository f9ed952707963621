package planner

import (
	"time"

	"draughtsman/calibration"
)

// Kind is what a motion does.
type Kind string

// The kinds of motions.
const (
	Rise     Kind = "rise"     // straight up
	Travel   Kind = "travel"   // straight across, above everything on the way; down from the park point, and up to it
	Descend  Kind = "descend"  // straight down
	Approach Kind = "approach" // straight down, the last part, slowly
	Grip     Kind = "grip"     // take hold, and wait until the disc is held
	Check    Kind = "check"    // where the arm can tell: is there a disc in the grip?
	Release  Kind = "release"  // let go, and wait until the disc is free
)

// Motion is one command for the arm.
type Motion struct {
	Kind   Kind
	Over   Place                // the place at or above which it ends; the zero value is the park point
	To     calibration.ArmPoint // where the tip is afterwards
	Height float64              // of the tip above the playing surface, afterwards, mm
	Speed  float64              // along the line, mm/s; 0 where the tool stays
	Takes  time.Duration        // from standstill to standstill, with settling and overhead
}
