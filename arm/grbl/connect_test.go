package grbl_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/grbl"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

func TestConnect(t *testing.T) {
	ask := []playback.Step{playback.Expect("$$\n"), playback.Say(settings)}
	for name, c := range map[string]struct {
		steps   []playback.Step
		version string
		within  time.Duration
	}{
		"opening the port resets the board, its boot loader eats input": {
			[]playback.Step{playback.Answer('?', ""), playback.Wait(1900 * time.Millisecond), playback.Say(greeting)},
			"1.1h", 2 * time.Second},
		"the board starts locked": {
			[]playback.Step{playback.Wait(time.Second / 4), playback.Say(greeting + unlock)},
			"1.1h", time.Second},
		"the board starts with noise on the line": {
			[]playback.Step{playback.Say("\xf8\x00ets\r\n\xffGrbl 1.1f ['$' for help]\r\n")},
			"1.1f", time.Second},
		"opening the port resets the board twice": {
			[]playback.Step{playback.Say(greeting), playback.Expect("$$\n"), playback.Say("$13=0\r\n" + greeting)},
			"1.1h", time.Second},
		"and a third time": {
			[]playback.Step{playback.Say(greeting), playback.Expect("$$\n"), playback.Say("$13=0\r\n" + greeting),
				playback.Expect("$$\n"), playback.Say(greeting)},
			"1.1h", time.Second},
		"opening the port resets nothing": {
			[]playback.Step{playback.Answer('?', idle), playback.Expect("$I\n"),
				playback.Say("[VER:1.1h.20190830:]\r\n[OPT:V,15,128]\r\nok\r\n")},
			"1.1h.20190830:", time.Second},
		"an old answer is in the port": {
			[]playback.Step{playback.Say("ok\r\nerror:9\r\n"), playback.Answer('?', idle), playback.Expect("$I\n"),
				playback.Say("[VER:1.1h.20190830:]\r\nok\r\n")},
			"1.1h.20190830:", time.Second},
		"it is in motion": {
			[]playback.Step{playback.Answer('?', run), playback.Expect("\x18"),
				playback.Say("ALARM:3\r\nok\r\n" + greeting + unlock), playback.Answer('?', idle)},
			"1.1h", time.Second},
		"it is held": {
			[]playback.Step{playback.Answer('?', "<Hold:0|MPos:0.000,0.000,0.000|FS:0,0>\r\n"), playback.Expect("\x18"),
				playback.Say(greeting), playback.Answer('?', idle)},
			"1.1h", time.Second},
		"an alarm has made it deaf": {
			[]playback.Step{playback.Answer('?', ""), playback.Expect("\x18"), playback.Answer('?', idle),
				playback.Say("ok\r\n" + greeting + unlock)},
			"1.1h", 5 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				d := connect(t, append(c.steps, ask...))
				if d.Version() != c.version {
					t.Errorf("version %q, want %q", d.Version(), c.version)
				}
				if took := time.Since(began); took > c.within {
					t.Errorf("took %v", took)
				}
				expect.Error(t, d.Move(t.Context(), there, 100), arm.ErrNotHomed, "move to X 100.0 Y 50.5 Z 20.0")
			})
		})
	}
}

