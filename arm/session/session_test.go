package session_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/arm"
	"draughtsman/arm/session"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

// plain is a session with a firmware that answers each line with ok, or with no and a reason.
type plain struct {
	session.Session
	interrupted int
	lost        error // by what interrupts it
}

func newPlain(t *testing.T, d session.Dialect, steps ...playback.Step) *plain {
	t.Helper()
	s := &plain{}
	d.Every = 100 * time.Millisecond
	if d.Watch == nil {
		d.Watch = func(*session.Answer, time.Time) error { return nil }
	}
	d.Halt = func(context.Context) (bool, error) {
		s.interrupted++
		s.Do(func() { s.Distrust = s.lost })
		return s.lost == nil, nil
	}
	s.Start(playback.New(t, steps...), d, func(text string) {
		if reason, no := strings.CutPrefix(text, "no "); no {
			s.Answered(errors.New(reason))
			return
		}
		s.Answered(nil)
	})
	s.Do(func() { s.Distrust = nil }) // as after homing
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// Never more lines, nor more bytes, are unanswered than the controller holds.
func TestWindow(t *testing.T) {
	for name, d := range map[string]session.Dialect{
		"lines": {Lines: 2}, "bytes of two": {Bytes: 8}, "not quite of three": {Bytes: 11},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var sent []time.Duration
				began := time.Now()
				d.Frame = func(a *session.Answer) string {
					sent = append(sent, time.Since(began))
					return a.Text + "\n"
				}
				s := newPlain(t, d,
					playback.Expect("one\ntwo\n"), playback.Wait(time.Second), playback.Say("ok\n"),
					playback.Expect("six\n"), playback.Wait(time.Second), playback.Say("ok\nok\n"))
				expect.OK(t, s.Exchange(t.Context(), session.Texts("one", "two", "six")))
				if diff := cmp.Diff([]time.Duration{0, 0, time.Second}, sent); diff != "" {
					t.Error(diff)
				}
			})
		})
	}
}

// Nothing is sent behind a corner before the arm is sure to come by there, nor where the controller has no room.
func TestCornersAndRoom(t *testing.T) {
	full, lost := errors.New("full"), errors.New("lost")
	for _, c := range []struct {
		room, turn, want error
		does             []string
	}{
		{nil, nil, nil, []string{"room", "one", "turn", "room", "two"}}, {nil, lost, lost, []string{"room", "one", "turn"}},
		{full, nil, full, []string{"room"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var did []string
			var steps []playback.Step
			for _, what := range c.does {
				if what == "one" || what == "two" {
					steps = append(steps, playback.Expect(what+"\n"), playback.Wait(time.Second), playback.Say("ok\n"))
				}
			}
			s := newPlain(t, session.Dialect{
				Frame: func(a *session.Answer) string {
					did = append(did, a.Text)
					return a.Text + "\n"
				},
				Room: func(context.Context) error {
					did = append(did, "room")
					return c.room
				},
				Turns: func(_ context.Context, corner arm.Point) error {
					did = append(did, "turn")
					if corner.X != 7 {
						t.Errorf("turns at %v", corner)
					}
					return c.turn
				},
			}, steps...)
			err := s.Exchange(t.Context(), []session.Line{{Text: "one", Turn: &arm.Point{X: 7}}, {Text: "two"}})
			if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if diff := cmp.Diff(c.does, did); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// After a refusal nothing more is sent, and what was sent is waited for.
func TestRunEndsWithAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPlain(t, session.Dialect{Lines: 2}, playback.Expect("one\ntwo\n"), playback.Say("no way\n"),
			playback.Wait(time.Second), playback.Say("ok\n"),
			playback.Expect("four\n"), playback.Say("ok\n"))
		if err := s.Exchange(t.Context(), session.Texts("one", "two", "three")); err == nil || err.Error() != "way" {
			t.Errorf("%v", err)
		}
		if err := s.Exchange(t.Context(), session.Texts("four")); err != nil {
			t.Error(err)
		}
	})
}

// Whatever bars motions bars them at the moment of sending; a question does not move anything.
func TestWhatBarsMotions(t *testing.T) {
	for name, bar := range map[string]func(*plain){
		"distrust": func(s *plain) { s.Lose(arm.ErrPositionLost) },
		"stopping": func(s *plain) { s.Stopping = arm.ErrStopped },
		"stopped":  func(s *plain) { s.Stopped = arm.ErrStopped },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newPlain(t, session.Dialect{}, playback.Expect("where\n"), playback.Say("ok\n"))
				s.Do(func() { bar(s) })
				if err := s.Exchange(t.Context(), session.Texts("move")); !arm.NeedsHoming(err) {
					t.Errorf("%v", err)
				}
				if _, err := s.Ask(t.Context(), session.Line{Text: "where"}); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// A motion is interrupted when its context ends; a question is only not waited for any more.
func TestInterruption(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPlain(t, session.Dialect{}, playback.Expect("move\n"), playback.Say("ok\n"), playback.Expect("where\n"),
			playback.Expect("go\non\n"))
		expect.OK(t, s.Exchange(t.Context(), session.Texts("move")))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := s.Ask(ctx, session.Line{Text: "where"})
		if !errors.Is(err, context.DeadlineExceeded) || s.interrupted != 0 {
			t.Errorf("%v, interrupted %d times", err, s.interrupted)
		}
		ctx, cancel = context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := s.Exchange(ctx, session.Texts("go")); !errors.Is(err, arm.ErrStopped) || s.interrupted != 1 {
			t.Errorf("%v, interrupted %d times", err, s.interrupted)
		}
		s.Do(func() { s.Stopped = nil })
		s.lost = arm.ErrAlarm
		if err := s.Exchange(ctx, session.Texts("on")); !errors.Is(err, arm.ErrAlarm) || errors.Is(err, arm.ErrStopped) {
			t.Errorf("what stops it is an alarm: %v", err)
		}
	})
}

// An answer may take as long as its line and all before it, and what is to rest behind a line is waited for.
func TestTakesAddsUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var takes []time.Duration
		d := session.Dialect{Frame: func(a *session.Answer) string {
			takes = append(takes, a.Takes)
			return a.Text + "\n"
		}}
		s := newPlain(t, d, playback.Expect("a\nb\nc\n"), playback.Say("ok\nok\nok\n"))
		began := time.Now()
		if err := s.Exchange(t.Context(), []session.Line{{Text: "a", Takes: time.Second}, {Text: "b", Takes: 2 * time.Second},
			{Text: "c", Rest: time.Second}}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took != time.Second {
			t.Errorf("took %v", took)
		}
		if diff := cmp.Diff([]time.Duration{time.Second, 3 * time.Second, 3 * time.Second}, takes); diff != "" {
			t.Error(diff)
		}
	})
}

