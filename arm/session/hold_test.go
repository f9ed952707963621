package session_test

import (
	"context"
	"errors"
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

// newArm is an arm as after homing, brought to X 0, in a bubble of time. It is sent "move", and "drain" for the end of
// motions, each answered with a line. What a dialect leaves out does nothing.
func newArm(t *testing.T, d session.Dialect, steps ...playback.Step) (*session.Session, session.Arm) {
	t.Helper()
	s := &session.Session{}
	d.Words = session.Words{
		Move:  func(arm.Point, float64) string { return "move" },
		Drain: session.Texts("drain"), Grip: session.Texts("grip"),
	}
	d.Limits, d.Every, d.Off = limits, time.Second, 1
	d.Watch = func(*session.Answer, time.Time) error { return nil }
	if d.Halt == nil {
		d.Halt = func(context.Context) (bool, error) {
			s.Do(func() {
				for s.Answered(s.Stopping) {
				}
			})
			return true, nil
		}
	}
	d.Abort = func(bool) []byte { return []byte("abort") }
	d.Arrived = func(context.Context, arm.Point) error { return nil }
	if d.Where == nil {
		d.Where = func(context.Context) (*arm.Point, error) { return &arm.Point{}, nil }
	}
	a := s.Start(playback.New(t, steps...), d, func(string) { s.Answered(nil) })
	s.Do(func() { s.Distrust, s.At = nil, &arm.Point{} })
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, a
}

// holding is newArm with a motion to X 100 that has been held after 5 s, at X 50 at most, and what becomes of that.
func holding(t *testing.T, d session.Dialect, steps ...playback.Step) (*session.Session, session.Arm, <-chan error) {
	t.Helper()
	s, a := newArm(t, d, append([]playback.Step{playback.Expect("move\ndrain\n"), playback.Say("ok\n")}, steps...)...)
	moved := expect.Later(func() error { return a.Move(t.Context(), arm.Point{X: 100}, 10) })
	<-time.After(5 * time.Second)
	expect.OK(t, a.Hold(t.Context()))
	return s, a, moved
}

// A run that refuses to go on because the arm is being stopped ends when it has been: whoever stops it finds it under
// way, however long that takes to look.
func TestStopFindsWhatItStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s *session.Session
		busy := false
		s, a := newArm(t, session.Dialect{
			Room: func(context.Context) error { return s.Pause(t.Context(), time.Second) },
			Halt: func(context.Context) (bool, error) {
				<-time.After(time.Minute)
				s.Do(func() { busy = s.Carrying })
				return busy, nil
			},
		})
		moved := expect.Later(func() error { return a.Move(t.Context(), arm.Point{X: 100}, 10) })
		synctest.Wait()
		expect.OK(t, a.Stop(t.Context()))
		if err := <-moved; !errors.Is(err, arm.ErrStopped) || !busy {
			t.Errorf("the motion ends with %v; it was under way: %v", err, busy)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if err := a.Move(ctx, arm.Point{}, 10); !errors.Is(err, arm.ErrStopped) {
			t.Errorf("moves after a stop: %v", err)
		}
	})
}

// An arm that is held again before it has been asked where it stands, or homed, after the last time waits for the next
// Resume, does not move before it, and goes on to the end: nobody hears that it was held.
func TestHeldAgainBeforeItGoesOn(t *testing.T) {
	for _, when := range []string{"asked where it stands", "before homing", "not again"} {
		t.Run(when, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var s *session.Session
				var a session.Arm
				var did []string
				held := false
				again := func(now string) error {
					if now != when || held {
						return nil
					}
					held = true
					if err := a.Hold(t.Context()); err != nil {
						t.Error(err)
					}
					did = append(did, "held")
					time.AfterFunc(time.Minute, func() {
						did = append(did, "let go")
						if err := a.Resume(t.Context()); err != nil {
							t.Error(err)
						}
					})
					return s.Ready()
				}
				d := session.Dialect{
					Rough:  true,
					Listen: func(context.Context) error { return again("before homing") },
					Home: func(context.Context) error {
						did = append(did, "homed")
						return nil
					},
					Where: func(context.Context) (*arm.Point, error) {
						if err := again("asked where it stands"); err != nil {
							return nil, err
						}
						did = append(did, "asked")
						return &arm.Point{X: 30}, nil
					},
				}
				var moved <-chan error
				s, a, moved = holding(t, d, playback.Expect("move\nmove\nmove\ndrain\n"), playback.Say("ok\nok\nok\nok\n"))
				<-time.After(10 * time.Second)
				expect.OK(t, a.Resume(t.Context()))
				if err := <-moved; err != nil {
					t.Error(err)
				}
				want := map[string][]string{
					"not again":             {"asked", "homed"},
					"asked where it stands": {"held", "let go", "asked", "homed"},
					"before homing":         {"asked", "held", "let go", "asked", "homed"},
				}[when]
				if diff := cmp.Diff(want, did); diff != "" {
					t.Error(diff)
				}
			})
		})
	}
}