func TestConnectFails(t *testing.T) {
	mute := playback.Answer('?', "")
	for name, c := range map[string]struct {
		steps  []playback.Step
		want   error
		says   string
		within time.Duration
	}{
		"nothing answers": {
			[]playback.Step{mute, playback.Expect("\x18\nM115\n")},
			arm.ErrNoAnswer, "not one byte", 10 * time.Second},
		"Marlin starts": {
			[]playback.Step{mute, playback.Wait(time.Second), playback.Say("start\n"),
				playback.Say("echo: External Reset\nMarlin 2.1.2.7\n")},
			arm.ErrWrongFirmware, "Marlin answers", 2 * time.Second},
		"Marlin has started long ago": {
			[]playback.Step{mute, playback.Expect("\x18\nM115\n"),
				playback.Say("echo:Unknown command: \"????\"\nok\nFIRMWARE_NAME:Marlin 2.1.2.7 SOURCE_CODE_URL:…\n")},
			arm.ErrWrongFirmware, "Marlin answers", 10 * time.Second},
		"something else answers": {
			[]playback.Step{mute, playback.Say("\xe0\xfe\x9c\n\x01\n"), playback.Expect("\x18\nM115\n")},
			arm.ErrWrongFirmware, "baud rate", 10 * time.Second},
		"noise without a line": {
			[]playback.Step{mute, playback.Say("\xe0\xfe\x9c"), playback.Expect("\x18\nM115\n")},
			arm.ErrNoAnswer, "after a reset", 10 * time.Second},
		"Grbl is old": {
			[]playback.Step{playback.Say("Grbl 0.9j ['$' for help]\r\n"), playback.Expect("$$\n"),
				playback.Say("$0=10 (step pulse, usec)\r\nok\r\n")},
			arm.ErrWrongFirmware, "Grbl 0.9j", time.Second},
		"Grbl is not much younger": {
			[]playback.Step{playback.Say("Grbl 1.0c ['$' for help]\r\n"), playback.Expect("$$\n"), playback.Say("ok\r\n")},
			arm.ErrWrongFirmware, "Grbl 1.0c", time.Second},
		"it starts again and again": {
			[]playback.Step{playback.Say(greeting), playback.Expect("$$\n"), playback.Say(greeting),
				playback.Expect("$$\n"), playback.Say(greeting), playback.Expect("$$\n"), playback.Say(greeting)},
			arm.ErrPositionLost, "restarted", time.Second},
		"the settings do not come": {
			[]playback.Step{playback.Say(greeting), playback.Expect("$$\n"), playback.Say("$0=10\r\n")},
			arm.ErrNoAnswer, `"$$"`, 2 * time.Second},
		"the cable is pulled": {
			[]playback.Step{playback.Say(greeting), playback.Expect("$$\n"), playback.Unplug()},
			arm.ErrDisconnected, "cable", time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				_, err := grbl.Connect(t.Context(), playback.New(t, c.steps...), config)
				expect.Error(t, err, c.want, c.says)
				if took := time.Since(began); took > c.within {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

func TestConnectRefusesConfigurations(t *testing.T) {
	for name, c := range map[string]struct {
		steps  []playback.Step
		change func(*grbl.Config)
		says   string
	}{
		"reach beyond the travel along X": {
			[]playback.Step{playback.Say(greeting), playback.Expect("$$\n"), playback.Say(settings)},
			func(c *grbl.Config) { c.Limits.Min.X = -10 },
			"reach along X is 650.0 mm but the controller's travel ($130) only 640.0 mm"},
		"reach beyond the travel along Y": {
			[]playback.Step{playback.Say(greeting), playback.Expect("$$\n"), playback.Say(settings)},
			func(c *grbl.Config) { c.Limits.Min.Y = -10 },
			"reach along Y is 530.0 mm but the controller's travel ($131) only 520.0 mm"},
		"reach beyond the travel along Z": {
			[]playback.Step{playback.Say(greeting), playback.Expect("$$\n"), playback.Say(settings)},
			func(c *grbl.Config) { c.Limits.Min.Z = -10 },
			"reach along Z is 100.0 mm but the controller's travel ($132) only 90.0 mm"},
		"no room":         {nil, func(c *grbl.Config) { c.Limits.Max.Y = 0 }, "limits on Y are 0 to 0 mm"},
		"no speed":        {nil, func(c *grbl.Config) { c.Limits.MaxSpeed = 0 }, "greatest speed"},
		"negative time":   {nil, func(c *grbl.Config) { c.Answer = -1 }, "negative"},
		"moving tool":     {nil, func(c *grbl.Config) { c.Grip = []string{"G1 X900"} }, `"G1 X900" cannot switch a tool`},
		"two lines":       {nil, func(c *grbl.Config) { c.Release = []string{"M9\nM5"} }, "cannot switch a tool"},
		"realtime byte":   {nil, func(c *grbl.Config) { c.Release = []string{"M9~"} }, "cannot switch a tool"},
		"settings change": {nil, func(c *grbl.Config) { c.Grip = []string{"$20=0"} }, "cannot switch a tool"},
		"too long": {nil, func(c *grbl.Config) { c.Grip = []string{"M3 S" + strings.Repeat("1", 76)} },
			"79 characters"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				changed := config
				c.change(&changed)
				_, err := grbl.Connect(t.Context(), playback.New(t, c.steps...), changed)
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("got error %v, want one that says %q", err, c.says)
				}
			})
		})
	}
}
