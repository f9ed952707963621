package gantry

import (
	"fmt"
	"time"
)

// flavour is what differs between GRBL and its relatives. The strings are the firmwares' own.
type flavour struct {
	kind       Protocol
	greeting   string   // after a reset
	startup    []string // before the first greeting
	help       string   // the answer to $
	build      []string // the answer to $I
	homed      []string // at the end of homing
	programEnd string

	blocks    int           // motions that the planner holds, the one that is going on included
	rxBytes   int           // the serial buffer, full but for one byte
	lineBytes int           // the longest line; GRBL does not count spaces and comments
	moreAxes  int           // beyond Z, which stand at 0
	segments  time.Duration // of motion that is prepared for the motors: SEGMENT_BUFFER_SIZE - 1 pieces of 10 ms

	alarmTakes              time.Duration // for which it stops after every ALARM:N
	bootAtLeast, bootAtMost time.Duration
}

var flavours = map[Protocol]flavour{
	GRBL: {
		kind:       GRBL,
		greeting:   "Grbl 1.1h ['$' for help]",
		help:       "[HLP:$$ $# $G $I $N $x=val $Nx=line $J=line $SLP $C $X $H ~ ! ? ctrl-x]",
		build:      []string{"[VER:1.1h.20190830:]", "[OPT:V,15,128]"},
		programEnd: "Pgm End",
		blocks:     15, rxBytes: 127, lineBytes: 79, segments: 50 * time.Millisecond,
		alarmTakes: 500 * time.Millisecond, bootAtLeast: 500 * time.Millisecond, bootAtMost: 2 * time.Second,
	},
	GrblHAL: grblHAL,
	FluidNC: fluidNC,
}

// message is a feedback message. FluidNC puts a level before it.
func (f flavour) message(level, text string) string {
	if f.kind == FluidNC {
		text = level + ": " + text
	}
	return "[MSG:" + text + "]\r\n"
}

// defaults are the settings of the board as it was bought and set up for this gantry.
func (f flavour) defaults(bed Axes) *settings {
	s := f.factory()
	s.setUp(bed)
	if f.kind == GrblHAL {
		s.values[homingEnabled] = 1 + 4
	}
	return s
}

// factory are the settings of the board after a reset to those of the factory.
func (f flavour) factory() *settings {
	s := factorySettings()
	if f.kind == GrblHAL {
		s.grblHAL()
	}
	return s
}

// print is the answer to $$, without the ok.
func (f flavour) print(s *settings) string {
	switch f.kind {
	case GrblHAL:
		return s.printGrblHAL()
	case FluidNC:
		return s.printFluidNC()
	}
	return s.printed(func(n int) string {
		for _, whole := range [...]int{0, 1, 2, 3, 4, 5, 6, reportMask, reportInches, softLimits, hardLimits, homingEnabled,
			23, homingDebounce, 30, 31, 32} {
			if n == whole {
				return fmt.Sprintf("%.0f", s.values[n])
			}
		}
		return fmt.Sprintf("%.3f", s.values[n])
	})
}
