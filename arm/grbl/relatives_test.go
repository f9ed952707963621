package grbl_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/arm"
	"draughtsman/arm/grbl"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

// atHome is where the simulated and other well-kept gantries home to.
const atHome = "<Idle|MPos:638.000,518.000,88.000,0.000|FS:0,0>\r\n"

// hal is a script that connects to grblHAL, whose alarm of the start may come before its greeting's reader has
// anything to say, or behind.
func hal(then ...playback.Step) []playback.Step {
	return append([]playback.Step{
		playback.Say(halGreeting), playback.Expect("$$\n"),
		playback.Say("ALARM:11\r\n[MSG:Homing cycle required]\r\n" + sound + "ok\r\n"),
		playback.Answer('?', atHome), playback.Expect("$H\n"),
		playback.Say("<Home|MPos:0.000,0.000,0.000,0.000|Bf:35,1024|FS:0,0|H:0>\r\n[MSG:]\r\nok\r\n"),
	}, then...)
}

func fluid(then ...playback.Step) []playback.Step {
	return append([]playback.Step{
		playback.Say("ets Jul 29 2019 12:21:46\r\n[MSG:INFO: FluidNC v3.7.12]\r\n" + fluidGreeting +
			"[MSG:INFO: ALARM: Unhomed]\r\n"),
		playback.Expect("$$\n"), playback.Say("ALARM:14\r\n$13=0\r\n$20=1\r\n$22=1\r\nok\r\n"),
		playback.Answer('?', idle), playback.Expect("$H\n"), playback.Say("[MSG:Homed:Z]\r\n[MSG:Homed:XY]\r\nok\r\n"),
	}, then...)
}

// An alarm that only asks for homing is none that a reset has to end.
func TestAlarmOfTheStart(t *testing.T) {
	asGrbl := hal()
	asGrbl[0] = playback.Say("\r\nGrbl 1.1f ['$' for help]\r\n") // a build option of grblHAL's
	for name, steps := range map[string][]playback.Step{"grblHAL": hal(), "FluidNC": fluid(), "grblHAL as Grbl": asGrbl} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { start(t, steps) })
		})
	}
}

// After a line that it refused grblHAL refuses all: an empty line ends that.
func TestGrblHALForgetsARefusedLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, hal(
			playback.Expect("M8\nG4P0.25\n"), playback.Say("error:20\r\nerror:20\r\n"),
			playback.Answer('?', run), playback.Expect("\n"+goThere+"G4P0\n"), playback.Say("ok\r\nok\r\n"), // to two of three
			playback.Wait(time.Second), playback.Answer('?', atThere), playback.Say("ok\r\n"),
			playback.Expect("M9\nG4P0.15\n"), playback.Say("ok\r\nok\r\n"),
		))
		expect.Error(t, d.Grip(t.Context()), arm.ErrRejected, `refused "M8" with error:20`)
		expect.OK(t, d.Move(t.Context(), there, 150))
		expect.OK(t, d.Release(t.Context()))
	})
}

// Codes mean what they mean in the firmware that says them.
func TestCodesOfTheRelatives(t *testing.T) {
	for name, c := range map[string]struct {
		script func(...playback.Step) []playback.Step
		said   string
		want   error
		says   string
	}{
		"grblHAL's emergency stop": {hal, "ALARM:10\r\n", arm.ErrAlarm, "alarm 10, its emergency stop is pressed"},
		"FluidNC's spindle": {fluid, "[MSG:INFO: ALARM: Spindle Control]\r\nALARM:10\r\n", arm.ErrAlarm,
			"alarm 10, the spindle does not obey"},
		"Grbl's own":        {homed, "ALARM:10\r\n", arm.ErrAlarm, "alarm 10, which Grbl does not document"},
		"grblHAL's restart": {hal, "ALARM:11\r\n", arm.ErrAlarm, "alarm 11, it wants to be homed"},
		"grblHAL's errors":  {hal, "error:50\r\n", arm.ErrRejected, "error:50, its emergency stop is pressed"},
		"FluidNC's errors": {fluid, "[MSG:ERR: Bad GCode: M8]\r\nerror:152\r\n", arm.ErrRejected,
			"error:152, its configuration file is wrong"},
		"errors in words": {fluid, "error:Gcode unused words\r\n", arm.ErrRejected,
			`the controller refused "M8": Gcode unused words`},
		"errors in words that count": {fluid, "error:GCode cannot be executed in lock or alarm state\r\n",
			arm.ErrPositionLost, "error:9, it is locked by an alarm"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := start(t, c.script(playback.Expect("M8\nG4P0.25\n"), playback.Say(c.said+"ok\r\n")))
				expect.Error(t, d.Grip(t.Context()), c.want, c.says)
			})
		})
	}
}

// A line of this program's own is right: what was not understood of it was garbled on its way.
func TestRefusalsOfRightLines(t *testing.T) {
	for code, garbled := range map[int]bool{
		1: true, 2: true, 3: false, 9: false, 19: false, 20: true, 37: true, 38: false,
	} {
		for _, own := range []bool{true, false} {
			err := &grbl.RejectedError{Line: "G1X1F60", Code: code, Firmware: grbl.GrblHAL, Own: own}
			if got := strings.Contains(err.Error(), "garbled on its way"); got != (garbled && own) {
				t.Errorf("own %v: %v", own, err)
			}
		}
	}
}

// An alarm of a target where nothing was sent comes of what another program sends.
func TestAlarmOfAnother(t *testing.T) {
	for said, says := range map[string]string{
		"ALARM:2\r\n": "travel ($130 to $132), in a line that this program did not send: another sender",
		"ALARM:1\r\n": "a limit switch was hit: see that",
	} {
		synctest.Test(t, func(t *testing.T) {
			d := start(t, homed(playback.Wait(time.Second), playback.Say(said)))
			<-time.After(2 * time.Second)
			_, err := d.Position(t.Context())
			expect.Error(t, err, arm.ErrAlarm, says)
		})
	}
}

