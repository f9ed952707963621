package grbl

import (
	"regexp"
	"strings"
)

// Firmware is which of Grbl and its relatives a controller runs.
type Firmware string

// The relatives that speak Grbl's protocol, by the names that they give themselves.
const (
	Grbl    Firmware = "Grbl"
	GrblHAL Firmware = "grblHAL"
	FluidNC Firmware = "FluidNC"
)

// greets is how they begin after a reset, also behind the noise that a board puts on the line while it starts:
//
//	Grbl 1.1h ['$' for help]
//	GrblHAL 1.1f ['$' or '$HELP' for help]
//	Grbl 3.7 [FluidNC v3.7.12 (wifi) '$' for help]
//
// (gnea/grbl report.c, grblHAL/core report.c, bdring/FluidNC Report.cpp and SettingsDefinitions.cpp.)
var greets = regexp.MustCompile(`(Grbl|GrblHAL) (\d\S*) .*?\[(FluidNC)?`)

func banner(text string) (Banner, bool) {
	m := greets.FindStringSubmatch(text)
	if m == nil {
		return Banner{}, false
	}
	b := Banner{Firmware: Grbl, Version: m[2]}
	switch {
	case m[3] != "":
		b.Firmware = FluidNC
	case m[1] == "GrblHAL":
		b.Firmware = GrblHAL
	}
	return b, true
}

// build takes in what a controller tells about its firmware in answer to $I.
func (f *Firmware) build(m Feedback) {
	switch {
	case m.Tag == "VER" && strings.Contains(m.Text, string(FluidNC)):
		*f = FluidNC
	case m.Tag == "FIRMWARE" && strings.EqualFold(m.Text, string(GrblHAL)):
		*f = GrblHAL
	}
}

// wantsHoming reports whether an alarm says no more than that the machine has to be homed after a start. grblHAL may be
// built to greet as Grbl.
func (f Firmware) wantsHoming(alarm int) bool {
	if f == FluidNC {
		return alarm == 14 || alarm == 15
	}
	return alarm == 11
}

// silencedBy reports whether nothing is answered behind an alarm, not even '?', until a reset.
func (f Firmware) silencedBy(alarm int) bool { return f == Grbl && (alarm == 1 || alarm == 2) }
