package grbl

import (
	"fmt"
	"regexp"
)

// warnings are what a person should know of the settings, though the arm works with them: what will happen, and what
// to send (for FluidNC: what to write into its configuration file) against it.
func (s Settings) warnings(c Config, f Firmware) (texts []string) {
	warn := func(text, send, write string) {
		if f == FluidNC {
			texts = append(texts, text+"; write "+write+" into its configuration file")
		} else {
			texts = append(texts, text+"; send "+send)
		}
	}
	off := func(n int) bool {
		v, known := s[n]
		return known && int(v)&1 == 0
	}
	if idle, known := s[stepIdle]; known && idle != 255 {
		warn(fmt.Sprintf("the motors are switched off %g ms after each motion ($1=%g): Z sinks, and the place is lost "+
			"without a word", idle, idle), "$1=255", "idle_ms: 255")
	}
	if off(softLimits) {
		warn("soft limits are switched off in the controller ($20=0): only the program's own limits hold", "$20=1",
			"soft_limits: true, for each axis,")
	}
	if off(hardLimits) {
		warn("limit switches do not stop the machine ($21=0): it goes on against its frame, and the place is lost without "+
			"a word", "$21=1", "hard_limits: true, for each motor,")
	}
	if off(homingCycle) {
		warn("homing is switched off in the controller ($22=0): the arm cannot be homed", "$22=1", "homing:, for each axis,")
	}
	if s[laserMode] == 1 {
		warn("laser mode is on ($32=1): the spindle's output is off whenever the machine stands still, and a tool on it "+
			"lets go", "$32=0", "a spindle that is no laser")
	}
	if full, known := s[maxSpindle]; known {
		if most := mostSpindle(c.Grip); most > full {
			warn(fmt.Sprintf("the tool is switched on with S%g, and S%g is fully on already ($30=%g): it gets no more than that",
				most, full, full), fmt.Sprintf("$30=%g", most), "a speed_map")
		}
	}
	return append(texts, s.slow(c)...)
}

// slow are the axes that are slower than what is asked of them.
func (s Settings) slow(c Config) (texts []string) {
	asked := [3]float64{c.AxisSpeed.X, c.AxisSpeed.Y, c.AxisSpeed.Z}
	for i, speed := range asked {
		if speed == 0 {
			speed = c.Limits.MaxSpeed
		}
		name := "travel_mm_s"
		if i == 2 {
			name = "vertical_mm_s"
		}
		if rate, known := s[maxRate+i]; known && rate < speed*60 {
			texts = append(texts, fmt.Sprintf("axis %c goes at most %.1f mm/s ($%d=%g), and %.1f mm/s are asked of it: it "+
				"takes longer than planned; lower %s, or raise $%d if the motor can",
				"XYZ"[i], rate/60, maxRate+i, rate, speed, name, maxRate+i))
		}
	}
	return texts
}

var spindleOn = regexp.MustCompile(`M0?[34](?:\D.*?)?S(\d+(?:\.\d+)?)|S(\d+(?:\.\d+)?).*?M0?[34](?:\D|$)`)

// mostSpindle is the greatest S of the lines that switch the spindle on; 0 if there are none.
func mostSpindle(lines []string) (most float64) {
	for _, text := range lines {
		most = max(most, value(spindleOn, text))
	}
	return most
}
