package gantry

import (
	"fmt"
	"maps"
	"time"
)

// grblHAL is a board with native USB and four axes. It is written from github.com/grblHAL/core: report.c (greeting,
// reports, $I, $$), protocol.c (the main loop, in which all G-code is answered like the last line if that was
// refused, and the loop after a limit, which goes on to answer), system.c ($ commands), motion_control.c (resets,
// homing), machine_limits.c, settings.c, alarms.c, errors.c, messages.c.
var grblHAL = flavour{
	kind:     GrblHAL,
	greeting: "GrblHAL 1.1f ['$' or '$HELP' for help]",
	help:     "[HLP:$$ $# $G $I $N $x=val $Nx=line $J=line $SLP $C $X $H $B ~ ! ? ctrl-x]",
	build: []string{
		"[VER:1.1f.20250401:]", "[OPT:VNMZSL,35,1024,4,0]", "[AXS:4:XYZA]", "[NEWOPT:ENUMS,RT-,HOME,ES,REBOOT,SED]",
		"[FIRMWARE:grblHAL]", "[NVS STORAGE:*FLASH]", "[FREE MEMORY:97K]", "[DRIVER:RP2040]", "[DRIVER VERSION:250330]",
		"[BOARD:PicoCNC]", "[AUX IO:0,4,0,0]",
	},
	homed:      []string{"[MSG:]"},
	programEnd: "Pgm End",
	blocks:     35, rxBytes: 1023, lineBytes: 256, moreAxes: 1, segments: 90 * time.Millisecond,
	alarmTakes: 100 * time.Millisecond, bootAtLeast: 300 * time.Millisecond, bootAtMost: 900 * time.Millisecond,
}

// whileBlocked are the $ commands that grblHAL carries out also after a limit (allow_blocking in system.c).
var whileBlocked = []string{"", "$", "+", "I", "I+", "G", "#", "N"}

// grblHAL makes GRBL's settings those of grblHAL: $22 is a mask of homing on (1), needed on startup (4) and more; $10
// too has more bits.
func (s *settings) grblHAL() {
	s.values[reportMask] = 511
	for n, v := range map[int]float64{
		0: 5, 9: 1, 28: 0.1, 39: 1, 40: 0, 43: 1, 44: 4, 45: 3, 62: 0, 63: 3, 64: 0, 65: 0, 341: 0, 384: 0, 481: 0,
		103: 250, 113: 500, 123: 10, 133: 200,
	} {
		s.values[n] = v
	}
}

// grblHALTexts are settings that are no numbers.
var grblHALTexts = map[int]string{70: "N/A", 74: "", 300: "grblHAL", 302: "192.168.5.1", 304: "255.255.255.0"}

func (s *settings) printGrblHAL() string {
	all := &settings{values: maps.Clone(s.values)}
	for n := range grblHALTexts {
		all.values[n] = 0
	}
	return all.printed(func(n int) string {
		if text, found := grblHALTexts[n]; found {
			return text
		}
		switch {
		case n == 0, n == homingFeed, n == homingSeek, n == 29:
			return fmt.Sprintf("%.1f", all.values[n])
		case n >= stepsPerMM && n < 200, n == junctionDeviation, n == 12, n == pullOff, n == 28, n == 30, n == 31:
			return fmt.Sprintf("%.3f", all.values[n])
		}
		return fmt.Sprintf("%.0f", all.values[n])
	})
}
