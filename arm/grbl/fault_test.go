package grbl_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/grbl"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

// Nothing of what is outside the limits gets as far as the wire.
func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed())
		for _, c := range []struct {
			to    arm.Point
			speed float64
			says  string
		}{
			{arm.Point{X: 640.1}, 100, "X 640.1 mm is outside the arm's limits, 0.0 to 640.0 mm"},
			{arm.Point{Z: -0.2}, 100, "Z -0.2 mm"},
			{arm.Point{Y: math.NaN()}, 100, "Y NaN mm"},
			{arm.Point{X: math.Inf(-1)}, 100, "X -Inf mm"},
			{arm.Point{}, 200.1, "a speed of 200.1 mm/s"},
			{arm.Point{}, 0, "a speed of 0.0 mm/s"},
			{arm.Point{}, math.NaN(), "a speed of NaN mm/s"},
		} {
			expect.Error(t, d.Move(t.Context(), c.to, c.speed), arm.ErrLimit, c.says)
		}
	})
}

// A soft limit makes Grbl deaf until it is reset; then it says ok to the line that raised the alarm.
func TestSoftLimitAlarm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect(goThere+"G4P0\n"), playback.Say("ALARM:2\r\n[MSG:Reset to continue]\r\n"), playback.Answer('?', ""),
			playback.Expect("\x18"), playback.Say("ok\r\n"+greeting+unlock), playback.Answer('?', idle),
			playback.Expect("$H\n"), playback.Say("ok\r\n"),
			playback.Answer('?', atThere), playback.Expect(goThere+"G4P0\n"), playback.Say("ok\r\nok\r\n"),
		))
		expect.Error(t, d.Move(t.Context(), there, 150), arm.ErrAlarm,
			"alarm 2, a target lies beyond the machine's travel ($130 to $132): see that")
		expect.Error(t, d.Grip(t.Context()), arm.ErrAlarm, "grip: ")
		_, err := d.Position(t.Context())
		expect.Error(t, err, arm.ErrAlarm, "home it")
		expect.OK(t, d.Home(t.Context()))
		expect.OK(t, d.Move(t.Context(), there, 150))
	})
}

func TestMoveFails(t *testing.T) {
	for name, c := range map[string]struct {
		steps  []playback.Step
		want   error
		says   string
		within time.Duration
	}{
		"a limit switch": {
			[]playback.Step{playback.Say("ok\r\nALARM:1\r\n")},
			arm.ErrAlarm, "a limit switch was hit", 0},
		"a reset in mid-motion": {
			[]playback.Step{playback.Say("ok\r\n" + greeting + unlock)},
			arm.ErrPositionLost, "restarted", 0},
		"a reset that nobody noticed": {
			[]playback.Step{playback.Say("error:9\r\nerror:9\r\n")},
			arm.ErrPositionLost, "error:9", 0},
		"a reset that swallowed the lines": {
			[]playback.Step{playback.Answer('?', idle)},
			arm.ErrNoAnswer, "stands still", 3 * time.Second},
		"a lost answer": {
			[]playback.Step{playback.Answer('?', run), playback.Wait(time.Second), playback.Answer('?', idle),
				playback.Say("ok\r\n")},
			arm.ErrNoAnswer, `has not answered "G4 P0"`, 4 * time.Second},
		"a garbled answer": {
			[]playback.Step{playback.Say("ok\r\no\x8b\r\n"), playback.Answer('?', idle)},
			arm.ErrNoAnswer, "a line or its answer was lost", 3 * time.Second},
		"silence": {
			[]playback.Step{playback.Say("ok\r\n"), playback.Answer('?', "")},
			arm.ErrNoAnswer, "nothing has come", 3 * time.Second},
		"the cable is pulled": {
			[]playback.Step{playback.Say("ok\r\n"), playback.Wait(time.Second), playback.Unplug()},
			arm.ErrDisconnected, "cable", time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				steps := append([]playback.Step{playback.Answer('?', run), playback.Expect(goThere + "G4P0\n")}, c.steps...)
				d := start(t, homed(steps...))
				began := time.Now()
				expect.Error(t, d.Move(t.Context(), there, 150), c.want, c.says)
				if took := time.Since(began); took > c.within {
					t.Errorf("took %v", took)
				}
				expect.Error(t, d.Move(t.Context(), there, 150), c.want, "")
			})
		})
	}
}

