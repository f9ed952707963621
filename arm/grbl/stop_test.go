package grbl_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

const (
	slowing = "<Hold:1|MPos:40.000,20.000,60.000|FS:4000,0>\r\n"
	held    = "<Hold:0|MPos:42.000,21.000,60.000|FS:0,0>\r\n"
	pressed = "<Hold:0|MPos:42.000,21.000,60.000|FS:0,0|Pn:H>\r\n"
)

// stopping is a motion that is held on its way.
var stopping = []playback.Step{
	playback.Answer('?', run),
	playback.Expect(goThere + "G4P0\n"), playback.Say("ok\r\n"),
	playback.Expect("!"), playback.Answer('?', slowing), playback.Wait(250 * time.Millisecond), playback.Answer('?', held),
}

// checkStopped: the position is known, no motion is accepted, and homing resets the rest of the motion away.
func checkStopped(t *testing.T, d arm.Arm) {
	t.Helper()
	p, err := d.(arm.Positioner).Position(t.Context())
	if want := (arm.Point{X: 42, Y: 21, Z: 60}); p != want || err != nil {
		t.Errorf("position %v, %v", p, err)
	}
	expect.Error(t, d.Move(t.Context(), there, 150), arm.ErrStopped, "home it")
	expect.Error(t, d.Release(t.Context()), arm.ErrStopped, "")
	expect.OK(t, d.Home(t.Context()))
}

var homeAgain = []playback.Step{
	playback.Expect("\x18"), playback.Answer('?', idle), playback.Say(greeting),
	playback.Expect("$H\n"), playback.Say("ok\r\n"),
}

func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(append(stopping, homeAgain...)...))
		moved := expect.Later(func() error { return d.Move(t.Context(), there, 150) })
		<-time.After(700 * time.Millisecond)
		expect.OK(t, d.Stop(t.Context()))
		expect.Error(t, <-moved, arm.ErrStopped, "in the middle of a motion")
		checkStopped(t, d)
	})
}

func TestCancelledMoveIsHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(append(stopping, homeAgain...)...))
		ctx, cancel := context.WithTimeout(t.Context(), 700*time.Millisecond)
		defer cancel()
		began := time.Now()
		err := d.Move(ctx, there, 150)
		expect.Error(t, err, arm.ErrStopped, "")
		expect.Error(t, err, context.DeadlineExceeded, "")
		if took := time.Since(began); took < 950*time.Millisecond {
			t.Errorf("returned after %v, before the arm was at rest", took)
		}
		checkStopped(t, d)
	})
}

// At rest Grbl goes into Hold on '!' as well, and has to be let out of it.
func TestStopAtRest(t *testing.T) {
	for name, reply := range map[string]string{"held": held, "report from before the hold": idle} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := start(t, homed(
					playback.Answer('?', reply), playback.Expect("!"), playback.Expect("~"), playback.Answer('?', atThere),
					playback.Expect(goThere+"G4P0\n"), playback.Say("ok\r\nok\r\n"),
				))
				expect.OK(t, d.Stop(t.Context()))
				expect.OK(t, d.Move(t.Context(), there, 150))
			})
		})
	}
}

// An arm that is held at rest has nothing to forget, and goes on with what comes.
func TestHoldAtRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Answer('?', idle), playback.Expect("!"), playback.Expect("~"),
			playback.Answer('?', atThere), playback.Expect(goThere+"G4P0\n"), playback.Say("ok\nok\n")))
		expect.OK(t, d.Hold(t.Context()))
		expect.OK(t, d.Resume(t.Context()))
		expect.OK(t, d.Move(t.Context(), there, 150))
	})
}

// An alarm that comes while the arm slows down has stopped it, and ends what was under way; Grbl says no more then.
func TestAlarmEndsAStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Answer('?', run), playback.Expect(goThere+"G4P0\n"), playback.Say("ok\r\n"),
			playback.Expect("!"), playback.Answer('?', ""), playback.Wait(50*time.Millisecond), playback.Say("ALARM:1\r\n")))
		moved := expect.Later(func() error { return d.Move(t.Context(), there, 150) })
		<-time.After(700 * time.Millisecond)
		expect.OK(t, d.Stop(t.Context()))
		expect.Error(t, <-moved, arm.ErrAlarm, "a limit switch was hit")
	})
}

