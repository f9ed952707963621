package uarm_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
	"draughtsman/arm/uarm"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

const banner = "start\r\necho: External Reset\r\nMarlin 1.1.0-RC8\r\necho:Hardcoded Default Settings Loaded\n@1\n@5 " +
	"V1\r\n"

var config = uarm.Config{
	Config: session.Config{Limits: arm.Limits{Min: arm.Point{X: 120, Y: -150, Z: 0},
		Max:      arm.Point{X: 300, Y: 150, Z: 150},
		MaxSpeed: 100}},
	Rest: arm.Point{X: 200, Y: 0, Z: 150},
}

var there = arm.Point{X: 250, Y: -50.5, Z: 20}

// ask is a request with its answer.
func ask(request, answer string) []playback.Step {
	return []playback.Step{playback.Expect(request + "\n"), playback.Say(answer)}
}

// connected is the conversation of a connection to an arm that runs already.
func connected() []playback.Step {
	return playback.Join(
		ask("#1 P2203", "$1 ok V3.2.0\n"), ask("#2 M2122 V1", "$2 ok\r\n\r\n"), ask("#3 M2400 S0", "$3 ok\r\n"))
}

// believed is the question where the firmware takes the arm to be.
func believed(n int, place string) []playback.Step {
	return ask(fmt.Sprintf("#%d P2220", n), fmt.Sprintf("$%d ok %s\n", n, place))
}

// sensed are the questions where the encoders have the arm.
func sensed(n int, place string) []playback.Step {
	return playback.Join(ask(fmt.Sprintf("#%d P2200", n), fmt.Sprintf("$%d ok B90.00 L28.70 R-32.20\n", n)),
		ask(fmt.Sprintf("#%d M2221 B90 L28.7 R-32.2", n+1), fmt.Sprintf("$%d ok %s\n", n+1, place)))
}

// awake is what homing begins with, of an arm at a place.
func awake(place string) []playback.Step {
	return playback.Join(ask("#4 P2234", "$4 ok V1\n"), ask("#5 M2000", "$5 ok\n"),
		[]playback.Step{playback.Expect("#6 M17\n"), playback.Wait(1100 * time.Millisecond), playback.Say("$6 ok\n")},
		believed(7, place), sensed(8, place))
}

// homed is a script with homing in front, of an arm that hangs low.
func homed(then ...playback.Step) []playback.Step {
	return playback.Join(connected(), awake("X150.00 Y10.00 Z40.00"),
		ask("#10 G0 X150 Y10 Z150 F3000", "$10 ok\n@9 V0\n"), ask("#11 M2200", "$11 ok V0\n"),
		ask("#12 G0 X200 Y0 Z150 F3000", "$12 ok\n@9 V0\n"), ask("#13 M2200", "$13 ok V0\n"),
		sensed(14, "X200.20 Y0.40 Z149.70"), believed(16, "X200.00 Y0.00 Z150.00"),
		then)
}

func connect(t *testing.T, steps []playback.Step) *uarm.Driver {
	t.Helper()
	return playback.Connect(t, uarm.Connect, config, steps)
}

func start(t *testing.T, steps []playback.Step) *uarm.Driver {
	t.Helper()
	d := connect(t, steps)
	expect.OK(t, d.Home(t.Context()))
	return d
}

const goThere = "#17 G0 X250 Y-50.5 Z20 F6000"

// The ok comes before the end; M2200 tells when it is, and "@9" when to ask. Line ends are of all kinds, and events
// come in between.
func TestMoveEndsWhenNothingMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Join(
			[]playback.Step{playback.Expect(goThere + "\n"), playback.Say("@3 X210.00 Y0.00 Z90.00 R90.00\r\n@4 B0 V1\n"),
				playback.Wait(3900 * time.Millisecond), playback.Say("$17 ok\r\n\r\n")},
			ask("#18 M2200", "$18 ok V1\n"),
			[]playback.Step{playback.Wait(60 * time.Millisecond), playback.Say("@9 V0\n")},
			ask("#19 M2200", "$19 ok V0\r\n"), sensed(20, "X250.20 Y-50.40 Z19.70"), believed(22, "X250.00 Y-50.50 Z20.00"),
		)...))
		began := time.Now()
		expect.OK(t, d.Move(t.Context(), there, 100))
		if took := time.Since(began); took != 3960*time.Millisecond {
			t.Errorf("returned after %v", took)
		}
	})
}

