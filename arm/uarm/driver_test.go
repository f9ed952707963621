package uarm_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/armtest"
	"draughtsman/arm/line"
	"draughtsman/arm/uarm"
)

const banner = "start\r\necho: External Reset\r\nMarlin 1.1.0-RC8\r\necho:Hardcoded Default Settings Loaded\n@1\n@5 V1\r\n"

var config = uarm.Config{
	Config: line.Config{Limits: arm.Limits{Min: arm.Point{X: 120, Y: -150, Z: 0}, Max: arm.Point{X: 300, Y: 150, Z: 150}, MaxSpeed: 100}},
	Rest:   arm.Point{X: 200, Y: 0, Z: 150},
}

var there = arm.Point{X: 250, Y: -50.5, Z: 20}

// wantError checks what an error is and, in part, what it says.
func wantError(t *testing.T, err, want error, says string) {
	t.Helper()
	if err == nil || !errors.Is(err, want) || !strings.Contains(err.Error(), says) {
		t.Errorf("got error %v, want one that is %q and says %q", err, want, says)
	}
	if err != nil && strings.Contains(err.Error(), "\n") {
		t.Errorf("the error is more than a line: %q", err)
	}
}

// ask is a request with its answer.
func ask(request, answer string) []armtest.Step {
	return []armtest.Step{armtest.Expect(request + "\n"), armtest.Say(answer)}
}

func join(parts ...[]armtest.Step) (all []armtest.Step) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// connected is the conversation of a connection to an arm that runs already.
func connected() []armtest.Step {
	return join(
		ask("#1 P2203", "$1 ok V3.2.0\n"), ask("#2 M2122 V1", "$2 ok\r\n\r\n"), ask("#3 M2400 S0", "$3 ok\r\n"))
}

// homed is a script with homing in front, of an arm that hangs low.
func homed(then ...armtest.Step) []armtest.Step {
	return join(connected(),
		ask("#4 P2234", "$4 ok V1\n"),
		[]armtest.Step{armtest.Expect("#5 M17\n"), armtest.Wait(1100 * time.Millisecond), armtest.Say("$5 ok\n")},
		ask("#6 P2220", "$6 ok X150.00 Y10.00 Z40.00\n"),
		ask("#7 G0 X150 Y10 Z150 F3000", "$7 ok\n@9 V0\n"), ask("#8 M2200", "$8 ok V0\n"),
		ask("#9 G0 X200 Y0 Z150 F3000", "$9 ok\n@9 V0\n"), ask("#10 M2200", "$10 ok V0\n"), ask("#11 P2220", "$11 ok X200.00 Y0.00 Z150.00\n"),
		then)
}

func connect(t *testing.T, steps []armtest.Step) *uarm.Driver {
	t.Helper()
	d, err := uarm.Connect(t.Context(), armtest.New(t, steps...), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func start(t *testing.T, steps []armtest.Step) *uarm.Driver {
	t.Helper()
	d := connect(t, steps)
	if err := d.Home(t.Context()); err != nil {
		t.Fatal(err)
	}
	return d
}

const goThere = "#12 G0 X250 Y-50.5 Z20 F6000"

// The ok comes before the end; M2200 tells when it is, and "@9" when to ask.
// Line ends are of all kinds, and events come in between.
func TestMoveEndsWhenNothingMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(join(
			[]armtest.Step{armtest.Expect(goThere + "\n"), armtest.Say("@3 X210.00 Y0.00 Z90.00 R90.00\r\n@4 B0 V1\n"), armtest.Wait(3900 * time.Millisecond), armtest.Say("$12 ok\r\n\r\n")},
			ask("#13 M2200", "$13 ok V1\n"),
			[]armtest.Step{armtest.Wait(60 * time.Millisecond), armtest.Say("@9 V0\n")},
			ask("#14 M2200", "$14 ok V0\r\n"), ask("#15 P2220", "$15 ok X250.20 Y-50.40 Z19.70\n"),
		)...))
		began := time.Now()
		if err := d.Move(t.Context(), there, 100); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took != 3960*time.Millisecond {
			t.Errorf("returned after %v", took)
		}
	})
}

// A firmware that does not send "@9" is asked now and then.
func TestMoveWithoutEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(join(ask(goThere, "$12 ok\n"),
			ask("#13 M2200", "$13 ok V1\n"), ask("#14 M2200", "$14 ok V1\n"), ask("#15 M2200", "$15 ok V0\n"),
			ask("#16 P2220", "$16 ok X250.00 Y-50.00 Z20.00\n"))...))
		began := time.Now()
		if err := d.Move(t.Context(), there, 100); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took != 200*time.Millisecond {
			t.Errorf("returned after %v", took)
		}
	})
}

