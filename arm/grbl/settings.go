package grbl

import (
	"fmt"
	"maps"
	"math"

	"draughtsman/arm"
)

// Numbers of the settings that matter here. Rates and travels have one for
// each axis, X first.
const (
	reportInches = 13
	softLimits   = 20
	homingCycle  = 22
	stepsPerMM   = 100
	maxRate      = 110 // mm/min
	maxTravel    = 130 // mm
)

// Settings are a controller's "$" settings by their number.
type Settings map[int]float64

// Settings are what the controller told about itself when it was connected:
// $110 to $112 are the axes' greatest speeds in mm/min, $120 to $122 their
// accelerations in mm/s², $130 to $132 their travels in mm.
func (d *Driver) Settings() (s Settings) {
	d.conn.Do(func() { s = maps.Clone(d.settings) })
	return s
}

// same tells whether two places are the same to the step, of which $100 to $102
// say how many there are in a millimetre, and to what a report rounds.
func (s Settings) same(a, b arm.Point) bool {
	const rounding = 0.002 // mm; of thousandths, or of ten thousandths of an inch
	for i, off := range [3]float64{a.X - b.X, a.Y - b.Y, a.Z - b.Z} {
		step := 0.05 // what any usable machine has
		if steps := s[stepsPerMM+i]; steps > 0 {
			step = 1 / steps
		}
		if math.Abs(off) > step+rounding {
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
			return fmt.Errorf("the configured reach along %c is %.1f mm but the controller's travel ($%d) only %.1f mm: correct one of them", "XYZ"[i], want, maxTravel+i, travel)
		}
	}
	return nil
}

// warnings are what a person should know of the settings, though the arm
// works with them.
func (s Settings) warnings(limits arm.Limits) (texts []string) {
	if s[homingCycle] != 1 {
		texts = append(texts, "homing is switched off in the controller ($22=0): the arm cannot be homed")
	}
	if s[softLimits] != 1 {
		texts = append(texts, "soft limits are switched off in the controller ($20=0): only the program's own limits hold")
	}
	for i := range 3 {
		rate, known := s[maxRate+i]
		if known && rate < limits.MaxSpeed*60 {
			texts = append(texts, fmt.Sprintf("axis %c goes at most %.1f mm/s ($%d): faster motions along it are slowed down", "XYZ"[i], rate/60, maxRate+i))
		}
	}
	return texts
}