// A firmware that does not send "@9" is asked now and then.
func TestMoveWithoutEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Join(ask(goThere, "$17 ok\n"),
			ask("#18 M2200", "$18 ok V1\n"), ask("#19 M2200", "$19 ok V1\n"), ask("#20 M2200", "$20 ok V0\n"),
			sensed(21, "X253.00 Y-50.50 Z20.00"), believed(23, "X250.00 Y-50.50 Z20.00"))...))
		began := time.Now()
		expect.OK(t, d.Move(t.Context(), there, 100))
		if took := time.Since(began); took != 200*time.Millisecond {
			t.Errorf("returned after %v", took)
		}
	})
}

// Motions in one go are sent when the one before was planned, not when it ended, round a corner when that is sure to
// be the right one; the last one's end is waited for.
func TestRunBlends(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Join(
			ask("#17 G0 X250 Y0 Z150 F6000", "$17 ok\n"), believed(18, "X250.00 Y0.00 Z150.00"),
			ask("#19 G0 X250 Y0 Z24 F6000", "$19 ok\n"), ask("#20 G0 X250 Y0 Z20 F6000", "$20 ok\n@9 V0\n"),
			ask("#21 M2200", "$21 ok V0\n"), sensed(22, "X250.00 Y0.00 Z20.00"), believed(24, "X250.00 Y0.00 Z20.00"),
			ask("#25 M2231 V1", "$25 ok\n"),
		)...))
		began := time.Now()
		err := d.Run(t.Context(), []arm.Step{
			{Verb: arm.VerbMove, To: arm.Point{X: 250, Z: 150}, Speed: 100},
			{Verb: arm.VerbMove, To: arm.Point{X: 250, Z: 24}, Speed: 100},
			{Verb: arm.VerbMove, To: arm.Point{X: 250, Z: 20}, Speed: 100},
			{Verb: arm.VerbGrip},
		})
		expect.OK(t, err)
		if took := time.Since(began); took != 250*time.Millisecond {
			t.Errorf("took %v", took)
		}
	})
}

// Nothing is sent round a corner that the arm was not told: a height that was garbled would lead the next motion
// through the pieces.
func TestCorner(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Join(ask("#17 G0 X250 Y0 Z150 F6000", "$17 ok\n"),
			believed(18, "X250.00 Y0.00 Z130.00"))...))
		err := d.Run(t.Context(), []arm.Step{
			{Verb: arm.VerbMove, To: arm.Point{X: 250, Z: 150}, Speed: 100},
			{Verb: arm.VerbMove, To: arm.Point{X: 200, Z: 150}, Speed: 100},
		})
		expect.Error(t, err, arm.ErrPositionLost, "was told to go to X 250.0 Y 0.0 Z 130.0")
	})
}

// An "@9" that comes right after a motion was sent is the end of the one before: the motion may be silent for as long
// as it takes.
func TestLateEndOfAnEarlierMotion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Join(
			[]playback.Step{playback.Expect("#17 G0 X250 Y-50.5 Z20 F1200\n"), playback.Wait(20 * time.Millisecond),
				playback.Say("@9 V0\n"), playback.Wait(7 * time.Second), playback.Say("$17 ok\n")},
			ask("#18 M2200", "$18 ok V0\n"), sensed(19, "X250.20 Y-50.40 Z19.70"), believed(21, "X250.00 Y-50.50 Z20.00"))...))
		expect.OK(t, d.Move(t.Context(), there, 20))
	})
}