// An arm that was held goes on only from where it can have come by itself.
func TestHeldElsewhere(t *testing.T) {
	for says, stands := range map[string]*arm.Point{
		"": {X: 50, Y: 1}, "1.5 mm beside the way": {X: 30, Y: 1.5}, "cannot have come in 5.0 s": {X: 52},
		"outside its limits": {X: -2}, "cannot tell where it stands": nil,
	} {
		synctest.Test(t, func(t *testing.T) {
			at := stands
			d := session.Dialect{Where: func(context.Context) (*arm.Point, error) { return at, nil }}
			var rest []playback.Step
			if says == "" {
				rest = []playback.Step{playback.Expect("move\ndrain\n"), playback.Say("ok\nok\n")}
			}
			_, a, moved := holding(t, d, rest...)
			expect.OK(t, a.Resume(t.Context()))
			if err := <-moved; says != "" {
				expect.Error(t, err, arm.ErrPositionLost, says)
				at = &arm.Point{X: 30} // too late
				expect.Error(t, a.Move(t.Context(), arm.Point{}, 10), arm.ErrPositionLost, says)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

// Motions that follow each other are sent in one go, and the tool is switched when they have ended.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, a := newArm(t, session.Dialect{}, playback.Expect("move\nmove\ndrain\n"), playback.Say("ok\nok\n"),
			playback.Wait(time.Second), playback.Say("ok\n"), playback.Expect("grip\n"), playback.Say("ok\n"))
		steps := []arm.Step{
			{Verb: arm.VerbMove, To: arm.Point{X: 50}, Speed: 10}, {Verb: arm.VerbMove, To: arm.Point{X: 100}, Speed: 10},
			{Verb: arm.VerbGrip},
		}
		expect.OK(t, a.Run(t.Context(), steps))
		steps[1].To.X = 101
		expect.Error(t, a.Run(t.Context(), steps), arm.ErrLimit, "3 steps in one go: step 2, move to X 101.0")
		err := a.Run(t.Context(), steps[1:2])
		expect.Error(t, err, arm.ErrLimit, "move to X 101.0")
		if strings.Contains(err.Error(), "step") {
			t.Errorf("%v", err)
		}
	})
}

// A held motion that is stopped for good, or whose context or connection ends, ends with that.
func TestHeldToTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, a := newArm(t, session.Dialect{}, playback.Expect("move\ndrain\n"), playback.Say("ok\n"))
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		moved := expect.Later(func() error { return a.Move(ctx, arm.Point{X: 100}, 10) })
		<-time.After(5 * time.Second)
		expect.OK(t, a.Hold(t.Context()))
		err := <-moved
		expect.Error(t, err, arm.ErrStopped, "")
		expect.Error(t, err, context.DeadlineExceeded, "")
	})
	synctest.Test(t, func(t *testing.T) {
		_, a, moved := holding(t, session.Dialect{})
		expect.OK(t, a.Stop(t.Context()))
		expect.Error(t, <-moved, arm.ErrStopped, "")
		expect.Error(t, a.Resume(t.Context()), arm.ErrStopped, "resume the arm's motion")
	})
	synctest.Test(t, func(t *testing.T) {
		_, a, moved := holding(t, session.Dialect{}, playback.Expect("abort"))
		expect.OK(t, a.Close())
		expect.Error(t, <-moved, arm.ErrDisconnected, "")
	})
}

// An arm that others reach, too, is asked before each motion whether it stands where it was brought, to half a
// millimetre.
func TestMovedByOthers(t *testing.T) {
	for _, c := range []struct {
		at     *arm.Point
		shared bool
		says   string
	}{
		{&arm.Point{X: 0.5}, true, ""}, {nil, true, ""}, {&arm.Point{X: 9}, false, ""},
		{&arm.Point{X: 0.6}, true, "it was brought to X 0.0 Y 0.0 Z 0.0 and is at X 0.6"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var steps []playback.Step
			if c.says == "" {
				steps = []playback.Step{playback.Expect("move\ndrain\n"), playback.Say("ok\nok\n")}
			}
			_, a := newArm(t, session.Dialect{
				Shared: c.shared, Where: func(context.Context) (*arm.Point, error) { return c.at, nil },
			}, steps...)
			if err := a.Move(t.Context(), arm.Point{X: 100}, 10); c.says != "" {
				expect.Error(t, err, arm.ErrPositionLost, c.says)
				expect.Error(t, a.Grip(t.Context()), arm.ErrPositionLost, c.says)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}
