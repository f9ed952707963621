package marlin_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/marlin"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

const (
	banner   = "start\nPowerUp\nMarlin 2.1.2.7\necho: Last Updated: 2026-01-30\n"
	identity = "FIRMWARE_NAME:Marlin 2.1.2.7 (Nov 20 2026 08:00:00) SOURCE_CODE_URL:github.com/MarlinFirmware/Marlin " +
		"MACHINE_TYPE:Gantry\nCap:EMERGENCY_PARSER:0\nok\n"
)

var config = marlin.Config{Limits: arm.Limits{Max: arm.Point{X: 640, Y: 520, Z: 90}, MaxSpeed: 200}}

var there = arm.Point{X: 100, Y: 50.5, Z: 20}

// numbered is a line as Marlin wants it, with its number and checksum; the sum is computed as RepRap's page says,
// from the numbers here.
func numbered(n int, text string) string {
	line := fmt.Sprintf("N%d %s", n, text)
	sum := 0
	for i := range len(line) {
		sum ^= int(line[i])
	}
	return fmt.Sprintf("%s*%d\n", line, sum)
}

// synced is what a driver that is sure of its answers writes first. The word in it is the time, which begins alike in
// every bubble.
func synced(at time.Time) []playback.Step {
	word := fmt.Sprintf("sync%d", at.UnixNano())
	return []playback.Step{playback.Expect("M118 " + word + "\n"), playback.Say(word + "\nok\n")}
}

// prepared is the rest of what it does before it homes.
var prepared = []playback.Step{
	playback.Expect("M110 N0\n"), playback.Say("ok\n"),
	playback.Expect(numbered(1, "G90")), playback.Say("ok\n"),
	playback.Expect(numbered(2, "M113 S1")), playback.Say("ok\n"),
	playback.Expect(numbered(3, "M84 S0")), playback.Say("ok\n"),
}

// script is the conversation of a connection, and what follows it.
func script(then ...playback.Step) []playback.Step {
	return playback.Join([]playback.Step{playback.Say(banner), playback.Expect("M115\n"), playback.Say(identity)},
		synced(time.Now().Add(500*time.Millisecond)), prepared, then)
}

// homed is a script with homing in front.
func homed(then ...playback.Step) []playback.Step {
	return script(append([]playback.Step{
		playback.Expect(numbered(4, "G28")),
		playback.Say("echo:busy: processing\nX:640.00 Y:520.00 Z:90.00 E:0.00 Count X:51200 Y:41600 Z:36000\nok\n"),
	}, then...)...)
}

func connect(t *testing.T, steps []playback.Step) *marlin.Driver {
	t.Helper()
	return playback.Connect(t, marlin.Connect, config, steps)
}

// start connects and homes.
func start(t *testing.T, steps []playback.Step) *marlin.Driver {
	t.Helper()
	d := connect(t, steps)
	expect.OK(t, d.Home(t.Context()))
	return d
}

const arrived = "X:100.00 Y:50.50 Z:20.00 E:0.00 Count X:8000 Y:4040 Z:8000\nok\n"

// goThere is a motion on the wire, from a line number on.
func goThere(n int) string {
	return numbered(n, "G1 X100 Y50.5 Z20 F9000") + numbered(n+1, "M400") + numbered(n+2, "M114")
}

// The ok to G1 means queued; that to M400 means finished. Until then there is nothing but signs of life.
func TestMoveEndsWithM400(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect(goThere(5)), playback.Say("ok\n"),
			playback.Expect(numbered(7, "M114")),
			playback.Wait(10*time.Second), playback.Say("ok\n"+arrived), // longer than a silent controller gets
		))
		began := time.Now()
		if err := d.Move(t.Context(), there, 150); err == nil {
			t.Error("ten seconds of silence go unnoticed")
		} else if took := time.Since(began); took > 6*time.Second {
			t.Errorf("took %v", took)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect(goThere(5)), playback.Say("ok\n"),
			playback.Wait(2*time.Second), playback.Say("echo:busy: processing\n"),
			playback.Wait(2*time.Second), playback.Say("echo:busy: processing\n"),
			playback.Wait(2*time.Second), playback.Say("echo:busy: processing\n"),
			playback.Wait(2*time.Second), playback.Say("ok\n"+arrived),
		))
		began := time.Now()
		expect.OK(t, d.Move(t.Context(), there, 150))
		if took := time.Since(began); took != 8*time.Second {
			t.Errorf("returned after %v", took)
		}
	})
}