func TestMoveFails(t *testing.T) {
	for name, c := range map[string]struct {
		steps  []playback.Step
		want   error
		says   string
		within time.Duration
	}{
		"unreachable, with ok": {[]playback.Step{playback.Say("$17 ok E22 unreachable\n")}, arm.ErrLimit,
			"E22, the place is out of reach", 0},
		"unreachable, without ok": {[]playback.Step{playback.Say("$17 E22\n")}, arm.ErrRejected, "E22", 0},
		"a bad parameter": {[]playback.Step{playback.Say("$17 E21 \n")}, arm.ErrRejected,
			"E21, a bad parameter", 0},
		"an unknown command": {[]playback.Step{playback.Say("echo:Unknown command: \"G0 X250 Y-50.5 " +
			"Z20 F6000\"\n")}, arm.ErrRejected, "does not have that command", 0},
		"an unknown command whose echo is garbled": {[]playback.Step{playback.Say("echo:Un\x8bnown command: \"G0\"\n")},
			arm.ErrNoAnswer, "nothing has come", 15 * time.Second},
		"another's answer": {[]playback.Step{playback.Say("$16 ok\nok\n$112 ok\n")}, arm.ErrNoAnswer,
			"nothing has come", 15 * time.Second},
		"a lost answer": {[]playback.Step{playback.Wait(time.Second), playback.Say("@9 V0\n")},
			arm.ErrNoAnswer, "nothing has come", 5 * time.Second},
		"a garbled answer": {[]playback.Step{playback.Wait(time.Second),
			playback.Say("$17 o\xeb\n@9 V0\n")}, arm.ErrNoAnswer, "nothing has come", 5 * time.Second},
		"a restart": {[]playback.Step{playback.Say(banner)}, arm.ErrPositionLost, "restarted",
			0},
		"kill()": {[]playback.Step{playback.Say("Error:Printer halted. kill() called!\n")},
			arm.ErrAlarm, "switch it off and on", 0},
		"a restart at its very end": {playback.Join([]playback.Step{playback.Say("$17 ok\n@9 V0\n")},
			ask("#18 M2200", "$18 ok V0\n"), sensed(19, "X250.00 Y-50.50 Z20.00"),
			ask("#21 P2220", "$21 ok X250.00 Y-50.50 Z20.00\n"+banner)), arm.ErrPositionLost, "restarted", 0},
		"the power supply": {[]playback.Step{playback.Say("@5 V0\n")}, arm.ErrPositionLost,
			"power supply went off", 0},
		"the cable is pulled": {[]playback.Step{playback.Wait(time.Second), playback.Unplug()},
			arm.ErrDisconnected, "cable", time.Second},
		"it ends somewhere else": {playback.Join([]playback.Step{playback.Say("$17 ok\n@9 V0\n")},
			ask("#18 M2200", "$18 ok V0\n"),
			sensed(19, "X250.00 Y-10.00 Z20.00"), believed(21, "X250.00 Y-50.50 Z20.00")),
			arm.ErrPositionLost, "is at X 250.0 Y -10.0 Z 20.0; is something in its way?", 0},
		"it was told something else": {playback.Join([]playback.Step{playback.Say("$17 ok\n@9 V0\n")},
			ask("#18 M2200", "$18 ok V0\n"),
			sensed(19, "X250.00 Y-50.40 Z22.00"), believed(21, "X250.00 Y-50.50 Z22.00")),
			arm.ErrPositionLost, "was told to go to X 250.0 Y -50.5 Z 22.0, its line is noisy", 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := start(t, homed(append([]playback.Step{playback.Expect(goThere + "\n")}, c.steps...)...))
				began := time.Now()
				expect.Error(t, d.Move(t.Context(), there, 100), c.want, c.says)
				if took := time.Since(began); took > c.within {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

// stopped is a motion that is cut short a second after it was sent, and the questions whether it stands.
func stopped() []playback.Step {
	return playback.Join([]playback.Step{playback.Expect(goThere + "\n"), playback.Expect("M410\n"),
		playback.Wait(50 * time.Millisecond), playback.Say("$17 ok\nok\n")},
		ask("#18 M2200", "$18 ok V1\n"), ask("#19 M2200", "$19 ok V0\n"))
}

// Everything queues behind a motion but a bare M410. Where the arm is, its encoders are read for anew.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Join(stopped(), ask("#20 M2000", "$20 ok\n"),
			believed(21, "X220.10 Y-20.00 Z98.00"), sensed(22, "X220.00 Y-20.10 Z98.00"),
			believed(24, "X223.00 Y-20.10 Z98.00"), sensed(25, "X220.00 Y-20.10 Z98.00"))...))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err := d.Move(ctx, there, 100)
		expect.Error(t, err, arm.ErrStopped, "")
		expect.Error(t, err, context.DeadlineExceeded, "")
		expect.Error(t, d.Move(t.Context(), there, 100), arm.ErrStopped, "home it")
		for range 2 {
			p, err := d.Position(t.Context())
			if want := (arm.Point{X: 220, Y: -20.1, Z: 98}); p != want || err != nil {
				t.Errorf("position %v, %v", p, err)
			}
		}
	})
}