// A line that is refused leaves the position as it was.
func TestRefusedLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect("M8\nG4P0.25\n"), playback.Say("error:20\r\nok\r\n"),
			playback.Answer('?', atThere), playback.Expect(goThere+"G4P0\n"), playback.Say("ok\r\nok\r\n"),
		))
		expect.Error(t, d.Grip(t.Context()), arm.ErrRejected, `refused "M8" with error:20, an unsupported G-code command`)
		expect.OK(t, d.Move(t.Context(), there, 150))
	})
}

// A banner that comes while the arm is at rest counts as well.
func TestResetAtRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect("M8\nG4P0.25\n"), playback.Say("ok\r\nok\r\n"+greeting),
			playback.Expect("$H\n"), playback.Say("ok\r\n"),
		))
		expect.OK(t, d.Grip(t.Context()))
		synctest.Wait()
		expect.Error(t, d.Move(t.Context(), there, 150), arm.ErrPositionLost, "restarted")
		expect.OK(t, d.Home(t.Context()))
	})
}

func TestContextThatHasEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed())
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		expect.Error(t, d.Move(ctx, there, 150), context.Canceled, "")
		expect.Error(t, d.Home(ctx), context.Canceled, "")
	})
}

// One after another: a second motion is not sent before the first has ended.
func TestMotionsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Answer('?', run),
			playback.Expect(goThere+"G4P0\n"), playback.Say("ok\r\n"), playback.Wait(time.Second), playback.Answer('?', atThere),
			playback.Say("ok\r\n"),
			playback.Expect("M8\nG4P0.25\n"), playback.Say("ok\r\nok\r\n"),
		))
		moved := expect.Later(func() error { return d.Move(t.Context(), there, 150) })
		synctest.Wait()
		expect.OK(t, d.Grip(t.Context()))
		expect.OK(t, <-moved)
	})
}

// A digit that was garbled on its way makes a line as good as any other: only where the machine stands gives it away.
func TestGarbledDigit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect(goThere+"G4P0\n"), playback.Answer('?', "<Idle|MPos:100.000,50.500,30.000|FS:0,0>\r\n"),
			playback.Say("ok\r\nok\r\n"),
		))
		expect.Error(t, d.Move(t.Context(), there, 150), arm.ErrPositionLost,
			"sent to X 100.0 Y 50.5 Z 20.0 and stands at X 100.0 Y 50.5 Z 30.0")
	})
}

// Grbl answers in a hold that motions have ended while it still slows down: where it stands is looked at later.
func TestArrivesInAHold(t *testing.T) {
	for name, c := range map[string]struct{ slows, stands, says string }{
		"hold":            {"Hold:1", "Hold:0", ""},
		"door":            {"Door:2", "Door:0", ""},
		"it never stands": {"Hold:1", "Hold:1", "has not come to rest within 5s"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := start(t, homed(
					playback.Answer('?', "<"+c.slows+"|MPos:95.000,50.500,20.000|FS:900,0>\r\n"), playback.Expect(goThere+"G4P0\n"),
					playback.Say("ok\r\nok\r\n"), playback.Wait(time.Second),
					playback.Answer('?', "<"+c.stands+"|MPos:100.000,50.500,20.000|FS:0,0>\r\n"),
				))
				err := d.Move(t.Context(), there, 150)
				if c.says != "" {
					expect.Error(t, err, arm.ErrNoAnswer, c.says)
				} else if err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// The wait for a machine to stand that answers early in a hold ends with its context, and the machine is told to stop.
func TestCancelledArrival(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Answer('?', slowing), playback.Expect(goThere+"G4P0\n"), playback.Say("ok\r\nok\r\n"),
			playback.Expect("!"), playback.Answer('?', held), playback.Expect("~"),
		))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		expect.Error(t, d.Move(ctx, there, 150), context.DeadlineExceeded, "")
	})
}