// Soft endstops clamp without a word; the position afterwards tells.
func TestClampedMotion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Expect(goThere(5)),
			playback.Say("ok\nok\nX:90.00 Y:50.50 Z:20.00 E:0.00 Count X:7200 Y:4040 Z:8000\nok\n")))
		expect.Error(t, d.Move(t.Context(), there, 150), arm.ErrLimit, "the controller went to X 90.0")
	})
}

// The report behind M400 may be garbled: it is asked for again, not believed.
func TestGarbledReport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect(goThere(5)), playback.Say("ok\nok\nX:1\x8b0.00 Y:50.50 Z:20.00 E:0.00 Count X:8000\nok\n"),
			playback.Expect(numbered(8, "M114")), playback.Say(arrived),
			playback.Expect(numbered(9, "M114")), playback.Say("X:1\x8b0.00 Y:50.50 Z:20.00 E:0.00 Count X:8000\nok\n"),
		))
		expect.OK(t, d.Move(t.Context(), there, 150))
		_, err := d.Position(t.Context()) // is not that of before
		expect.Error(t, err, arm.ErrNoAnswer, "no position came to M114")
	})
}

// A line that arrived garbled is asked for again, and so are those behind it; the ok after each Resend is no answer.
func TestResend(t *testing.T) {
	refused := playback.Say("Error:checksum mismatch, Last Line: 4\nResend: 5\nok\n")
	gap := playback.Say("Error:Line Number is not Last Line Number+1, Last Line: 4\nResend: 5\nok\n")
	pause := playback.Wait(40 * time.Millisecond)
	for name, said := range map[string][]playback.Step{"the rest was thrown away": {refused},
		"the rest is refused too": {refused, gap, gap}, "the rest is refused bit by bit": {refused, pause, gap, pause, gap}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := start(t, homed(playback.Join([]playback.Step{playback.Expect(goThere(5))}, said, []playback.Step{
					playback.Expect(goThere(5)), playback.Say("ok\n"), playback.Wait(time.Second), playback.Say("ok\n" + arrived),
					playback.Expect(numbered(8, "M400") + numbered(9, "M107") + numbered(10, "G4 P150")), playback.Say("ok\nok\nok\n"),
				})...))
				expect.OK(t, d.Move(t.Context(), there, 150))
				expect.OK(t, d.Release(t.Context()))
			})
		})
	}
}

// The last line may be lost without a trace.
func TestLastLineIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect(goThere(5)), playback.Say("ok\nok\n"), // and nothing to M114
			playback.Expect(numbered(7, "M114")), playback.Say(arrived),
		))
		expect.OK(t, d.Move(t.Context(), there, 150))
	})
}

// A line is not sent again for ever.
func TestResendHasAnEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var steps []playback.Step
		for range 6 {
			steps = append(steps, playback.Expect(goThere(5)),
				playback.Say("Error:checksum mismatch, Last Line: 4\nResend: 5\nok\n"))
		}
		d := start(t, homed(steps...))
		expect.Error(t, d.Move(t.Context(), there, 150), arm.ErrNoAnswer, "too noisy")
	})
}

// A number that is not expected gives away a restart that nobody saw.
func TestSilentRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect(goThere(5)),
			playback.Say("Error:Line Number is not Last Line Number+1, Last Line: 0\nResend: 1\nok\n"),
		))
		expect.Error(t, d.Move(t.Context(), there, 150), arm.ErrPositionLost, "restarted")
	})
}