// Motions in one go are sent when the one before was planned, not when it
// ended, round a corner when the arm is near it; the last one's end is waited for.
func TestRunBlends(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(join(
			ask("#12 G0 X250 Y0 Z150 F6000", "$12 ok\n"), ask("#13 P2220", "$13 ok X248.00 Y0.00 Z147.00\n"),
			ask("#14 G0 X250 Y0 Z24 F6000", "$14 ok\n"), ask("#15 G0 X250 Y0 Z20 F6000", "$15 ok\n@9 V0\n"),
			ask("#16 M2200", "$16 ok V0\n"), ask("#17 P2220", "$17 ok X250.00 Y0.00 Z20.00\n"),
			ask("#18 M2231 V1", "$18 ok\n"),
		)...))
		began := time.Now()
		err := d.Run(t.Context(), []arm.Step{
			{Verb: arm.VerbMove, To: arm.Point{X: 250, Z: 150}, Speed: 100},
			{Verb: arm.VerbMove, To: arm.Point{X: 250, Z: 24}, Speed: 100},
			{Verb: arm.VerbMove, To: arm.Point{X: 250, Z: 20}, Speed: 100},
			{Verb: arm.VerbGrip},
		})
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took != 250*time.Millisecond {
			t.Errorf("took %v", took)
		}
	})
}

// Who is not near a corner when its motion is answered is waited for, and is
// believed only where it should be: a height that was garbled would lead the next
// motion through the pieces.
func TestCorner(t *testing.T) {
	for name, c := range map[string]struct {
		then []armtest.Step
		want error
	}{
		"late": {join(
			ask("#13 P2220", "$13 ok X250.00 Y0.00 Z120.00\n@9 V0\n"), ask("#14 M2200", "$14 ok V0\n"), ask("#15 P2220", "$15 ok X250.00 Y0.00 Z149.00\n"),
			ask("#16 G0 X200 Y0 Z150 F6000", "$16 ok\n@9 V0\n"), ask("#17 M2200", "$17 ok V0\n"), ask("#18 P2220", "$18 ok X200.00 Y0.00 Z150.00\n"),
		), nil},
		"elsewhere": {join(
			ask("#13 P2220", "$13 ok X250.00 Y0.00 Z130.00\n@9 V0\n"), ask("#14 M2200", "$14 ok V0\n"), ask("#15 P2220", "$15 ok X250.00 Y0.00 Z130.00\n"),
		), arm.ErrPositionLost},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := start(t, homed(append(join(ask("#12 G0 X250 Y0 Z150 F6000", "$12 ok\n")), c.then...)...))
				err := d.Run(t.Context(), []arm.Step{
					{Verb: arm.VerbMove, To: arm.Point{X: 250, Z: 150}, Speed: 100},
					{Verb: arm.VerbMove, To: arm.Point{X: 200, Z: 150}, Speed: 100},
				})
				if c.want != nil || err != nil {
					wantError(t, err, c.want, "")
				}
			})
		})
	}
}

