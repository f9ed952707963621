package grbl_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/grbl"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

const (
	greeting = "\r\nGrbl 1.1h ['$' for help]\r\n"
	unlock   = "[MSG:'$H'|'$X' to unlock]\r\n"
	settings = "$13=0\r\n$20=1\r\n$22=1\r\n$110=12000.000\r\n$111=12000.000\r\n$112=4800.000\r\n" +
		"$130=640.000\r\n$131=520.000\r\n$132=90.000\r\nok\r\n"
	idle = "<Idle|MPos:0.000,0.000,90.000|FS:0,0>\r\n"
	run  = "<Run|MPos:5.000,5.000,90.000|FS:9000,0>\r\n"
)

var config = grbl.Config{Limits: arm.Limits{Max: arm.Point{X: 640, Y: 520, Z: 90}, MaxSpeed: 200}}

// script is the conversation of a connection up to the settings, and what follows it.
func script(then ...playback.Step) []playback.Step {
	return append([]playback.Step{
		playback.Say(greeting), playback.Expect("$$\n"), playback.Say(settings), playback.Answer('?', idle),
	}, then...)
}

// homed is a script with homing in front.
func homed(then ...playback.Step) []playback.Step {
	return script(append([]playback.Step{playback.Expect("$H\n"), playback.Say("ok\r\n")}, then...)...)
}

func connect(t *testing.T, steps []playback.Step) *grbl.Driver {
	t.Helper()
	return playback.Connect(t, grbl.Connect, config, steps)
}

func closeDriver(t *testing.T, d *grbl.Driver) {
	t.Helper()
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}

// start connects and homes.
func start(t *testing.T, steps []playback.Step) *grbl.Driver {
	t.Helper()
	d := connect(t, steps)
	expect.OK(t, d.Home(t.Context()))
	return d
}

var there = arm.Point{X: 100, Y: 50.5, Z: 20}

// go to there at 150 mm/s, as it looks on the wire.
const goThere = "G90G21G94G53G1X100Y50.5Z20F9000\n"

// atThere is what it then says where it is.
const atThere = "<Idle|MPos:100.000,50.500,20.000|FS:0,0>\r\n"

// top is above there.
var top = arm.Point{X: 100, Y: 50.5, Z: 60}

// go to top, and what is said of that.
const (
	goUp  = "G90G21G94G53G1X100Y50.5Z60F9000\n"
	atTop = "<Idle|MPos:100.000,50.500,60.000|FS:0,0>\r\n"
)

func TestMoveEndsWithTheDwell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect(goThere+"G4P0\n"),
			playback.Answer('?', run),
			playback.Say("ok\r\n"), // queued
			playback.Wait(1300*time.Millisecond), playback.Answer('?', atThere),
			playback.Say("ok\r\n"), // finished
		))
		began := time.Now()
		expect.OK(t, d.Move(t.Context(), there, 150))
		if took := time.Since(began); took != 1300*time.Millisecond {
			t.Errorf("returned after %v", took)
		}
	})
}

func TestGripAndRelease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect("M8\nG4P0.25\n"), playback.Say("ok\r\nok\r\n"),
			playback.Expect("M9\nG4P0.15\n"), playback.Say("ok\r\nok\r\n"),
		))
		expect.OK(t, d.Grip(t.Context()))
		expect.OK(t, d.Release(t.Context()))
	})
}

func TestLongDwellIsNoSilence(t *testing.T) {
	for text, takes := range map[string]time.Duration{"M3 S200": 0, "P5 G04": 5 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			c := config
			c.Grip, c.GripSettle = []string{text}, 5*time.Second
			d := playback.Connect(t, grbl.Connect, c, homed(
				playback.Expect(strings.ReplaceAll(text, " ", "")+"\nG4P5\n"), playback.Wait(takes), playback.Say("ok\r\n"),
				playback.Wait(5*time.Second), playback.Say("ok\r\n")))
			expect.OK(t, d.Home(t.Context()))
			expect.OK(t, d.Grip(t.Context()))
		})
	}
}