// A relative that starts behind an alarm is connected to, and homes after a reset.
func TestAlarmAtTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start(t, []playback.Step{
			playback.Say(halGreeting), playback.Expect("$$\n"),
			playback.Say("ALARM:12\r\n[MSG:Check Limits]\r\n" + sound + "ok\r\n"),
			playback.Answer('?', atHome), playback.Expect("\x18"), playback.Say(halGreeting + "ALARM:12\r\n"),
			playback.Expect("$H\n"), playback.Say("ok\r\n"),
		})
	})
}

// A machine that was sent to sleep is not waited for.
func TestAsleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Answer('?', "<Sleep|MPos:0.000,0.000,90.000|FS:0,0>\r\n"),
			playback.Expect(goThere+"G4P0\n")))
		began := time.Now()
		expect.Error(t, d.Move(t.Context(), there, 150), arm.ErrPositionLost, "it sleeps ($SLP")
		if took := time.Since(began); took < 2*time.Second || took > 3*time.Second {
			t.Errorf("after %v", took)
		}
	})
}

// A controller that goes on to answer behind an alarm is not waited for.
func TestAlarmWhoseLineWasLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, fluid(
			playback.Answer('?', "<Alarm|MPos:0.000,0.000,90.000,0.000|FS:0,0>\r\n"), playback.Expect(goThere+"G4P0\n"),
			playback.Say("ok\r\n"),
		))
		began := time.Now()
		expect.Error(t, d.Move(t.Context(), there, 150), arm.ErrAlarm, "it reports one, and which was lost")
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// Who holds the machine is told as far as it is known; nobody is blamed for a hold of this program's own.
func TestWhoHolds(t *testing.T) {
	const hold = "<Hold:0|MPos:0.000,0.000,90.000|FS:0,0>\r\n"
	for name, c := range map[string]struct {
		steps []playback.Step
		do    func(t *testing.T, d *grbl.Driver)
		want  []string
	}{
		"a stop of its own": {
			[]playback.Step{playback.Answer('?', run), playback.Expect(goThere + "G4P0\n"), playback.Expect("!"),
				playback.Answer('?', hold)},
			func(t *testing.T, d *grbl.Driver) {
				moved := expect.Later(func() error { return d.Move(t.Context(), there, 150) })
				<-time.After(time.Second)
				expect.OK(t, d.Stop(t.Context()))
				expect.Error(t, <-moved, arm.ErrStopped, "")
				if _, err := d.Position(t.Context()); err != nil {
					t.Error(err)
				}
			}, nil},
		"its button": {
			[]playback.Step{playback.Answer('?', "<Hold:0|MPos:0.000,0.000,90.000|FS:0,0|Pn:H>\r\n")},
			func(t *testing.T, d *grbl.Driver) { _, _ = d.Position(t.Context()) },
			[]string{"the controller holds the arm since its hold button is pressed: its resume button goes on"}},
		"the door": {
			[]playback.Step{playback.Answer('?', "<Door:1|MPos:0.000,0.000,90.000|FS:0,0|Pn:D>\r\n")},
			func(t *testing.T, d *grbl.Driver) { _, _ = d.Position(t.Context()) },
			[]string{"the controller holds the arm since its safety door is open: close it; its resume button goes on"}},
		"nobody knows who": {
			[]playback.Step{playback.Answer('?', hold)},
			func(t *testing.T, d *grbl.Driver) { _, _ = d.Position(t.Context()) },
			[]string{"the controller holds the arm, and nothing here has asked for it: a hold button, another program, or a " +
				"garbled byte; its resume button goes on"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				changed := config
				changed.AxisSpeed = arm.Point{X: 200, Y: 200, Z: 80}
				log := keepLog(&changed)
				d, err := grbl.Connect(t.Context(), playback.New(t, append([]playback.Step{
					playback.Say(greeting), playback.Expect("$$\n"), playback.Say(sound + "ok\r\n"),
					playback.Answer('?', atHome), playback.Expect("$H\n"), playback.Say("ok\r\n"), playback.Expect("?"),
					playback.Say(atHome),
				}, c.steps...)...), changed)
				expect.OK(t, err)
				defer closeDriver(t, d)
				expect.OK(t, d.Home(t.Context()))
				c.do(t, d)
				if diff := cmp.Diff(c.want, warned(t, log)); diff != "" {
					t.Errorf("warnings (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// What a program finds held that begins is most likely its own stop of before.
func TestFoundHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		changed := config
		changed.AxisSpeed = arm.Point{X: 200, Y: 200, Z: 80}
		log := keepLog(&changed)
		d, err := grbl.Connect(t.Context(), playback.New(t,
			playback.Answer('?', "<Hold:0|MPos:0.000,0.000,0.000|FS:0,0>\r\n"), playback.Expect("\x18"), playback.Say(greeting),
			playback.Answer('?', idle),
			playback.Expect("$$\n"), playback.Say(sound+"ok\r\n"),
		), changed)
		expect.OK(t, err)
		defer closeDriver(t, d)
		if got := strings.Join(warned(t, log), "\n"); got !=
			"the controller was holding the arm when it was connected, from a stop before: what was left of that motion is "+
				"forgotten" {
			t.Errorf("it says %s", got)
		}
		// What has it do something is kept, but not each question.
		if kept := log.String(); !strings.Contains(kept, `"byte":"18"`) || strings.Contains(kept, `"byte":"3f"`) {
			t.Errorf("kept %s", kept)
		}
	})
}