// What others have it do, who reach the controller too, is no end of a motion.
func TestShared(t *testing.T) {
	for _, moves := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			c := config
			c.Shared = true
			steps := homed(playback.Answer('?', atThere), playback.Expect(goThere+"G4P0\n"), playback.Say("ok\r\nok\r\n"))
			if moves {
				steps = homed(playback.Answer('?', strings.Replace(atThere, "Idle", "Run", 1)), playback.Expect(goThere+"G4P0\n"),
					playback.Say("ok\r\nok\r\n"), playback.Expect("!"))
			}
			d := playback.Connect(t, grbl.Connect, c, steps)
			expect.OK(t, d.Home(t.Context()))
			err := d.Move(t.Context(), there, 150)
			if moves {
				expect.Error(t, err, arm.ErrPositionLost, "another program is connected")
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

// A step is what a machine's settings say; nearer than that it cannot stand.
func TestStandsToTheStep(t *testing.T) {
	for report, there := range map[string]bool{"100.004,50.496,20.003": true, "100.006,50.500,20.000": true,
		"100.020,50.500,20.000": false, "100.000,50.480,20.000": false, "100.000,50.500,20.010": false} {
		synctest.Test(t, func(t *testing.T) {
			d := start(t, []playback.Step{
				playback.Say(greeting), playback.Expect("$$\n"),
				playback.Say("$100=80.000\r\n$101=80.000\r\n$102=400.000\r\n" + settings), playback.Answer('?', idle),
				playback.Expect("$H\n"), playback.Say("ok\r\n"),
				playback.Expect(goThere + "G4P0\n"), playback.Answer('?', "<Idle|MPos:"+report+"|FS:0,0>\r\n"),
				playback.Say("ok\r\nok\r\n"),
			})
			if err := d.Move(t.Context(), arm.Point{X: 100, Y: 50.5, Z: 20}, 150); (err == nil) != there {
				t.Errorf("at %s: %v", report, err)
			}
		})
	}
}

// Nothing but the way itself is gone: beside it the machine is held.
func TestLeavesItsWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect(goThere+"G4P0\n"), playback.Answer('?', atThere), playback.Say("ok\r\nok\r\n"),
			playback.Expect("G90G21G94G53G1X150Y50.5Z20F9000\nG90G21G94G53G1X200Y50.5Z20F9000\nG4P0\n"),
			playback.Say("ok\r\nok\r\n"), playback.Answer('?', "<Run|MPos:120.000,50.500,21.000|FS:9000,0>\r\n"), // near enough
			playback.Wait(time.Second),
			playback.Answer('?', "<Run|MPos:160.000,50.500,14.000|FS:9000,0>\r\n"), playback.Expect("!"),
			playback.Expect("\x18"), playback.Say("ALARM:3\r\n"+greeting+unlock), playback.Answer('?', idle),
			playback.Expect("$H\n"), playback.Say("ok\r\n"),
		))
		expect.OK(t, d.Move(t.Context(), there, 150))
		began := time.Now()
		expect.Error(t, d.Run(t.Context(), []arm.Step{
			{Verb: arm.VerbMove, To: arm.Point{X: 150, Y: 50.5, Z: 20}, Speed: 150},
			{Verb: arm.VerbMove, To: arm.Point{X: 200, Y: 50.5, Z: 20}, Speed: 150},
		}), arm.ErrPositionLost, "left its way and is at X 160.0 Y 50.5 Z 14.0")
		if took := time.Since(began); took > 1500*time.Millisecond {
			t.Errorf("noticed after %v", took)
		}
		expect.OK(t, d.Home(t.Context()))
	})
}

// A motion behind a refused one would begin in the wrong place: it is stopped.
func TestMotionBehindARefusedOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect(goUp+"G4P0\n"), playback.Answer('?', atTop), playback.Say("ok\r\nok\r\n"),
			playback.Expect("G90G21G94G53G1X100Y50.5Z24F9000\n"+goThere+"G4P0\n"),
			playback.Say("error:2\r\nok\r\n"), playback.Answer('?', run),
			playback.Expect("!"), playback.Answer('?', held),
			playback.Expect("\x18"), playback.Answer('?', idle), playback.Say(greeting), playback.Expect("$H\n"),
			playback.Say("ok\r\n"),
		))
		expect.OK(t, d.Move(t.Context(), top, 150))
		err := d.Run(t.Context(), []arm.Step{
			{Verb: arm.VerbMove, To: arm.Point{X: 100, Y: 50.5, Z: 24}, Speed: 150},
			{Verb: arm.VerbMove, To: there, Speed: 150},
		})
		expect.Error(t, err, arm.ErrRejected, "error:2, a number that is not one")
		expect.Error(t, err, arm.ErrStopped, "home it")
		expect.OK(t, d.Home(t.Context()))
	})
}