func TestMoveFails(t *testing.T) {
	for name, c := range map[string]struct {
		steps  []playback.Step
		want   error
		says   string
		within time.Duration
	}{
		"a lost answer": {[]playback.Step{playback.Say("ok\n" + arrived), playback.Expect(numbered(7, "M114"))},
			arm.ErrNoAnswer,
			`nothing has come to "M114"`, 6 * time.Second},
		"a repeated number, which gets no answer": {[]playback.Step{playback.Expect(numbered(7, "M114"))}, arm.ErrNoAnswer,
			`"G1 X100 Y50.5 Z20 F9000"`, 8 * time.Second},
		"a restart":            {[]playback.Step{playback.Say("ok\n" + banner)}, arm.ErrPositionLost, "restarted", 0},
		"a restart with noise": {[]playback.Step{playback.Say("ok\n\xff\x00start\n")}, arm.ErrPositionLost, "restarted", 0},
		"kill()": {[]playback.Step{playback.Say("ok\nError:Printer halted. kill() called!\n")}, arm.ErrAlarm,
			"reset button", 0},
		"the kill pin": {[]playback.Step{playback.Say("Error:!! KILL caused by KILL button/pin\n")}, arm.ErrAlarm,
			"KILL button/pin", 0},
		"an error of its own": {[]playback.Step{playback.Say("Error:Something odd\nok\nok\n" + arrived)}, arm.ErrRejected,
			`refused "G1 X100 Y50.5 Z20 F9000": Something odd`, 0},
		"the cable is pulled": {[]playback.Step{playback.Say("ok\n"), playback.Wait(time.Second), playback.Unplug()},
			arm.ErrDisconnected, "cable", time.Second},
		"a position that is no": {[]playback.Step{playback.Say("ok\nok\nok\n"), playback.Expect(numbered(8, "M114")),
			playback.Say("ok\n")}, arm.ErrNoAnswer, "no position", 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := start(t, homed(append([]playback.Step{playback.Expect(goThere(5))}, c.steps...)...))
				began := time.Now()
				expect.Error(t, d.Move(t.Context(), there, 150), c.want, c.says)
				if took := time.Since(began); took > c.within {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

// An unknown command is answered with ok all the same.
func TestUnknownCommand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect(numbered(5, "M400")+numbered(6, "M106 S255")+numbered(7, "G4 P250")),
			playback.Say("ok\necho:Unknown command: \"M106 S255\"\nok\nok\n"),
			playback.Expect(numbered(8, "M400")+numbered(9, "M107")+numbered(10, "G4 P150")), playback.Say("ok\nok\nok\n"),
		))
		expect.Error(t, d.Grip(t.Context()), arm.ErrRejected, `refused "M106 S255"`)
		expect.OK(t, d.Release(t.Context()))
	})
}

// With ADVANCED_OK an answer says which line it is to: one that was lost does not shift those that follow. A number
// that was not sent was garbled.
func TestAdvancedOK(t *testing.T) {
	for _, said := range []string{"ok N6 P15 B3\n", "ok N95 P15 B3\nok N6 P15 B3\n"} {
		synctest.Test(t, func(t *testing.T) {
			d := start(t, homed(
				playback.Expect(goThere(5)), playback.Say(said), playback.Wait(time.Second),
				playback.Say(strings.Replace(arrived, "ok", "ok N7 P15 B3", 1)),
			))
			began := time.Now()
			expect.OK(t, d.Move(t.Context(), there, 150))
			if took := time.Since(began); took != time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// Where the arm stands that was held is compared with its way, if homing has told where that begins.
func TestHeldBesideItsWay(t *testing.T) {
	for report, want := range map[string]error{
		"X:640.00 Y:520.00 Z:90.00 E:0.00 Count X:51200 Y:41600 Z:36000\n": arm.ErrPositionLost, "": arm.ErrDisconnected,
	} {
		synctest.Test(t, func(t *testing.T) {
			steps := script(playback.Expect(numbered(4, "G28")), playback.Say(report+"ok\n"), playback.Expect(goThere(5)),
				playback.Expect("M410\n"), playback.Say("ok\nok\nok\nok\n"),
				playback.Expect(numbered(8, "M114")), playback.Say("X:532.00 Y:100.00 Z:76.00 E:0.00 Count X:42560\nok\n"))
			if report == "" { // it goes on
				steps = append(steps, playback.Expect(numbered(9, "G28")), playback.Unplug())
			}
			d := start(t, steps)
			moved := expect.Later(func() error { return d.Move(t.Context(), there, 150) })
			<-time.After(4 * time.Second)
			expect.OK(t, d.Hold(t.Context()))
			expect.OK(t, d.Resume(t.Context()))
			expect.Error(t, <-moved, want, "")
		})
	}
}

// A controller that halts when it is told to stop has not come to rest as it should.
func TestHaltsWhenStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Expect(goThere(5)), playback.Expect("M410\n"),
			playback.Say("Error:Printer halted. kill() called!\n")))
		moved := expect.Later(func() error { return d.Move(t.Context(), there, 150) })
		<-time.After(time.Second)
		expect.Error(t, d.Stop(t.Context()), arm.ErrAlarm, "reset button")
		expect.Error(t, <-moved, arm.ErrAlarm, "")
	})
}