// Never more than 127 bytes are unanswered: beyond that Grbl drops some.
func TestBytesAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		long := "M3 S200 P1.000000000000000000000000000000000000" // 47 characters
		wire := strings.ReplaceAll(long, " ", "") + "\n"
		c := config
		c.Grip = []string{long, long, long}
		d := playback.Connect(t, grbl.Connect, c, homed(
			playback.Expect(wire+wire), // 92 bytes; a third would make 138
			playback.Wait(time.Second), playback.Say("ok\r\n"),
			playback.Expect(wire),
			playback.Wait(time.Second), playback.Say("ok\r\n"),
			playback.Expect("G4P0.25\n"), playback.Say("ok\r\nok\r\n")))
		expect.OK(t, d.Home(t.Context()))
		expect.OK(t, d.Grip(t.Context()))
	})
}

func TestCloseInMotionHolds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Expect(goThere+"G4P0\n"), playback.Say("ok\r\n"), playback.Expect("!")))
		moved := expect.Later(func() error { return d.Move(context.Background(), there, 150) })
		synctest.Wait()
		closeDriver(t, d)
		closeDriver(t, d)
		expect.Error(t, <-moved, arm.ErrDisconnected, "")
	})
}

func TestCloseWhileHomingResets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := connect(t, script(playback.Expect("$H\n"), playback.Expect("\x18")))
		homed := expect.Later(func() error { return d.Home(context.Background()) })
		synctest.Wait()
		closeDriver(t, d)
		expect.Error(t, <-homed, arm.ErrDisconnected, "")
	})
}

// A hold by its button is waited for, and told.
func TestHoldByAButton(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := config
		log := keepLog(&c)
		d := playback.Connect(t, grbl.Connect, c, homed(
			playback.Answer('?', pressed), playback.Expect(goThere+"G4P0\n"), playback.Say("ok\r\n"),
			playback.Wait(time.Second), playback.Answer('?', held),
			playback.Wait(time.Minute), playback.Answer('?', atThere), playback.Say("ok\r\n")))
		expect.OK(t, d.Home(t.Context()))
		expect.OK(t, d.Move(t.Context(), there, 150))
		told := slices.DeleteFunc(warned(t, log), func(text string) bool { return !strings.Contains(text, "holds the arm") })
		if len(told) != 1 {
			t.Errorf("told %q", told)
		}
	})
}

// A hold that neither the program nor a button has asked for is a byte that was garbled.
func TestStrayHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Answer('?', held), playback.Expect(goThere+"G4P0\n"), playback.Say("ok\r\n"),
			playback.Expect("\x18"), playback.Say(greeting+unlock), playback.Answer('?', idle),
			playback.Expect("$H\n"), playback.Say("ok\r\n"),
		))
		began := time.Now()
		expect.Error(t, d.Move(t.Context(), there, 150), arm.ErrPositionLost, "garbled into a hold")
		if took := time.Since(began); took < 6*time.Second || took > 7*time.Second { // a button's would be told by then
			t.Errorf("after %v", took)
		}
		expect.OK(t, d.Home(t.Context()))
	})
}

// Whatever bytes come, a motion ends in bounded time, and it counts as finished only if both of its lines were
// answered with ok.
func FuzzController(f *testing.F) {
	for _, said := range []string{"ok\r\nok\r\n", "ok\r\nerror:9\r\n", "ALARM:1\r\nok\r\nok\r\n", greeting,
		"<Idle|MPos:0,0,0>\r\nok\r\n", "o\xffk\rok\nok\r"} {
		f.Add(said)
	}
	f.Fuzz(func(t *testing.T, said string) {
		synctest.Test(t, func(t *testing.T) {
			d := start(t, homed(playback.Expect(goThere+"G4P0\n"), playback.Answer('?', atThere), playback.Answer('!', ""),
				playback.Say(said)))
			began := time.Now()
			err := d.Move(t.Context(), there, 150)
			if err == nil && strings.Count(said, "ok") < 2 {
				t.Errorf("%q: finished", said)
			}
			if took := time.Since(began); took > 3*time.Second {
				t.Errorf("%q: took %v", said, took)
			}
		})
	})
}

