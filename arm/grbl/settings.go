package grbl

import (
	"fmt"
	"math"

	"draughtsman/arm"
)

// Numbers of the settings that matter here. Rates and travels have one for each axis, X first.
const (
	stepIdle     = 1 // ms after which the motors are switched off; 255: never
	reportInches = 13
	softLimits   = 20
	hardLimits   = 21 // grblHAL: a mask, bit 0: on
	homingCycle  = 22 // grblHAL: a mask, bit 0: on
	homingDir    = 23 // a mask of the axes whose switches are at the low end
	pullOff      = 27 // mm
	maxSpindle   = 30 // of S, at which the output is fully on
	laserMode    = 32
	stepsPerMM   = 100
	maxRate      = 110 // mm/min
	maxTravel    = 130 // mm
)

// Settings are a controller's "$" settings by their number: $110 to $112 are the axes' greatest speeds in mm/min,
// $120 to $122 their accelerations in mm/s², $130 to $132 their travels in mm. FluidNC has only some of them.
type Settings map[int]float64

// same reports whether two places are the same to the step, of which $100 to $102 say how many there are in a
// millimetre, and to what a report rounds.
func (s Settings) same(a, b arm.Point) bool {
	const roundingMM = 0.002 // mm; of thousandths, or of ten thousandths of an inch
	for i, off := range [3]float64{a.X - b.X, a.Y - b.Y, a.Z - b.Z} {
		step := 0.05 // what any usable machine has
		if steps := s[stepsPerMM+i]; steps > 0 {
			step = 1 / steps
		}
		if math.Abs(off) > step+roundingMM {
			return false
		}
	}
	return true
}

// check compares the settings with what the configuration promises.
func (s Settings) check(limits arm.Limits) error {
	for i, want := range [3]float64{
		limits.Max.X - limits.Min.X,
		limits.Max.Y - limits.Min.Y,
		limits.Max.Z - limits.Min.Z,
	} {
		travel, known := s[maxTravel+i]
		if known && s[softLimits] == 1 && want > travel {
			return fmt.Errorf("the configured reach along %c is %.1f mm but the controller's travel ($%d) only %.1f mm: "+
				"correct one of them", "XYZ"[i], want, maxTravel+i, travel)
		}
	}
	return nil
}

// fits compares where the machine stands when it has homed with the configured reach, whose coordinates may have the
// wrong sign: Grbl calls the end of each axis at which its switch is 0, or the other, but no place more than 0, and
// the relatives can be told to count upwards.
func (s Settings) fits(limits arm.Limits, home arm.Point) error {
	const homingSlackMM = 10.0 // mm by which pull-offs and switches may differ
	slack := homingSlackMM + s[pullOff]
	ends := [3][3]float64{
		{home.X, limits.Min.X, limits.Max.X},
		{home.Y, limits.Min.Y, limits.Max.Y},
		{home.Z, limits.Min.Z, limits.Max.Z},
	}
	dir, known := s[homingDir]
	for i, e := range ends {
		at, low, high := e[0], e[1], e[2]
		positive, negative := low > -slack, high < slack // the reach
		atZero := math.Abs(at) <= slack
		up := known && int(dir)>>i&1 != 0 // from its switch it can only go upwards
		down := known && !up
		switch {
		case positive && !negative && (at < -slack || atZero && down):
			return fmt.Errorf("%w: machine.reach is %.1f to %.1f mm along %c, and homing ended at %.1f mm: a homed Grbl has "+
				"negative coordinates, which is the likely cause; set the reach to what it says, here about %.0f to %.0f mm",
				arm.ErrLimit, low, high, "XYZ"[i], at, at-(high-low), at)
		case negative && !positive && (at > slack || atZero && up):
			return fmt.Errorf("%w: machine.reach is %.1f to %.1f mm along %c, and homing ended at %.1f mm: this controller "+
				"counts upwards; set the reach to positive coordinates",
				arm.ErrLimit, low, high, "XYZ"[i], at)
		}
	}
	return nil
}
