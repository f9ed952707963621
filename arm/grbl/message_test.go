package grbl_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/arm"
	"draughtsman/arm/grbl"
	"draughtsman/internal/testkit/expect"
)

func parse(t *rapid.T, text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	expect.OK(t, err)
	return v
}

func TestParse(t *testing.T) {
	p := func(x, y, z float64) *arm.Point { return &arm.Point{X: x, Y: y, Z: z} }
	for line, want := range map[string]grbl.Message{
		"ok":                           grbl.OK{},
		" ok ":                         grbl.OK{},
		"error:9":                      grbl.Fault{Code: 9},
		"error:Bad number format":      grbl.Fault{Text: "Bad number format"},
		"ALARM:2":                      grbl.Alarm{Code: 2},
		"ALARM:-4":                     grbl.Alarm{},
		"Grbl 1.1h ['$' for help]":     grbl.Banner{Firmware: grbl.Grbl, Version: "1.1h"},
		"\xff\x00Grbl 1.1f ['$' for h": grbl.Banner{Firmware: grbl.Grbl, Version: "1.1f"},
		"$110=12000.000":               grbl.Setting{Number: 110, Value: 12000},
		"$1=inf":                       grbl.Setting{Number: 1, Text: "inf"},
		"$302=192.168.5.1":             grbl.Setting{Number: 302, Text: "192.168.5.1"},
		"$70=N/A":                      grbl.Setting{Number: 70, Text: "N/A"},
		"$74=":                         grbl.Setting{Number: 74},
		"error:GCode cannot be executed in lock or alarm state": grbl.Fault{Code: 9,
			Text: "GCode cannot be executed in lock or alarm state"},
		"GrblHAL 1.1f ['$' or '$HELP' for help]": grbl.Banner{Firmware: grbl.GrblHAL,
			Version: "1.1f"},
		"Grbl 3.7 [FluidNC v3.7.12 (wifi) '$' for help]": grbl.Banner{Firmware: grbl.FluidNC,
			Version: "3.7"},
		"[MSG:INFO: ALARM: Unhomed]": grbl.Feedback{Tag: "MSG",
			Text: "INFO: ALARM: Unhomed"},
		"[FIRMWARE:grblHAL]": grbl.Feedback{Tag: "FIRMWARE",
			Text: "grblHAL"},
		"<Alarm:11|MPos:0.000,0.000,0.000,0.000|Bf:35,1024|FS:0,0,0|H:0|FW:grblHAL>": grbl.Status{State: grbl.StateAlarm,
			Sub: 11, MPos: p(0, 0, 0)},
		"<Tool|MPos:1.000,2.000,3.000|FS:0,0>": grbl.Status{State: grbl.StateTool,
			MPos: p(1, 2, 3)},
		"<Run|MPos:1.000,2.000,3.000,4.000,5.000|FS:0,0|SD:12.5,/job.nc>": grbl.Status{State: grbl.StateRun,
			MPos: p(1, 2, 3)},
		"$0=10 (step pulse, usec)": grbl.Setting{Number: 0, Value: 10},
		"[MSG:Caution: Unlocked]": grbl.Feedback{Tag: "MSG",
			Text: "Caution: Unlocked"},
		"[MSG:'$H'|'$X' to unlock]": grbl.Feedback{Tag: "MSG",
			Text: "'$H'|'$X' to unlock"},
		"[VER:1.1h.20190830:]": grbl.Feedback{Tag: "VER",
			Text: "1.1h.20190830:"},
		"<Idle|MPos:0.000,-1.500,3.000|FS:0,0|Pn:XYZ|WCO:1.000,2.000,3.000|Ov:100,100,100>": grbl.Status{
			State: grbl.StateIdle, MPos: p(0, -1.5, 3), WCO: p(1, 2, 3), Pins: "XYZ"},
		"<Hold:1|WPos:1.000,2.000,3.000,4.000|FS:0,0>": grbl.Status{State: grbl.StateHold, Sub: 1, WPos: p(1, 2, 3)},
		"[]": grbl.Feedback{},
		"":   nil, "o": nil, "okok": nil, "k": nil, "<": nil, ">": nil, "<>": nil, "[": nil,
		"<Idle>": nil, "<Idle|FS:0,0>": nil, "<Idlx|MPos:0,0,0>": nil, "<Hold:x|MPos:0,0,0>": nil,
		"<Idle|MPos:0,0>": nil, "<Idle|MPos:0,0,NaN>": nil, "<Idle|MPos:0,0,0x1p4>": nil, "<Idle|MPos:0,0,0": nil,
		"$N0=G28": nil, "$x=1": nil, "$1": nil, "$-1=1": nil,
		"Grbl": nil, "Grbl is here [sic]": nil, "start": nil, "@5 V1": nil, "X:0.00 Y:0.00": nil,
	} {
		got, err := grbl.Parse(line)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", line, diff)
		}
		var syntax *grbl.SyntaxError
		if (err == nil) != (want != nil) || err != nil && !errors.As(err, &syntax) {
			t.Errorf("%q: %v", line, err)
		}
	}
}

func TestAtRest(t *testing.T) {
	for line, want := range map[string]bool{
		"<Idle|MPos:0,0,0>": true, "<Alarm|MPos:0,0,0>": true, "<Sleep|MPos:0,0,0>": true, "<Hold:0|MPos:0,0,0>": true,
		"<Door:1|MPos:0,0,0>": true, "<Door:2|MPos:0,0,0>": false, "<Hold:1|MPos:0,0,0>": false,
		"<Run|MPos:0,0,0>": false, "<Jog|MPos:0,0,0>": false, "<Home|MPos:0,0,0>": false, "<Check|MPos:0,0,0>": false,
	} {
		m, err := grbl.Parse(line)
		if s, ok := m.(grbl.Status); !ok || err != nil || s.AtRest() != want {
			t.Errorf("%q: %#v, %v; want at rest %v", line, m, err, want)
		}
	}
}

// Whatever comes from the wire, Parse returns either a message or an error, and a line is the same with the blanks
// around it gone.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		"ok", "error:9", "ALARM:2", "Grbl 1.1h ['$' for help]", "$110=12000.000", "[MSG:Reset to continue]",
		"<Idle|MPos:0.000,-1.500,3.000|FS:0,0|Pn:XYZ|WCO:1.000,2.000,3.000|Ov:100,100,100>", "<Hold:1|WPos:1,2,3>", "\xff<",
		"$=",
		"GrblHAL 1.1f ['$' or '$HELP' for help]", "Grbl 3.7 [FluidNC v3.7.12 (wifi) '$' for help]", "$302=192.168.5.1",
		"$74=",
		"error:Unsupported GCode command", "<Alarm:11|MPos:0.000,0.000,0.000,0.000|Bf:35,1024|FS:0,0|H:0|FW:grblHAL>",
		"[MSG:ERR: Reset to continue]",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		m, err := grbl.Parse(line)
		if (m == nil) == (err == nil) {
			t.Fatalf("%q: %v, %v", line, m, err)
		}
		if trimmed, _ := grbl.Parse(strings.TrimSpace(line)); !cmp.Equal(m, trimmed) {
			t.Fatalf("%q: %v and %v", line, m, trimmed)
		}
		if s, ok := m.(grbl.Status); ok && s.MPos == nil && s.WPos == nil {
			t.Fatalf("%q: a status without a position", line)
		}
	})
}