// Motions that go straight on follow each other without a wait, by counted characters: only the end before the tool
// is switched is waited for, and the place looked at.
func TestRunBlends(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(
			playback.Expect(goUp+"G4P0\n"), playback.Answer('?', atTop), playback.Say("ok\r\nok\r\n"),
			playback.Expect("G90G21G94G53G1X100Y50.5Z24F9000\n"+goThere+"G4P0\n"), // 77 of 127 bytes
			playback.Answer('?', "<Run|MPos:100.000,50.500,30.000|FS:4800,0>\r\n"), playback.Say("ok\r\nok\r\n"),
			playback.Wait(time.Second), playback.Answer('?', atThere), playback.Say("ok\r\n"),
			playback.Expect("M8\nG4P0.25\n"), playback.Say("ok\r\nok\r\n"),
		))
		expect.OK(t, d.Move(t.Context(), top, 150))
		steps := []arm.Step{
			{Verb: arm.VerbMove, To: arm.Point{X: 100, Y: 50.5, Z: 24}, Speed: 150},
			{Verb: arm.VerbMove, To: there, Speed: 150},
			{Verb: arm.VerbGrip},
		}
		expect.OK(t, d.Run(t.Context(), steps))
		steps[1].To.X = 641
		expect.Error(t, d.Run(t.Context(), steps), arm.ErrLimit, "step 2, move to X 641.0")
		expect.Error(t, d.Run(t.Context(), []arm.Step{{Verb: arm.VerbGrip}, {Verb: arm.VerbHome}}), nil,
			"homing cannot be one of several")
	})
}

// No motion is sent round a corner before the tool is there: a travel behind a rise that was lost, or garbled, would
// lead through the pieces.
func TestCorner(t *testing.T) {
	const across = "G90G21G94G53G1X200Y50.5Z60F9000\n"
	for name, c := range map[string]struct {
		steps []playback.Step
		want  error
		says  string
	}{
		"there": {[]playback.Step{
			playback.Answer('?', atTop), playback.Say("ok\r\nok\r\n"),
			playback.Expect(across + "G4P0\n"), playback.Answer('?', "<Idle|MPos:200.000,50.500,60.000|FS:0,0>\r\n"),
			playback.Say("ok\r\nok\r\n"),
		}, nil, ""},
		"lost": {[]playback.Step{playback.Say("ok\r\n")}, arm.ErrNoAnswer, "a line or its answer was lost"},
		"garbled": {[]playback.Step{playback.Answer('?', "<Idle|MPos:100.000,50.500,40.000|FS:0,0>\r\n"),
			playback.Say("ok\r\nok\r\n")}, arm.ErrPositionLost,
			"sent to X 100.0 Y 50.5 Z 60.0 and stands at X 100.0 Y 50.5 Z 40.0"},
		"refused": {[]playback.Step{playback.Say("error:2\r\nok\r\n")}, arm.ErrRejected, "error:2"},
		"the wait refused": {[]playback.Step{playback.Say("ok\r\nerror:2\r\n")}, arm.ErrPositionLost,
			"in the middle of a motion"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := start(t, homed(append([]playback.Step{
					playback.Expect(goThere + "G4P0\n"), playback.Answer('?', atThere), playback.Say("ok\r\nok\r\n"),
					playback.Expect(goUp + "G4P0\n"),
				}, c.steps...)...))
				expect.OK(t, d.Move(t.Context(), there, 150))
				err := d.Run(t.Context(), []arm.Step{
					{Verb: arm.VerbMove, To: top, Speed: 150},
					{Verb: arm.VerbMove, To: arm.Point{X: 200, Y: 50.5, Z: 60}, Speed: 150},
				})
				if c.want != nil || err != nil {
					expect.Error(t, err, c.want, c.says)
				}
			})
		})
	}
}