// held holds a motion a second after its beginning, and lets it go on.
func held(t *testing.T, d *uarm.Driver, meanwhile func()) error {
	t.Helper()
	moved := make(chan error, 1)
	go func() { moved <- d.Move(t.Context(), there, 100) }()
	<-time.After(time.Second)
	began := time.Now()
	expect.OK(t, d.Hold(t.Context()))
	if took := time.Since(began); took != 150*time.Millisecond {
		t.Errorf("held after %v", took)
	}
	meanwhile()
	<-time.After(time.Minute)
	expect.OK(t, d.Resume(t.Context()))
	return <-moved
}

// goesOn is what is left of a motion, and its end.
func goesOn(n int) []playback.Step {
	return playback.Join(ask(fmt.Sprintf("#%d G0 X250 Y-50.5 Z20 F6000", n), fmt.Sprintf("$%d ok\n@9 V0\n", n)),
		ask(fmt.Sprintf("#%d M2200", n+1), fmt.Sprintf("$%d ok V0\n", n+1)),
		sensed(n+2, "X250.00 Y-50.50 Z20.00"), believed(n+4, "X250.00 Y-50.50 Z20.00"))
}

// A motion that is held goes on from where the encoders have the arm, which the firmware is made to read: it would go
// on from the angles of its joints.
func TestHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Join(stopped(), []playback.Step{playback.Wait(time.Minute)},
			ask("#20 M2000", "$20 ok\n"),
			believed(21, "X225.00 Y-25.30 Z85.00"), sensed(22, "X225.10 Y-25.30 Z85.00"), goesOn(24))...))
		expect.OK(t, held(t, d, func() {}))
	})
}

// Whether the encoders were read is seen by what the firmware then takes for its place, so that an answer may get
// lost.
func TestHoldWithoutAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Join(stopped(), []playback.Step{playback.Wait(time.Minute)}, ask("#20 M2000", ""),
			ask("#21 M2000", "$2\x8f ok\n"),
			believed(22, "X225.00 Y-25.30 Z85.00"), sensed(23, "X225.10 Y-25.30 Z85.00"), goesOn(25))...))
		began := time.Now()
		expect.OK(t, held(t, d, func() {}))
		if took := time.Since(began); took > 64*time.Second {
			t.Errorf("it goes on after %v", took)
		}
	})
}

// For 0.7 s after it was stopped, and after its encoders were read anew, the firmware drops motions: none is sent.
func TestGoesOnAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Join(stopped(), ask("#20 M2000", "$20 ok\n"),
			believed(21, "X225.00 Y-25.30 Z85.00"), sensed(22, "X225.10 Y-25.30 Z85.00"), goesOn(24))...))
		moved := expect.Later(func() error { return d.Move(t.Context(), there, 100) })
		<-time.After(time.Second)
		began := time.Now()
		expect.OK(t, d.Hold(t.Context()))
		expect.OK(t, d.Resume(t.Context()))
		expect.OK(t, <-moved)
		if took := time.Since(began); took != 850*time.Millisecond {
			t.Errorf("it was there after %v", took)
		}
	})
}

// What was given up may be going on, and is stopped; an arm that is known to stand is not.
func TestStopAtRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := connect(t, append(connected(), playback.Expect("M410\n")))
		expect.OK(t, d.Stop(t.Context()))
	})
	synctest.Test(t, func(t *testing.T) {
		expect.OK(t, start(t, homed()).Stop(t.Context()))
	})
}

