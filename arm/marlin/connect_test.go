package marlin_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/marlin"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

// A board whose boot loader eats the first questions, and answers all that came after at once.
func TestConnectToABoardThatStarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		word := fmt.Sprintf("sync%d", time.Now().Add(2200*time.Millisecond).UnixNano())
		d := connect(t, playback.Join([]playback.Step{
			playback.Expect("M115\nM115\nM115\nM115\n"), playback.Wait(200 * time.Millisecond),
			playback.Say(banner + identity + identity),
			// without M118
			playback.Expect("M118 " + word + "\n"), playback.Say("echo:Unknown command: \"M118 " + word + "\"\nok\n"),
		}, prepared))
		if d.Version() != "Marlin 2.1.2.7 (Nov 20 2026 08:00:00)" {
			t.Errorf("version %q", d.Version())
		}
		expect.Error(t, d.Move(t.Context(), there, 100), arm.ErrNotHomed, "")
	})
}

// What a firmware without keep-alive and without M84 S0 says to them is no reason to give up.
func TestConnectToASmallFirmware(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		connect(t, playback.Join([]playback.Step{playback.Expect("M115\n"), playback.Say(identity)},
			synced(time.Now().Add(500*time.Millisecond)),
			[]playback.Step{
				playback.Expect("M110 N0\n"), playback.Say("ok\n"),
				playback.Expect(numbered(1, "G90")), playback.Say("ok\n"),
				playback.Expect(numbered(2, "M113 S1")), playback.Say("echo:Unknown command: \"M113 S1\"\nok\n"),
				playback.Expect(numbered(3, "M84 S0")), playback.Say("ok\n"),
			}))
	})
}

// A boot loader may swallow what comes first: the word is asked for again each second in which nothing came, until that
// counts as silence. A controller that says something is given time.
func TestConnectAsksAgain(t *testing.T) {
	ask := func(after time.Duration) playback.Step {
		return playback.Expect(fmt.Sprintf("M118 sync%d\n", time.Now().Add(500*time.Millisecond+after).UnixNano()))
	}
	start := []playback.Step{playback.Expect("M115\n"), playback.Say(identity)}
	synctest.Test(t, func(t *testing.T) {
		connect(t, playback.Join(start, []playback.Step{ask(0), ask(time.Second)},
			synced(time.Now().Add(2500*time.Millisecond)), prepared))
	})
	synctest.Test(t, func(t *testing.T) {
		word := fmt.Sprintf("sync%d", time.Now().Add(500*time.Millisecond).UnixNano())
		connect(t, playback.Join(start, []playback.Step{ask(0), playback.Wait(900 * time.Millisecond),
			playback.Say("echo:SD init fail\n"), playback.Wait(900 * time.Millisecond), playback.Say("echo:SD init fail\n"),
			playback.Wait(900 * time.Millisecond), playback.Say(word + "\nok\n")}, prepared))
	})
	synctest.Test(t, func(t *testing.T) {
		steps := start
		for n := range 6 {
			steps = append(steps, ask(time.Duration(n)*time.Second))
		}
		_, err := marlin.Connect(t.Context(), playback.New(t, steps...), config)
		expect.Error(t, err, arm.ErrNoAnswer, "nothing has come to M118 for 5s")
	})
}

func TestConnectFails(t *testing.T) {
	for name, c := range map[string]struct {
		said   string
		want   error
		says   string
		within time.Duration
	}{
		"nothing answers": {"", arm.ErrNoAnswer, "not one byte", 10 * time.Second},
		"Grbl": {"\r\nGrbl 1.1h ['$' for help]\r\n", arm.ErrWrongFirmware, "Grbl answers at this port, not Marlin",
			time.Second},
		"Grbl, running": {"error:20\r\n", arm.ErrWrongFirmware, "Grbl answers", time.Second},
		"a uArm": {"start\r\nMarlin 1.1.0-RC8\r\n@1\n@5 V1\r\n", arm.ErrWrongFirmware,
			"uArm answers at this port, not Marlin", time.Second},
		"Smoothie": {"FIRMWARE_NAME:Smoothieware, FIRMWARE_URL:x\nok\n", arm.ErrWrongFirmware, "Smoothie answers",
			time.Second},
		"noise":        {"\xe0\xfe\x9c\n", arm.ErrWrongFirmware, "baud rate", 10 * time.Second},
		"the kill pin": {"start\nError:!! KILL caused by KILL button/pin\n", arm.ErrAlarm, "KILL button/pin", time.Second},
		"no answers":   {identity, arm.ErrNoAnswer, "M118", 10 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				steps := []playback.Step{playback.Expect("M115\n")}
				for b := range 128 {
					steps = append(steps, playback.Answer(byte(b), ""))
				}
				began := time.Now()
				_, err := marlin.Connect(t.Context(), playback.New(t, append(steps, playback.Say(c.said))...), config)
				expect.Error(t, err, c.want, c.says)
				if took := time.Since(began); took > c.within {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

func TestConnectRefusesConfigurations(t *testing.T) {
	for name, change := range map[string]func(*marlin.Config){
		"a tool that moves":        func(c *marlin.Config) { c.Grip = []string{"G1 X900"} },
		"two commands in one line": func(c *marlin.Config) { c.Grip = []string{"M106 S255 M107"} },
		"a blank line":             func(c *marlin.Config) { c.Release = []string{""} },
		"a comment":                func(c *marlin.Config) { c.Release = []string{"; off"} },
		"no room":                  func(c *marlin.Config) { c.Limits.Max.Z = 0 },
		"negative time":            func(c *marlin.Config) { c.Answer = -1 },
	} {
		t.Run(name, func(t *testing.T) {
			changed := config
			change(&changed)
			if _, err := marlin.Connect(t.Context(), playback.New(t), changed); err == nil {
				t.Error("it is accepted")
			}
		})
	}
}