// Never more than three lines are unanswered: the fourth buffer is for M410, which goes without a number.
func TestStopIsReadAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect(goThere(5)), playback.Say("ok\n"),
			playback.Expect("M410\n"),
			playback.Say("ok\nX:532.00 Y:426.10 Z:76.00 E:0.00 Count X:42560 Y:34088 Z:30400\nok\n"), playback.Wait(time.Second),
			playback.Say("ok\n"),
			playback.Expect(numbered(8, "M114")),
			playback.Say("X:532.00 Y:426.10 Z:76.00 E:0.00 Count X:42560 Y:34088 Z:30400\nok\n"),
			playback.Expect(numbered(9, "G28")), playback.Say("ok\n"),
		))
		moved := expect.Later(func() error { return d.Move(t.Context(), there, 150) })
		<-time.After(time.Second)
		expect.OK(t, d.Stop(t.Context()))
		expect.Error(t, <-moved, arm.ErrStopped, "")
		expect.Error(t, d.Move(t.Context(), there, 150), arm.ErrStopped, "home it")
		p, err := d.Position(t.Context())
		if want := (arm.Point{X: 532, Y: 426.1, Z: 76}); p != want || err != nil {
			t.Errorf("position %v, %v", p, err)
		}
		expect.OK(t, d.Home(t.Context()))
	})
}

// What was given up may be going on: it is stopped all the same, and the answer to that is not taken for homing's.
func TestStopOfWhatWasGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		word := fmt.Sprintf("sync%d", time.Now().Add(500*time.Millisecond).UnixNano())
		d := connect(t, script(playback.Join([]playback.Step{
			playback.Expect("M410\n"), playback.Expect("M118 " + word + "\n"), playback.Say("ok\n" + word + "\nok\n"),
		}, prepared, []playback.Step{
			playback.Expect(numbered(4, "G28")), playback.Wait(2 * time.Second), playback.Say("ok\n"),
		})...))
		expect.OK(t, d.Stop(t.Context()))
		began := time.Now()
		expect.OK(t, d.Home(t.Context()))
		if took := time.Since(began); took < 2*time.Second {
			t.Errorf("homing took %v", took)
		}
	})
}

// A motion that is held goes on from where Marlin says that it stands, after homing, from above.
func TestHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const stands = "X:532.00 Y:426.10 Z:76.00 E:0.00 Count X:42560 Y:34088 Z:30400\nok\n"
		d := start(t, homed(
			playback.Expect(goThere(5)), playback.Say("ok\n"),
			playback.Expect("M410\n"), playback.Say("ok\n"+stands), playback.Wait(time.Second), playback.Say("ok\n"),
			playback.Wait(time.Minute), playback.Expect(numbered(8, "M114")), playback.Say(stands),
			playback.Expect(numbered(9, "G28")), playback.Say("ok\n"),
			playback.Expect(numbered(10, "G1 X532 Y426.1 Z90 F12000")+numbered(11, "G1 X532 Y426.1 Z76 F9000")+numbered(12,
				"G1 X100 Y50.5 Z20 F9000")),
			playback.Say("ok\nok\nok\n"), playback.Expect(numbered(13, "M400")+numbered(14, "M114")),
			playback.Say("ok\n"+arrived),
		))
		moved := expect.Later(func() error { return d.Move(t.Context(), there, 150) })
		<-time.After(time.Second)
		expect.OK(t, d.Hold(t.Context()))
		<-time.After(time.Minute)
		if len(moved) > 0 {
			t.Fatalf("the motion ended while it was held: %v", <-moved)
		}
		expect.OK(t, d.Resume(t.Context()))
		expect.OK(t, <-moved)
	})
}