func TestMoveFails(t *testing.T) {
	for name, c := range map[string]struct {
		steps  []armtest.Step
		want   error
		says   string
		within time.Duration
	}{
		"unreachable, with ok":                     {[]armtest.Step{armtest.Say("$12 ok E22 unreachable\n")}, arm.ErrLimit, "E22, the place is out of reach", 0},
		"unreachable, without ok":                  {[]armtest.Step{armtest.Say("$12 E22\n")}, arm.ErrRejected, "E22", 0},
		"a bad parameter":                          {[]armtest.Step{armtest.Say("$12 E21 \n")}, arm.ErrRejected, "E21, a bad parameter", 0},
		"an unknown command":                       {[]armtest.Step{armtest.Say("echo:Unknown command: \"G0 X250 Y-50.5 Z20 F6000\"\n")}, arm.ErrRejected, "does not have that command", 0},
		"an unknown command whose echo is garbled": {[]armtest.Step{armtest.Say("echo:Un\x8bnown command: \"G0\"\n")}, arm.ErrNoAnswer, "nothing has come", 15 * time.Second},
		"another's answer":                         {[]armtest.Step{armtest.Say("$11 ok\nok\n$112 ok\n")}, arm.ErrNoAnswer, "nothing has come", 15 * time.Second},
		"a lost answer":                            {[]armtest.Step{armtest.Wait(time.Second), armtest.Say("@9 V0\n")}, arm.ErrNoAnswer, "nothing has come", 5 * time.Second},
		"a garbled answer":                         {[]armtest.Step{armtest.Wait(time.Second), armtest.Say("$12 o\xeb\n@9 V0\n")}, arm.ErrNoAnswer, "nothing has come", 5 * time.Second},
		"a restart":                                {[]armtest.Step{armtest.Say(banner)}, arm.ErrPositionLost, "restarted", 0},
		"kill()":                                   {[]armtest.Step{armtest.Say("Error:Printer halted. kill() called!\n")}, arm.ErrAlarm, "switch it off and on", 0},
		"the power supply":                         {[]armtest.Step{armtest.Say("@5 V0\n")}, arm.ErrPositionLost, "power supply went off", 0},
		"the cable is pulled":                      {[]armtest.Step{armtest.Wait(time.Second), armtest.Unplug()}, arm.ErrDisconnected, "cable", time.Second},
		"it ends somewhere else": {join([]armtest.Step{armtest.Say("$12 ok\n@9 V0\n")}, ask("#13 M2200", "$13 ok V0\n"), ask("#14 P2220", "$14 ok X250.00 Y-10.00 Z20.00\n")),
			arm.ErrPositionLost, "is at X 250.0 Y -10.0 Z 20.0", 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := start(t, homed(append([]armtest.Step{armtest.Expect(goThere + "\n")}, c.steps...)...))
				began := time.Now()
				wantError(t, d.Move(t.Context(), there, 100), c.want, c.says)
				if took := time.Since(began); took > c.within {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

// Everything queues behind a motion but a bare M410.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(join(
			[]armtest.Step{armtest.Expect(goThere + "\n"), armtest.Expect("M410\n"), armtest.Wait(50 * time.Millisecond), armtest.Say("$12 ok\nok\n")},
			ask("#13 M2200", "$13 ok V1\n"), ask("#14 M2200", "$14 ok V0\n"),
			ask("#15 P2220", "$15 ok X220.00 Y-20.00 Z90.00\n"),
		)...))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err := d.Move(ctx, there, 100)
		wantError(t, err, arm.ErrStopped, "")
		wantError(t, err, context.DeadlineExceeded, "")
		wantError(t, d.Move(t.Context(), there, 100), arm.ErrStopped, "home it")
		p, err := d.Position(t.Context())
		if want := (arm.Point{X: 220, Y: -20, Z: 90}); p != want || err != nil {
			t.Errorf("position %v, %v", p, err)
		}
	})
}

// A motion that is held goes on from where the arm's sensors have it.
func TestHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(join(
			[]armtest.Step{armtest.Expect(goThere + "\n"), armtest.Expect("M410\n"), armtest.Wait(50 * time.Millisecond), armtest.Say("$12 ok\nok\n")},
			ask("#13 M2200", "$13 ok V0\n"),
			[]armtest.Step{armtest.Wait(time.Minute)},
			ask("#14 P2220", "$14 ok X225.00 Y-25.30 Z85.00\n"),
			ask("#15 G0 X250 Y-50.5 Z20 F6000", "$15 ok\n@9 V0\n"), ask("#16 M2200", "$16 ok V0\n"), ask("#17 P2220", "$17 ok X250.00 Y-50.50 Z20.00\n"),
		)...))
		moved := make(chan error, 1)
		go func() { moved <- d.Move(t.Context(), there, 100) }()
		<-time.After(time.Second)
		began := time.Now()
		if err := d.Hold(t.Context()); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > 150*time.Millisecond {
			t.Errorf("held after %v", took)
		}
		<-time.After(time.Minute)
		if err := d.Resume(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := <-moved; err != nil {
			t.Fatal(err)
		}
	})
}

// The pump tells whether it holds something.
func TestHolding(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed(join(ask("#12 M2231 V1", "$12 ok\n"), ask("#13 P2231", "$13 ok V2\n"), ask("#14 P2231", "$14 ok V1\n"), ask("#15 M2231 V0", "$15 ok\n"))...))
		if err := d.Grip(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, want := range []bool{true, false} {
			if holds, err := d.Holding(t.Context()); holds != want || err != nil {
				t.Errorf("holds %v, %v", holds, err)
			}
		}
		if err := d.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}