var limits = arm.Limits{Max: arm.Point{X: 100, Y: 100, Z: 100}, MaxSpeed: 100}

// Motions run into one another; what follows waits for the last one's end.
func TestLines(t *testing.T) {
	w := session.Words{
		Home: session.Texts("home"), Move: func(to arm.Point, speed float64) string {
			return fmt.Sprintf("move %g %g", to.X, speed)
		},
		Drain: session.Texts("drain"), Grip: session.Texts("on", "wait"), Release: session.Texts("off"), Silent: true,
	}
	move := func(x float64) arm.Step { return arm.Step{Verb: arm.VerbMove, To: arm.Point{X: x}, Speed: 50} }
	lines, err := w.Lines(limits, &arm.Point{}, []arm.Step{move(50), move(100), {Verb: arm.VerbGrip}, move(0),
		{Verb: arm.VerbRelease}})
	expect.OK(t, err)
	want := []session.Line{
		{Text: "move 50 50", Takes: 3 * time.Second, Moves: true}, {Text: "move 100 50", Takes: 3 * time.Second, Moves: true},
		{Text: "drain", Takes: 6 * time.Second},
		{Text: "on"}, {Text: "wait"}, {Text: "move 0 50", Takes: 5 * time.Second, Moves: true},
		{Text: "drain", Takes: 5 * time.Second}, {Text: "off"},
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
	w.Unsure, w.Silent = true, false
	lines, err = w.Lines(limits, nil, []arm.Step{move(50), move(60), move(100), move(80), {Verb: arm.VerbGrip}, move(70),
		move(60)})
	expect.OK(t, err)
	want = []session.Line{
		{Text: "move 50 50", Moves: true}, {Text: "drain", Turn: &arm.Point{X: 50}}, // where it begins is not known
		{Text: "move 60 50", Moves: true}, {Text: "move 100 50", Moves: true}, {Text: "drain", Turn: &arm.Point{X: 100}},
		{Text: "move 80 50", Moves: true}, {Text: "drain"}, {Text: "on"}, {Text: "wait"},
		{Text: "move 70 50", Moves: true}, {Text: "move 60 50", Moves: true}, {Text: "drain"},
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
	if _, err := w.Lines(limits, nil, []arm.Step{move(1), move(101)}); !errors.Is(err, arm.ErrLimit) ||
		!strings.Contains(err.Error(), "step 2") {
		t.Errorf("%v", err)
	}
	if lines, err := w.Lines(limits, nil, []arm.Step{{Verb: arm.VerbHome}}); err != nil || len(lines) != 1 ||
		lines[0].Text != "home" {
		t.Errorf("homes by %v, %v", lines, err)
	}
	if _, err := w.Lines(limits, nil, []arm.Step{move(1), {Verb: arm.VerbHome}}); err == nil {
		t.Error("homes in the middle of a run")
	}
	if _, err := w.Lines(limits, nil, []arm.Step{{}}); err == nil {
		t.Error("a step without a verb has words")
	}
}

// A machine that stands at the end of each motion is sent those as one that go straight on at one speed, and its
// speed where that changes. Each is held against the limits.
func TestLinesOfAMachineThatStops(t *testing.T) {
	w := session.Words{
		Move: func(to arm.Point, _ float64) string { return fmt.Sprintf("move %g %g", to.X, to.Z) },
		Pace: func(speed float64) string { return fmt.Sprintf("pace %g", speed) },
		Grip: session.Texts("on"), Stops: true,
	}
	move := func(x, z, speed float64) arm.Step {
		return arm.Step{Verb: arm.VerbMove, To: arm.Point{X: x, Z: z}, Speed: speed}
	}
	for _, c := range []struct {
		from  *arm.Point
		steps []arm.Step
		want  []string
	}{
		{&arm.Point{}, []arm.Step{move(10, 0, 50), move(30, 0, 50), move(40, 0, 50)}, []string{"pace 50", "move 40 0"}},
		{nil, []arm.Step{move(10, 0, 50), move(30, 0, 50), move(40, 0, 50)}, []string{"pace 50", "move 10 0", "move 40 0"}},
		{&arm.Point{}, []arm.Step{move(10, 0, 50), move(30, 0, 20), move(40, 0, 20)},
			[]string{"pace 50", "move 10 0", "pace 20", "move 40 0"}},
		{&arm.Point{}, []arm.Step{move(10, 0, 50), move(10, 20, 50), move(10, 10, 50)},
			[]string{"pace 50", "move 10 0", "move 10 20", "move 10 10"}},
		{&arm.Point{}, []arm.Step{move(10, 0, 50), move(20, 0.5, 50), move(30, 0, 50)},
			[]string{"pace 50", "move 10 0", "move 20 0.5", "move 30 0"}},
		{&arm.Point{}, []arm.Step{move(20, 0.01, 50), move(40, 0, 50)}, []string{"pace 50", "move 40 0"}}, // straight enough
		{&arm.Point{}, []arm.Step{move(10, 0, 50), {Verb: arm.VerbGrip}, move(20, 0, 50)},
			[]string{"pace 50", "move 10 0", "on", "move 20 0"}},
	} {
		lines, err := w.Lines(limits, c.from, c.steps)
		expect.OK(t, err)
		var got []string
		for _, l := range lines {
			got = append(got, l.Text)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%v\n%s", c.steps, diff)
		}
	}
	w.Pieces = func(from, to arm.Point, _ float64) int { return int(from.Distance(to)) / 10 }
	for from, want := range map[*arm.Point]string{nil: "move 30 9", {Z: 9}: "move 10 9, move 20 9, move 30 9"} {
		lines, err := w.Lines(limits, from, []arm.Step{move(30, 9, 50)})
		var got []string
		for _, l := range lines[1:] {
			got = append(got, l.Text)
		}
		if strings.Join(got, ", ") != want || err != nil {
			t.Errorf("in pieces from %v: %v, %v", from, got, err)
		}
	}
	if _, err := w.Lines(limits, &arm.Point{}, []arm.Step{move(10, 0, 50), move(101, 0, 50),
		move(102, 0, 50)}); !errors.Is(err, arm.ErrLimit) {
		t.Errorf("%v", err)
	}
}

func TestFirmware(t *testing.T) {
	for said, want := range map[string]string{
		"Grbl 1.1h ['$' for help]": "Grbl", "error:20": "Grbl", "ALARM:1": "Grbl",
		"Marlin 2.1.2.7": "Marlin", "FIRMWARE_NAME:Marlin bugfix": "Marlin",
		"Marlin 1.1.0-RC8\n@5 V1": "uArm", "FIRMWARE_NAME:Smoothieware": "Smoothie",
		"Error:20": "Grbl", "ok": "", "error:": "", "": "",
	} {
		if got := session.Firmware(strings.Split(said, "\n")); got != want {
			t.Errorf("%q is said by %q, want %q", said, got, want)
		}
	}
}