// What is asked for again while the arm is being stopped is not sent again.
func TestNoResendIntoAStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect(goThere(5)),
			playback.Expect("M410\n"),
			playback.Say("Error:checksum mismatch, Last Line: 4\nResend: 5\nok\n"), playback.Wait(time.Second),
			playback.Say("ok\n"),
		))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		expect.Error(t, d.Move(ctx, there, 150), arm.ErrStopped, "")
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("returned after %v, the arm was at rest after 2 s", took)
		}
	})
}

// A late answer to what was given up is not taken for that to homing.
func TestLateAnswerIsNotHomings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gaveUp := time.Now().Add(500*time.Millisecond + 5200*time.Millisecond)
		word := fmt.Sprintf("sync%d", gaveUp.UnixNano())
		d := start(t, homed(playback.Join([]playback.Step{
			playback.Expect(goThere(5)), playback.Say("ok\n"), playback.Expect(numbered(7, "M114")),
			playback.Expect("M118 " + word + "\n"), playback.Say("ok\n" + arrived + word + "\nok\n"),
		}, prepared, []playback.Step{
			playback.Expect(numbered(4, "G28")), playback.Wait(2 * time.Second), playback.Say("ok\n"),
		})...))
		expect.Error(t, d.Move(t.Context(), there, 150), arm.ErrNoAnswer, "")
		began := time.Now()
		expect.OK(t, d.Home(t.Context()))
		if took := time.Since(began); took < 2*time.Second {
			t.Errorf("homing took %v", took)
		}
	})
}

func TestHomingFails(t *testing.T) {
	for name, c := range map[string]struct {
		steps []playback.Step
		want  error
		says  string
	}{
		"a switch is missing": {[]playback.Step{playback.Wait(3 * time.Second),
			playback.Say("echo:Homing Failed\nError:Printer halted. kill() called!\n")},
			arm.ErrAlarm, "Homing Failed, a limit switch was not found"},
		"it goes on for ever": {[]playback.Step{playback.Wait(4 * time.Second), playback.Say("echo:busy: processing\n"),
			playback.Expect(numbered(4, "G28"))}, arm.ErrNoAnswer, ""},
		"the cable is pulled": {[]playback.Step{playback.Unplug()}, arm.ErrDisconnected, "cable"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := connect(t, script(append([]playback.Step{playback.Expect(numbered(4, "G28"))}, c.steps...)...))
				began := time.Now()
				expect.Error(t, d.Home(t.Context()), c.want, c.says)
				if took := time.Since(began); took > 2*time.Minute {
					t.Errorf("took %v", took)
				}
				if err := d.Move(t.Context(), there, 100); err == nil {
					t.Error("moves without having been homed")
				}
			})
		})
	}
}

// Nothing of what is outside the limits gets as far as the wire.
func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed())
		for _, to := range []arm.Point{{X: 640.1}, {Z: -0.2}, {Y: math.NaN()}, {X: math.Inf(1)}} {
			expect.Error(t, d.Move(t.Context(), to, 100), arm.ErrLimit, "outside the arm's limits")
		}
		expect.Error(t, d.Move(t.Context(), there, 200.1), arm.ErrLimit, "a speed of")
	})
}

// Whatever bytes come, a motion ends in bounded time, and counts as finished only if its three lines were answered
// and the place is right.
func FuzzController(f *testing.F) {
	for _, said := range []string{"ok\nok\n" + arrived, "Resend: 5\nok\n", "Resend: 1\nok\n", banner, "ok N9\nok N7\n",
		"o\xffk\nok\nok\n", "echo:busy: processing\nok\n"} {
		f.Add(said)
	}
	f.Fuzz(func(t *testing.T, said string) {
		synctest.Test(t, func(t *testing.T) {
			steps := []playback.Step{playback.Expect(goThere(5))}
			for b := range 128 { // from here on it is deaf
				steps = append(steps, playback.Answer(byte(b), ""))
			}
			d := start(t, homed(append(steps, playback.Say(said))...))
			began := time.Now()
			err := d.Move(t.Context(), there, 150)
			if err == nil && (strings.Count(said, "ok") < 3 || !strings.Contains(said, "X:100")) {
				t.Errorf("%q: finished", said)
			}
			if took := time.Since(began); took > 40*time.Second {
				t.Errorf("%q: took %v", said, took)
			}
		})
	})
}