// An arm that says for 8 s that it still moves was not stopped.
func TestStopInVain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		steps := []playback.Step{playback.Expect(goThere + "\n"), playback.Expect("M410\n"), playback.Say("$17 ok\nok\n")}
		for n := range 80 {
			steps = append(steps, ask(fmt.Sprintf("#%d M2200", 18+n), fmt.Sprintf("$%d ok V1\n", 18+n))...)
		}
		d := start(t, homed(steps...))
		moved := expect.Later(func() error { return d.Move(t.Context(), there, 100) })
		<-time.After(time.Second)
		expect.Error(t, d.Stop(t.Context()), arm.ErrPositionLost, "did not come to rest within 8s")
		if err := <-moved; !arm.NeedsHoming(err) {
			t.Errorf("%v", err)
		}
	})
}

// An "@9" that comes when the motion may have ended is its end: an answer that is missing then was lost.
func TestAnswerOfAShortMotionIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Expect("#17 G0 X210 Y0 Z150 F6000\n"), playback.Wait(500*time.Millisecond),
			playback.Say("@9 V0\n")))
		began := time.Now()
		expect.Error(t, d.Move(t.Context(), arm.Point{X: 210, Z: 150}, 100), arm.ErrNoAnswer, "nothing has come")
		if took := time.Since(began); took > 4*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// Where the arm does not answer whether it has power, what it has told of that counts.
func TestPowerByEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		unknown := "echo:Unknown command: \"P2234\"\n"
		d := connect(t, playback.Join(connected(), []playback.Step{playback.Wait(time.Second), playback.Say("@5 V0\n")},
			ask("#4 P2234", unknown), []playback.Step{playback.Wait(time.Second), playback.Say("@5 V1\n")},
			ask("#5 P2234", unknown), []playback.Step{playback.Expect("#6 M2000\n"), playback.Unplug()}))
		for _, says := range []string{"power supply is off", "cable"} {
			<-time.After(2 * time.Second)
			expect.Error(t, d.Home(t.Context()), nil, says)
		}
	})
}

// Where a held arm is, is known at once, and asked for once: nothing is sent while it would be dropped.
func TestPositionOfAHeldArm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		place := playback.Join(believed(21, "X225.00 Y-25.30 Z85.00"), sensed(22, "X225.10 Y-25.30 Z85.00"))
		d := start(t, homed(playback.Join(stopped(), ask("#20 M2000", "$20 ok\n"), place,
			[]playback.Step{playback.Wait(time.Minute)}, believed(24, "X225.00 Y-25.30 Z85.00"),
			sensed(25, "X225.10 Y-25.30 Z85.00"), goesOn(27))...))
		err := held(t, d, func() {
			began := time.Now()
			p, err := d.Position(t.Context())
			if want := (arm.Point{X: 225.1, Y: -25.3, Z: 85}); p != want || err != nil {
				t.Errorf("position %v, %v", p, err)
			}
			if took := time.Since(began); took > 0 {
				t.Errorf("known after %v", took)
			}
		})
		expect.OK(t, err)
	})
}

// In mid-motion the arm answers nothing, so that its place is not known, and before homing neither: that is said at
// once.
func TestPositionInMidMotion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(playback.Join([]playback.Step{playback.Expect(goThere + "\n"), playback.Wait(2 * time.Second),
			playback.Say("$17 ok\n")},
			ask("#18 M2200", "$18 ok V0\n"), sensed(19, "X250.00 Y-50.50 Z20.00"), believed(21, "X250.00 Y-50.50 Z20.00"))...))
		moved := make(chan error, 1)
		go func() { moved <- d.Move(t.Context(), there, 100) }()
		<-time.After(time.Second)
		began := time.Now()
		if _, err := d.Position(t.Context()); err == nil || arm.NeedsHoming(err) ||
			!strings.Contains(err.Error(), "in motion") {
			t.Errorf("in motion: %v", err)
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("said after %v", took)
		}
		expect.OK(t, <-moved)
	})
	synctest.Test(t, func(t *testing.T) {
		d := connect(t, connected())
		_, err := d.Position(t.Context())
		expect.Error(t, err, arm.ErrNotHomed, "")
	})
}

