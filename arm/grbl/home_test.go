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

// Nothing comes while Grbl homes, not even to '?'.
func TestHomingIsSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := connect(t, script(
			playback.Expect("$H\n"), playback.Answer('?', ""),
			playback.Wait(6600*time.Millisecond), playback.Say("ok\r\n"), playback.Answer('?', idle),
		))
		expect.OK(t, d.Home(t.Context()))
		p, err := d.Position(t.Context())
		if want := (arm.Point{Z: 90}); p != want || err != nil {
			t.Errorf("position %v, %v", p, err)
		}
	})
}

func TestHomingFails(t *testing.T) {
	for name, c := range map[string]struct {
		steps []playback.Step
		want  error
		says  string
	}{
		"switched off": {
			[]playback.Step{playback.Say("error:5\r\n")},
			arm.ErrRejected, "$22=1"},
		"a switch is missing": {
			[]playback.Step{playback.Wait(5 * time.Second), playback.Say("ALARM:9\r\n" + greeting + unlock)},
			arm.ErrAlarm, "did not find a limit switch"},
		"it never ends": {
			[]playback.Step{playback.Expect("\x18")},
			arm.ErrNoAnswer, "within 1m0s"},
		"the cable is pulled": {
			[]playback.Step{playback.Unplug()},
			arm.ErrDisconnected, "cable"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := connect(t, script(append([]playback.Step{playback.Expect("$H\n")}, c.steps...)...))
				expect.Error(t, d.Home(t.Context()), c.want, c.says)
				if err := d.Move(t.Context(), there, 100); err == nil {
					t.Error("moves without having been homed")
				}
			})
		})
	}
}

// After an alarm the controller may be deaf, and the banner of its own reset may still be on the way: homing again
// begins with a reset.
func TestHomeAgainAfterAlarm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := connect(t, script(
			playback.Expect("$H\n"), playback.Say("ALARM:9\r\n"),
			playback.Expect("\x18"), playback.Answer('?', ""), playback.Say(greeting+unlock),
			playback.Wait(100*time.Millisecond), playback.Say(greeting+unlock), playback.Answer('?', idle),
			playback.Expect("$H\n"), playback.Say("ok\r\n"), playback.Expect("$H\n"), playback.Say("ok\r\n"),
		))
		expect.Error(t, d.Home(t.Context()), arm.ErrAlarm, "alarm 9")
		for range 2 { // a reset is enough
			expect.OK(t, d.Home(t.Context()))
		}
	})
}

// A reset in the first 0.6 s of an alarm is forgotten: it is sent as soon as that is over.
func TestResetWaitsForTheAlarm(t *testing.T) {
	for asked, homed := range map[time.Duration]time.Duration{
		400 * time.Millisecond: 600 * time.Millisecond, time.Second: time.Second,
	} {
		synctest.Test(t, func(t *testing.T) {
			d := connect(t, script(
				playback.Expect("$H\n"), playback.Say("ALARM:9\r\n"), playback.Answer('\x18', ""),
				playback.Wait(599*time.Millisecond), playback.Expect("\x18"), playback.Say(greeting),
				playback.Expect("$H\n"), playback.Say("ok\r\n"),
			))
			began := time.Now()
			expect.Error(t, d.Home(t.Context()), arm.ErrAlarm, "alarm 9")
			<-time.After(asked)
			if err := d.Home(t.Context()); err != nil || time.Since(began) != homed {
				t.Errorf("asked after %v it is home after %v: %v", asked, time.Since(began), err)
			}
		})
	}
}

// Behind an alarm that a relative had before it was connected it may answer all but G-code: it is reset.
func TestHomeBehindAnAlarm(t *testing.T) {
	alarm := playback.Answer('?', "<Alarm|MPos:0.000,0.000,0.000|FS:0,0>\r\n")
	unasked := func(said string) []playback.Step {
		return []playback.Step{alarm, playback.Expect("$I\n"), playback.Say(said + "ok\r\n")}
	}
	for name, c := range map[string]struct {
		steps []playback.Step
		reset bool
	}{
		"Grbl":                  {unasked("[VER:1.1h.20190830:]\r\n"), false},
		"grblHAL":               {unasked("[VER:1.1f.20240101:]\r\n[FIRMWARE:grblHAL]\r\n"), true},
		"FluidNC":               {unasked("[VER:3.7 FluidNC v3.7.12:]\r\n"), true},
		"grblHAL that starts":   {[]playback.Step{playback.Say(halGreeting + "ALARM:11\r\n"), alarm}, false},
		"FluidNC that starts":   {[]playback.Step{playback.Say(fluidGreeting + "ALARM:15\r\n"), alarm}, false},
		"FluidNC with an alarm": {[]playback.Step{playback.Say(fluidGreeting + "ALARM:13\r\n"), alarm}, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				steps := append(c.steps, playback.Expect("$$\n"), playback.Say(settings))
				if c.reset {
					steps = append(steps, playback.Expect("\x18"), playback.Say(greeting))
				}
				start(t, append(steps, playback.Expect("$H\n"), playback.Say("ok\r\n")))
			})
		})
	}
}

func TestHomingIsCutOff(t *testing.T) {
	again := []playback.Step{
		playback.Expect("$H\n"), playback.Answer('?', ""),
		playback.Expect("\x18"), playback.Say("ALARM:6\r\n" + greeting + unlock),
		playback.Answer('?', "<Alarm|MPos:0.000,0.000,0.000|FS:0,0>\r\n"),
		playback.Expect("$H\n"), playback.Say("ok\r\n"),
	}
	t.Run("by its context", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			d := connect(t, script(again...))
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			err := d.Home(ctx)
			expect.Error(t, err, arm.ErrStopped, "")
			expect.Error(t, err, context.DeadlineExceeded, "")
			synctest.Wait()
			expect.OK(t, d.Home(t.Context()))
		})
	})
	t.Run("by Stop", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			d := connect(t, script(again...))
			home := expect.Later(func() error { return d.Home(t.Context()) })
			synctest.Wait()
			_, err := d.Position(t.Context())
			expect.Error(t, err, arm.ErrNotHomed, "")
			expect.Error(t, d.Hold(t.Context()), arm.ErrNotHomed, "only be stopped")
			expect.OK(t, d.Stop(t.Context()))
			expect.Error(t, <-home, arm.ErrStopped, "")
			synctest.Wait()
			expect.OK(t, d.Home(t.Context()))
		})
	})
}

// A silent loss of state, or a button on the machine: it does not listen although nobody was told.
func TestHomeResetsWhatDoesNotListen(t *testing.T) {
	for name, reply := range map[string]string{"deaf": "", "held": "<Hold:0|MPos:0.000,0.000,0.000|FS:0,0>\r\n"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := connect(t, script(
					playback.Answer('?', reply),
					playback.Expect("\x18"), playback.Answer('?', idle), playback.Say(greeting),
					playback.Expect("$H\n"), playback.Say("ok\r\n"),
				))
				synctest.Wait()
				expect.OK(t, d.Home(t.Context()))
			})
		})
	}
}

func TestResetWithoutBanner(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := connect(t, script(playback.Answer('?', ""), playback.Expect("\x18")))
		synctest.Wait()
		expect.Error(t, d.Home(t.Context()), arm.ErrNoAnswer, "no greeting")
	})
}