// The motion ends in the instant in which its context does.
func TestCancelAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Answer('?', run), playback.Expect(goThere+"G4P0\n"), playback.Say("ok\r\n"),
			playback.Expect("!"), playback.Say("ok\r\n"), playback.Answer('?', held),
			playback.Expect("~"), playback.Answer('?', idle),
			playback.Expect("M9\nG4P0.15\n"), playback.Say("ok\r\nok\r\n"),
		))
		ctx, cancel := context.WithTimeout(t.Context(), 700*time.Millisecond)
		defer cancel()
		expect.Error(t, d.Move(ctx, there, 150), context.DeadlineExceeded, "")
		expect.OK(t, d.Release(t.Context()))
	})
}

// What does not come to rest is reset, whatever that costs.
func TestStopOfADeafController(t *testing.T) {
	for name, reply := range map[string]string{"runs on": run, "deaf": ""} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := start(t, homed(
					playback.Answer('?', run), playback.Expect(goThere+"G4P0\n"), playback.Say("ok\r\n"),
					playback.Expect("!"), playback.Answer('?', reply),
					playback.Expect("\x18"), playback.Answer('?', idle), playback.Say("ALARM:3\r\n"+greeting+unlock),
				))
				ctx, cancel := context.WithTimeout(t.Context(), 700*time.Millisecond)
				defer cancel()
				err := d.Move(ctx, there, 150)
				expect.Error(t, err, arm.ErrPositionLost, "was reset")
				expect.Error(t, err, context.DeadlineExceeded, "")
			})
		})
	}
}

// A held motion goes on where it was, and its Move has only taken longer.
func TestHoldAndResume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Answer('?', run), playback.Expect(goThere+"G4P0\n"), playback.Say("ok\r\n"),
			playback.Expect("!"), playback.Answer('?', slowing), playback.Wait(100*time.Millisecond), playback.Answer('?', held),
			playback.Expect("~"), playback.Answer('?', run), playback.Wait(time.Second), playback.Answer('?', atThere),
			playback.Say("ok\r\n"),
		))
		moved := expect.Later(func() error { return d.Move(t.Context(), there, 150) })
		<-time.After(700 * time.Millisecond)
		expect.OK(t, d.Hold(t.Context()))
		<-time.After(time.Minute) // the hand stays for long
		if len(moved) > 0 {
			t.Fatalf("the motion ended while it was held: %v", <-moved)
		}
		expect.OK(t, d.Resume(t.Context()))
		expect.OK(t, <-moved)
	})
}

// A held motion can still be stopped for good.
func TestStopWhileHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(append(append(stopping, playback.Expect("!")), homeAgain...)...))
		moved := expect.Later(func() error { return d.Move(t.Context(), there, 150) })
		<-time.After(700 * time.Millisecond)
		expect.OK(t, d.Hold(t.Context()))
		expect.OK(t, d.Stop(t.Context()))
		expect.Error(t, <-moved, arm.ErrStopped, "")
		expect.Error(t, d.Resume(t.Context()), arm.ErrStopped, "resume")
		checkStopped(t, d)
	})
}

// What has forgotten the rest of its way while it was held, or stands elsewhere, does not go on: a reset may go by
// without an alarm, and its greeting be garbled.
func TestResumeOfWhatWasReset(t *testing.T) {
	for name, c := range map[string]struct{ says, want string }{
		"idle":      {"<Idle|MPos:42.000,21.000,60.000|FS:0,0>\r\n", "was reset"},
		"an alarm":  {"<Alarm|MPos:42.000,21.000,60.000|FS:0,0>\r\n", "was reset"},
		"elsewhere": {"<Hold:0|MPos:0.000,0.000,0.000|FS:0,0>\r\n", "from where it was brought"},
		"outside":   {"<Hold:0|MPos:42.000,21.000,-9.000|FS:0,0>\r\n", "outside its limits"},
		"a restart": {greeting + "<Idle|MPos:42.000,21.000,60.000|FS:0,0>\r\n", "restarted"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := start(t, homed(append(stopping, playback.Wait(time.Minute), playback.Answer('?', c.says))...))
				moved := expect.Later(func() error { return d.Move(t.Context(), there, 150) })
				<-time.After(700 * time.Millisecond)
				expect.OK(t, d.Hold(t.Context()))
				<-time.After(time.Minute + 500*time.Millisecond)
				if err := d.Resume(t.Context()); c.want != "restarted" {
					expect.Error(t, err, arm.ErrPositionLost, c.want)
				}
				expect.Error(t, <-moved, arm.ErrPositionLost, c.want)
				expect.Error(t, d.Move(t.Context(), there, 150), arm.ErrPositionLost, "")
			})
		})
	}
}
