package session_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/arm"
	"draughtsman/arm/session"
	"draughtsman/internal/testkit/playback"
)

// An arm that is held again before it has been asked where it stands, or homed, after the last time waits for the next
// Resume, does not move before it, and goes on to the end: nobody hears that it was held.
func TestHeldAgainBeforeItGoesOn(t *testing.T) {
	for _, when := range []string{"asked where it stands", "before homing", "not again"} {
		t.Run(when, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var s session.Session
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
				stands := arm.Point{X: 30}
				d := session.Dialect{
					Words: session.Words{
						Move:  func(arm.Point, float64) string { return "move" },
						Drain: session.Texts("drain"),
					},
					Limits: limits, Rough: true, Every: time.Second, Off: 1,
					Watch: func(*session.Answer, time.Time) error { return nil },
					Halt: func(context.Context) (bool, error) {
						s.Do(func() {
							for s.Answered(s.Stopping) {
							}
						})
						return true, nil
					},
					Arrived: func(context.Context, arm.Point) error { return nil },
					Listen:  func(context.Context) error { return again("before homing") },
					Home: func(context.Context) error {
						did = append(did, "homed")
						return nil
					},
					Where: func(context.Context) (*arm.Point, error) {
						if err := again("asked where it stands"); err != nil {
							return nil, err
						}
						did = append(did, "asked")
						return &stands, nil
					},
				}
				a = s.Start(playback.New(t,
					playback.Expect("move\ndrain\n"), playback.Say("ok\n"),
					playback.Expect("move\nmove\nmove\ndrain\n"), playback.Say("ok\nok\nok\nok\n")),
					d, func(string) { s.Answered(nil) })
				s.Do(func() { s.Distrust, s.At = nil, &arm.Point{} }) // as after homing
				moved := make(chan error, 1)
				go func() { moved <- a.Move(t.Context(), arm.Point{X: 100}, 10) }()
				<-time.After(5 * time.Second)
				if err := a.Hold(t.Context()); err != nil {
					t.Fatal(err)
				}
				<-time.After(10 * time.Second)
				if err := a.Resume(t.Context()); err != nil {
					t.Fatal(err)
				}
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
				if err := a.Close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
