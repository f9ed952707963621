package gantry

import (
	"fmt"
	"strings"
	"time"
)

// fluidNC is an ESP32 board with four axes. It is written from github.com/bdring/FluidNC: FluidNC/src/Report.cpp
// (greeting, reports, $I), Protocol.cpp (alarms, resets, holds; after a limit it goes on to answer, and plans motions
// that it does not make), ProcessSettings.cpp ($ commands), SettingsDefinitions.cpp ($$), Channel.cpp (the ends of
// lines), Error.h, Logging.h ([MSG:INFO: …]); and its start from the examples in
// github.com/bdring/fluidnc-wiki-content.
var fluidNC = flavour{
	kind:     FluidNC,
	greeting: "Grbl 3.7 [FluidNC v3.7.12 (wifi) '$' for help]",
	startup: []string{
		"ets Jul 29 2019 12:21:46", "", "rst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)", "",
		"[MSG:INFO: FluidNC v3.7.12 https://github.com/bdring/FluidNC]",
		"[MSG:INFO: Compiled with ESP32 SDK:v4.4.4]",
		"[MSG:INFO: Local filesystem type is spiffs]",
		"[MSG:INFO: Configuration file:config.yaml]",
		"[MSG:INFO: Machine Gantry]",
		"[MSG:INFO: Board 6 Pack]",
		"[MSG:INFO: Stepping:I2S_STREAM Pulse:4us Dsbl Delay:0us Dir Delay:1us Idle Delay:255ms]",
		"[MSG:INFO: Axis count 4]",
		"[MSG:INFO: Axis X (0.000,640.000)]",
		"[MSG:INFO:   Motor0]",
		"[MSG:INFO: Kinematic system: Cartesian]",
		"[MSG:INFO: Using spindle NoSpindle]",
		"[MSG:WARN: WiFi SSID FluidNC not found]",
		"[MSG:INFO: Telnet started on port 23]",
	},
	help: "[HLP:$$ $+ $# $S $L $G $I $N $x=val $Nx=line $J=line $SLP $C $X $H $F $E=err ~ ! ? ctrl-x]",
	build: []string{"[VER:3.7 FluidNC v3.7.12:]", "[OPT:PHS]", "[MSG: Machine: Gantry]",
		"[MSG: Mode=AP:SSID=FluidNC:IP=192.168.0.1:MAC=AC-0B-FB-24-EE-C9]"},
	homed:      []string{"[MSG:Homed:Z]", "[MSG:Homed:XY]"},
	programEnd: "Program End",
	blocks:     16, rxBytes: 255, lineBytes: 254, moreAxes: 1, segments: 110 * time.Millisecond,
	alarmTakes: 500 * time.Millisecond, bootAtLeast: time.Second, bootAtMost: 2500 * time.Millisecond,
}

// fluidNCNames are settings that FluidNC has under names, with their values, in upper case as lines are read
// (SettingsDefinitions.cpp, WebUI/WifiConfig.cpp). What they change nobody here would see.
var fluidNCNames = map[string][]string{
	"MESSAGE/LEVEL": {"NONE", "ERROR", "WARN", "INFO", "DEBUG", "VERBOSE"},
	"TELNET/ENABLE": {"ON", "OFF"},
	"HTTP/ENABLE":   {"ON", "OFF"},
}

// fluidNCSettings are those of GRBL's that FluidNC knows, in its order. The others are in its configuration file.
var fluidNCSettings = []int{
	reportInches, reportMask, maxTravel, maxTravel + 1, maxTravel + 2, acceleration, acceleration + 1, acceleration + 2,
	maxRate, maxRate + 1, maxRate + 2, stepsPerMM, stepsPerMM + 1, stepsPerMM + 2, 3, softLimits, hardLimits,
	homingEnabled, 23, 32,
}

func (s *settings) printFluidNC() string {
	var b strings.Builder
	for _, n := range fluidNCSettings {
		if n >= stepsPerMM {
			fmt.Fprintf(&b, "$%d=%.3f\r\n", n, s.values[n])
		} else {
			fmt.Fprintf(&b, "$%d=%.0f\r\n", n, s.values[n])
		}
	}
	return b.String()
}