// From a place where the arm cannot have come nothing goes on: it has to be homed.
func TestHoldElsewhere(t *testing.T) {
	at := func(believes, measures string) []playback.Step {
		return playback.Join(ask("#20 M2000", "$20 ok\n"), believed(21, believes), sensed(22, measures))
	}
	for name, c := range map[string]struct {
		then []playback.Step
		says string
	}{
		"out of reach":   {at("X6.60 Y28.70 Z-32.20", "X6.60 Y28.70 Z-32.20"), "outside its limits"},
		"beside its way": {at("X225.00 Y25.30 Z85.00", "X225.00 Y25.30 Z85.00"), "mm beside the way"},
		"at its end already": {at("X250.00 Y-50.50 Z20.00", "X250.00 Y-50.50 Z20.00"),
			"cannot have come in 1.1 s"},
		"where its firmware is not": {at("X6.60 Y28.70 Z-32.20", "X225.00 Y-25.30 Z85.00"),
			"its firmware takes it to be at X 6.6 Y 28.7 Z -32.2"},
		"its encoders cannot be read": {ask("#20 M2000", "echo:Unknown command: \"M2000\"\n"),
			"cannot tell where it stands"},
		"an answer that is none": {ask("#20 M2000", "$20 ok\n\n$21 \n"), ""},
		"the answer to an earlier one": {playback.Join(ask("#20 M2000", "$20 ok\n"),
			ask("#21 P2220", "$7 ok X225.00 Y-25.30 Z85.00\n")), ""},
		"its supply is off":             {ask("#20 M2000", "@5 V0\n"), "power supply went off"},
		"it restarts before it goes on": {ask("#20 M2000", banner), "restarted"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := start(t, homed(playback.Join(stopped(), []playback.Step{playback.Wait(time.Minute)}, c.then, deaf())...))
				err := held(t, d, func() {})
				if !arm.NeedsHoming(err) || !strings.Contains(err.Error(), c.says) {
					t.Errorf("it goes on with %v", err)
				}
				if err := d.Move(t.Context(), there, 100); !arm.NeedsHoming(err) {
					t.Errorf("moves afterwards: %v", err)
				}
			})
		})
	}
}

// The pump, or the gripper, tells whether it holds something.
func TestHolding(t *testing.T) {
	for _, tool := range []string{"2231", "2232"} {
		synctest.Test(t, func(t *testing.T) {
			c := config
			c.Grip, c.Release = []string{"M" + tool + " V1"}, []string{"M" + tool + " V0"}
			d := playback.Connect(t, uarm.Connect, c, homed(playback.Join(
				ask("#17 M"+tool+" V1", "$17 ok\n"), ask("#18 P"+tool, "$18 ok V2\n"),
				ask("#19 P"+tool, "$19 ok V1\n"), ask("#20 M"+tool+" V0", "$20 ok\n"))...))
			expect.OK(t, d.Home(t.Context()))
			expect.OK(t, d.Grip(t.Context()))
			for _, want := range []bool{true, false} {
				if holds, err := d.Holding(t.Context()); holds != want || err != nil {
					t.Errorf("holds %v, %v", holds, err)
				}
			}
			expect.OK(t, d.Release(t.Context()))
		})
	}
}

func TestHomingFails(t *testing.T) {
	motors := awake("X150.00 Y10.00 Z150.00")
	for name, c := range map[string]struct {
		steps []playback.Step
		want  error
		says  string
	}{
		"something is in its way": {playback.Join(motors, ask("#10 G0 X200 Y0 Z150 F3000", "$10 ok\n"),
			ask("#11 M2200", "$11 ok V0\n"), sensed(12, "X170.00 Y6.00 Z150.00"), believed(14, "X200.00 Y0.00 Z150.00")),
			arm.ErrPositionLost, "something in its way"},
		"its encoders stand still": {playback.Join(motors, ask("#10 G0 X200 Y0 Z150 F3000", "$10 ok\n"),
			ask("#11 M2200", "$11 ok V0\n"), sensed(12, "X150.00 Y10.00 Z150.00"), believed(14, "X200.00 Y0.00 Z150.00")),
			arm.ErrPositionLost, "is at X 150.0 Y 10.0 Z 150.0"},
		"no power":      {ask("#4 P2234", "$4 ok V0\n"), arm.ErrPositionLost, "power supply is off"},
		"power refused": {playback.Join(motors, ask("#10 G0 X200 Y0 Z150 F3000", "$10 E24\n")), arm.ErrRejected, "no power"},
		"it moves for ever": {playback.Join(motors, ask("#10 G0 X200 Y0 Z150 F3000", ""),
			[]playback.Step{playback.Expect("M410\n")}), arm.ErrPositionLost, "did not come to rest"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := connect(t, append(connected(), c.steps...))
				expect.Error(t, d.Home(t.Context()), c.want, c.says)
				if err := d.Move(t.Context(), there, 100); err == nil {
					t.Error("moves without having been homed")
				}
			})
		})
	}
}