func TestHomingFails(t *testing.T) {
	motors := join(ask("#4 P2234", "$4 ok V1\n"), ask("#5 M17", "$5 ok\n"), ask("#6 P2220", "$6 ok X150.00 Y10.00 Z150.00\n"))
	for name, c := range map[string]struct {
		steps []armtest.Step
		want  error
		says  string
	}{
		"something is in its way": {join(motors, ask("#7 G0 X200 Y0 Z150 F3000", "$7 ok\n"), ask("#8 M2200", "$8 ok V0\n"), ask("#9 P2220", "$9 ok X170.00 Y6.00 Z150.00\n")),
			arm.ErrPositionLost, "something in its way"},
		"no power":      {ask("#4 P2234", "$4 ok V0\n"), arm.ErrPositionLost, "power supply is off"},
		"power refused": {join(motors, ask("#7 G0 X200 Y0 Z150 F3000", "$7 E24\n")), arm.ErrRejected, "no power"},
		"it moves for ever": {join(motors, ask("#7 G0 X200 Y0 Z150 F3000", ""),
			[]armtest.Step{armtest.Expect("M410\n")}), arm.ErrPositionLost, "did not come to rest"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := connect(t, append(connected(), c.steps...))
				wantError(t, d.Home(t.Context()), c.want, c.says)
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
		start(t, join(connected(), ask("#4 P2234", "$4 ok V1\n"), ask("#5 M17", "$5 ok\n"), ask("#6 P2220", "$6 ok X290.00 Y100.00 Z20.00\n"),
			ask("#7 G0 X290 Y100 Z150 F3000", "$7 ok E22 unreachable\n"),
			ask("#8 G0 X200 Y0 Z150 F3000", "$8 ok\n@9 V0\n"), ask("#9 M2200", "$9 ok V0\n"), ask("#10 P2220", "$10 ok X200.00 Y0.00 Z150.00\n")))
	})
}

// An arm whose sensors tell nothing, though its supply is on, is believed.
func TestArmWithoutSensors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const at = " ok X150.00 Y10.00 Z150.00\n"
		d := start(t, join(connected(), ask("#4 P2234", "echo:Unknown command: \"P2234\"\n"), ask("#5 M17", "$5 ok\n"), ask("#6 P2220", "$6"+at),
			ask("#7 G0 X200 Y0 Z150 F3000", "$7 ok\n@9 V0\n"), ask("#8 M2200", "$8 ok V0\n"), ask("#9 P2220", "$9"+at),
			ask("#10 G0 X250 Y-50.5 Z20 F6000", "$10 ok\n@9 V0\n"), ask("#11 M2200", "$11 ok V0\n")))
		if err := d.Move(t.Context(), there, 100); err != nil {
			t.Fatal(err)
		}
	})
}

func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, homed())
		for _, to := range []arm.Point{{X: 300.1, Z: 10}, {X: 200, Z: -0.2}, {X: 200, Y: math.NaN(), Z: 5}} {
			wantError(t, d.Move(t.Context(), to, 100), arm.ErrLimit, "outside the arm's limits")
		}
		wantError(t, d.Move(t.Context(), there, 100.1), arm.ErrLimit, "a speed of")
	})
}

// deaf swallows what is written from here on.
func deaf() (steps []armtest.Step) {
	for b := range 128 {
		steps = append(steps, armtest.Answer(byte(b), ""))
	}
	return steps
}

// Whatever bytes come, a motion ends in bounded time, and counts as finished
// only if all of its requests were answered under their numbers.
func FuzzController(f *testing.F) {
	const fine = "$12 ok\n$13 ok V0\n$14 ok X250.00 Y-50.50 Z20.00\n"
	for _, said := range []string{fine, "$12 ok\n", "$12 ok E22\n", "$13 ok V0\n", "@9 V0\n@5 V0\n", banner, "$\n$12\n$12 \n$99999999999 ok\n", "echo:Unknown command: \"\"\n"} {
		f.Add(said)
	}
	f.Fuzz(func(t *testing.T, said string) {
		synctest.Test(t, func(t *testing.T) {
			d := start(t, homed(join([]armtest.Step{armtest.Expect(goThere + "\n")}, deaf(), []armtest.Step{armtest.Say(said)})...))
			began := time.Now()
			err := d.Move(t.Context(), there, 100)
			for _, answer := range []string{"12 ok", "13 ok", "14 ok"} {
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