// Where the arm cannot rise it goes home in a straight line.
func TestHomingFromAPlaceWhereItCannotRise(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start(t, playback.Join(connected(), awake("X290.00 Y100.00 Z20.00"),
			ask("#10 G0 X290 Y100 Z150 F3000", "$10 ok E22 unreachable\n"),
			ask("#11 G0 X200 Y0 Z150 F3000", "$11 ok\n@9 V0\n"), ask("#12 M2200", "$12 ok V0\n"),
			sensed(13, "X200.00 Y0.00 Z150.00"), believed(15, "X200.00 Y0.00 Z150.00")))
	})
}

// A firmware that does not tell what the encoders say is believed.
func TestFirmwareThatDoesNotTell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, playback.Join(connected(), ask("#4 P2234", "echo:Unknown command: \"P2234\"\n"),
			ask("#5 M2000", "echo:Unknown command: \"M2000\"\n"), ask("#6 M17", "$6 ok\n"),
			believed(7, "X150.00 Y10.00 Z150.00"), ask("#8 P2200", "echo:Unknown command: \"P2200\"\n"),
			ask("#9 G0 X200 Y0 Z150 F3000", "$9 ok\n@9 V0\n"), ask("#10 M2200", "$10 ok V0\n"),
			believed(11, "X200.00 Y0.00 Z150.00"),
			ask("#12 G0 X250 Y-50.5 Z20 F6000", "$12 ok\n@9 V0\n"), ask("#13 M2200", "$13 ok V0\n"),
			believed(14, "X250.00 Y-50.50 Z20.00")))
		expect.OK(t, d.Move(t.Context(), there, 100))
	})
}

func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed())
		for _, to := range []arm.Point{{X: 300.1, Z: 10}, {X: 200, Z: -0.2}, {X: 200, Y: math.NaN(), Z: 5}} {
			expect.Error(t, d.Move(t.Context(), to, 100), arm.ErrLimit, "outside the arm's limits")
		}
		expect.Error(t, d.Move(t.Context(), there, 100.1), arm.ErrLimit, "a speed of")
	})
}

// deaf swallows what is written from here on.
func deaf() (steps []playback.Step) {
	for b := range 128 {
		steps = append(steps, playback.Answer(byte(b), ""))
	}
	return steps
}

// Whatever bytes come, a motion ends in bounded time, and counts as finished only if all of its requests were
// answered under their numbers.
func FuzzController(f *testing.F) {
	const fine = "$17 ok\n$18 ok V0\n$19 ok B90.00 L28.70 R-32.20\n$20 ok X250.00 Y-50.50 Z20.00\n$21 ok X250.00 " +
		"Y-50.50 Z20.00\n"
	for _, said := range []string{fine, "$17 ok\n", "$17 ok E22\n", "$18 ok V0\n", "@9 V0\n@5 V0\n", banner,
		"$\n$12\n$12 \n$99999999999 ok\n", "echo:Unknown command: \"\"\n"} {
		f.Add(said)
	}
	f.Fuzz(func(t *testing.T, said string) {
		synctest.Test(t, func(t *testing.T) {
			d := start(t, homed(playback.Join([]playback.Step{playback.Expect(goThere + "\n")}, deaf(),
				[]playback.Step{playback.Say(said)})...))
			began := time.Now()
			err := d.Move(t.Context(), there, 100)
			for _, answer := range []string{"17 ok", "18 ok", "19 ok", "20 ok", "21 ok"} {
				if err == nil && !strings.Contains(said, answer) {
					t.Errorf("%q: finished", said)
				}
			}
			if took := time.Since(began); took > 40*time.Second {
				t.Errorf("%q: took %v", said, took)
			}
		})
	})
}
