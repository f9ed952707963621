package program_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/program"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

var limits = arm.Limits{Min: arm.Point{X: -100, Y: -100}, Max: arm.Point{X: 300, Y: 300, Z: 100}, MaxSpeed: 200}

const (
	greets  = `{"id":1,"method":"identify","params":{"version":1,"limits":{"min":{"x":-100,"y":-100,"z":0},"max":{"x":300,"y":300,"z":100},"speed":200}}}` + "\n"
	offers  = `{"id":1,"result":{"name":"a test","version":1,"features":["hold","position","feel"]}}` + "\n"
	simple  = `{"id":1,"result":{"name":"a test","version":1}}` + "\n"
	homes   = `{"id":2,"method":"home"}` + "\n"
	homed   = `{"id":2,"result":{}}` + "\n"
	asksFor = `{"id":%d,"method":"position"}` + "\n"
)

// conversation is a program that says it offers everything, and is homed at zero.
func conversation(steps ...playback.Step) []playback.Step {
	return append([]playback.Step{
		playback.Expect(greets), playback.Say(offers),
		playback.Expect(homes), playback.Say(homed), asks(3), place(3, arm.Point{}),
	}, steps...)
}

func asks(id int) playback.Step { return playback.Expect(fmt.Sprintf(asksFor, id)) }

func place(id int, p arm.Point) playback.Step {
	return playback.Say(fmt.Sprintf(`{"id":%d,"result":{"x":%g,"y":%g,"z":%g}}`, id, p.X, p.Y, p.Z) + "\n")
}

func moves(id int, p arm.Point, speed float64) playback.Step {
	return playback.Expect(fmt.Sprintf(`{"id":%d,"method":"move","params":{"x":%g,"y":%g,"z":%g,"speed":%g}}`, id, p.X,
		p.Y,
		p.Z, speed) + "\n")
}

func does(id int, method string) playback.Step {
	return playback.Expect(fmt.Sprintf(`{"id":%d,"method":%q}`, id, method) + "\n")
}

func says(id int, text string) playback.Step {
	return playback.Say(fmt.Sprintf(`{"id":%d,%s}`, id, text) + "\n")
}

// full is an arm with everything that a program may offer.
type full interface {
	program.Arm
	arm.Holder
	arm.Feeler
}

// play runs a test with an arm whose program does what the steps say, on a clock on which waiting takes no time. The
// arm is homed.
func play(t *testing.T, steps []playback.Step, test func(t *testing.T, a full)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		a, err := program.Connect(t.Context(), playback.New(t, steps...), program.Config{Limits: limits})
		expect.OK(t, err)
		defer func() {
			if err := errors.Join(a.Close(), a.Close()); err != nil {
				t.Error(err)
			}
		}()
		expect.OK(t, a.Home(t.Context()))
		test(t, a.(full))
	})
}

var there = arm.Point{X: 200, Y: 50, Z: 20}

func TestConversation(t *testing.T) {
	play(t, conversation(
		moves(4, there, 100), playback.Wait(4*time.Second), says(4, `"result":null,"note":"ignored"`), asks(5),
		place(5, there),
		does(6, "grip"), says(6, `"result":{}`), does(7, "feel"), says(7, `"result":{"holding":true}`),
		does(8, "release"), playback.Say("\r\n"), says(8, `"result":{}`),
		asks(9), place(9, there),
	), func(t *testing.T, a full) {
		err := a.Run(t.Context(), []arm.Step{{Verb: arm.VerbMove, To: there, Speed: 100}, {Verb: arm.VerbGrip}})
		expect.OK(t, err)
		if holds, err := a.Holding(t.Context()); !holds || err != nil {
			t.Error(holds, err)
		}
		if err := a.Release(t.Context()); err != nil {
			t.Error(err)
		}
		if at, err := a.Position(t.Context()); at != there || err != nil {
			t.Error(at, err)
		}
		if got, want := a.String(), "a test (protocol 1), which offers hold, position, feel"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// What a program does not offer, its arm does not have; its place is then where it was sent.
func TestFeatures(t *testing.T) {
	for features, want := range map[string][2]bool{"": {}, `"position"`: {}, `"feel"`: {false, true},
		`"hold","position"`: {true, false}} {
		synctest.Test(t, func(t *testing.T) {
			a, err := program.Connect(t.Context(), playback.New(t, playback.Expect(greets),
				says(1, `"result":{"version":1,"features":[`+features+`]}`)), program.Config{Limits: limits})
			expect.OK(t, err)
			_, holds := a.(arm.Holder)
			_, feels := a.(arm.Feeler)
			if got := [2]bool{holds, feels}; got != want {
				t.Errorf("features %s: %v, want %v", features, got, want)
			}
			if err := a.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		a, err := program.Connect(t.Context(), playback.New(t, playback.Expect(greets), playback.Say(simple),
			playback.Expect(homes), playback.Say(homed), moves(3, there, 50), says(3, `"result":{}`)),
			program.Config{Limits: limits})
		expect.OK(t, err)
		defer a.Close()
		if _, err := a.Position(t.Context()); !errors.Is(err, arm.ErrNotHomed) {
			t.Error(err)
		}
		expect.OK(t, a.Home(t.Context()))
		if _, err := a.Position(t.Context()); !errors.Is(err, arm.ErrPositionLost) {
			t.Error(err)
		}
		expect.OK(t, a.Move(t.Context(), there, 50))
		if at, err := a.Position(t.Context()); at != there || err != nil {
			t.Error(at, err)
		}
	})
}

// Nothing is written for a target outside the limits, nor before homing.
func TestLimitsAndHoming(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, err := program.Connect(t.Context(), playback.New(t, playback.Expect(greets), playback.Say(offers)),
			program.Config{Limits: limits})
		expect.OK(t, err)
		defer a.Close()
		if err := a.Move(t.Context(), there, 50); !errors.Is(err, arm.ErrNotHomed) {
			t.Error(err)
		}
		if err := a.Grip(t.Context()); !errors.Is(err, arm.ErrNotHomed) {
			t.Error(err)
		}
	})
	play(t, conversation(), func(t *testing.T, a full) {
		beyond := there
		beyond.Z = 101
		for _, steps := range [][]arm.Step{
			{{Verb: arm.VerbMove, To: there, Speed: 201}},
			{{Verb: arm.VerbGrip}, {Verb: arm.VerbMove, To: beyond, Speed: 50}},
		} {
			if err := a.Run(t.Context(), steps); !errors.Is(err, arm.ErrLimit) {
				t.Error(err)
			}
		}
	})
}

// A motion has a deadline by its length and speed. It counts anew for one that was held, and not while it is.
func TestDeadline(t *testing.T) {
	const answer = 5 * time.Second
	to := arm.Point{X: 200}
	takes := 2*200/50*time.Second + answer
	for _, held := range []bool{false, true} {
		steps := conversation(moves(4, to, 50))
		if held {
			steps = append(steps, does(5, "hold"), says(5, `"result":{}`), asks(6), place(6, arm.Point{X: 10}),
				does(7, "resume"), says(7, `"result":{}`))
		}
		play(t, steps, func(t *testing.T, a full) {
			began := time.Now()
			moved := expect.Later(func() error { return a.Move(t.Context(), to, 50) })
			want := takes
			if held {
				const first, rest = 10 * time.Second, 24 * time.Hour
				<-time.After(first)
				expect.OK(t, a.Hold(t.Context()))
				<-time.After(rest)
				expect.OK(t, a.Resume(t.Context()))
				want += first + rest
			}
			err := <-moved
			if took := time.Since(began); took != want || !errors.Is(err, arm.ErrNoAnswer) ||
				!errors.Is(err, arm.ErrDisconnected) {
				t.Errorf("after %v, want %v: %v", took, want, err)
			}
			if err := a.Home(t.Context()); !errors.Is(err, arm.ErrDisconnected) {
				t.Errorf("it is homed over a line that is gone: %v", err)
			}
		})
	}
}

// A held arm goes on only from a place on its way.
func TestPlaceOfAHeldArm(t *testing.T) {
	to := arm.Point{X: 200}
	for at, fine := range map[arm.Point]bool{
		{X: 40, Y: 0.9}: true, {X: 0.5}: true, {X: 40, Y: 1.1}: false, {X: 40, Z: -48}: false, {X: -13, Y: 32, Z: -48}: false,
		{X: 50.9}: true, {X: 51.1}: false, // farther than it comes in a second
	} {
		steps := conversation(moves(4, to, 50), does(5, "hold"), says(5, `"result":{}`), asks(6), place(6, at))
		if fine {
			steps = append(steps, does(7, "resume"), says(7, `"result":{}`), says(4, `"result":{}`), asks(8), place(8, to))
		} else {
			steps = append(steps, does(7, "stop"), says(4, `"error":{"code":"stopped","message":""}`), says(7, `"result":{}`))
		}
		play(t, steps, func(t *testing.T, a full) {
			moved := expect.Later(func() error { return a.Move(t.Context(), to, 50) })
			<-time.After(time.Second)
			expect.OK(t, a.Hold(t.Context()))
			<-time.After(time.Minute)
			resumed := a.Resume(t.Context())
			err := <-moved
			if fine && (resumed != nil || err != nil) {
				t.Errorf("%v: %v, %v", at, resumed, err)
			}
			if !fine && (!errors.Is(resumed, arm.ErrPositionLost) || !arm.NeedsHoming(err)) {
				t.Errorf("%v: %v, %v", at, resumed, err)
			}
			if fine {
				return
			}
			if err := a.Move(t.Context(), to, 50); !arm.NeedsHoming(err) {
				t.Errorf("%v: it moves on: %v", at, err)
			}
		})
	}
}

// A motion that ends elsewhere has lost the position, and so has one that says that nothing has moved where something
// has.
func TestPlaceAfterAMotion(t *testing.T) {
	off, refused := arm.Point{X: 200.6, Y: 50, Z: 20}, `"error":{"code":"rejected","message":"no"}`
	for _, c := range []struct {
		answer string
		at     arm.Point
		want   error
		then   error
	}{
		{`"result":{}`, there, nil, nil},
		{`"result":{}`, off, arm.ErrPositionLost, arm.ErrPositionLost},
		{refused, arm.Point{}, arm.ErrRejected, nil},
		{refused, arm.Point{X: 5}, arm.ErrPositionLost, arm.ErrPositionLost},
		{`"error":{"code":"limit","message":"no"}`, arm.Point{}, arm.ErrLimit, nil},
	} {
		steps := conversation(moves(4, there, 50), says(4, c.answer), asks(5), place(5, c.at))
		if c.then == nil {
			steps = append(steps, does(6, "grip"), says(6, `"result":{}`))
		}
		play(t, steps, func(t *testing.T, a full) {
			if err := a.Move(t.Context(), there, 50); !errors.Is(err, c.want) {
				t.Errorf("%s at %v: %v", c.answer, c.at, err)
			}
			if err := a.Grip(t.Context()); !errors.Is(err, c.then) {
				t.Errorf("%s at %v, then: %v", c.answer, c.at, err)
			}
		})
	}
}

// What a program reports is the arm's own error, and most of it needs homing.
func TestErrorsOfTheProgram(t *testing.T) {
	for code, want := range map[string]error{
		"not_homed": arm.ErrNotHomed, "position_lost": arm.ErrPositionLost, "stopped": arm.ErrStopped, "alarm": arm.ErrAlarm,
		"no_answer": arm.ErrNoAnswer, "disconnected": arm.ErrDisconnected, "never_heard_of": arm.ErrPositionLost,
	} {
		play(t, conversation(moves(4, there, 50), says(4, `"error":{"code":"`+code+`","message":"a rope tore"}`)),
			func(t *testing.T, a full) {
				for range 2 {
					if err := a.Move(t.Context(), there, 50); !errors.Is(err, want) || !strings.Contains(err.Error(), "a rope tore") {
						t.Errorf("%s: %v", code, err)
					}
				}
			})
	}
}

// Stop, and the end of a context, stop a motion for good; Home is the way back.
func TestStop(t *testing.T) {
	stopped := `"error":{"code":"stopped","message":"as told"}`
	for _, c := range []struct {
		how   string
		order []playback.Step // of the two answers
	}{
		{"Stop", []playback.Step{says(4, stopped), says(5, `"result":{}`)}},
		{"Stop", []playback.Step{says(5, `"result":{}`), playback.Wait(time.Second), says(4, stopped)}},
		{"Stop", []playback.Step{says(4, `"result":{}`), says(5, `"result":{}`)}}, // it had just arrived
		{"context", []playback.Step{says(4, stopped), says(5, `"result":{}`)}},
		{"context", []playback.Step{says(5, `"result":{}`), says(4, `"result":{}`)}},
	} {
		steps := append(conversation(moves(4, there, 50), does(5, "stop")), c.order...)
		steps = append(steps, asks(6), place(6, arm.Point{X: 7}), does(7, "home"), says(7, `"result":{}`), asks(8),
			place(8, arm.Point{}))
		play(t, steps, func(t *testing.T, a full) {
			ctx, cancel := context.WithCancelCause(t.Context())
			moved := expect.Later(func() error { return a.Move(ctx, there, 50) })
			<-time.After(time.Second)
			enough := errors.New("enough")
			if c.how == "Stop" {
				if err := a.Stop(t.Context()); err != nil {
					t.Error(err)
				}
			} else {
				cancel(enough)
			}
			err := <-moved
			if !errors.Is(err, arm.ErrStopped) || errors.Is(err, enough) == (c.how == "Stop") {
				t.Errorf("%s: %v", c.how, err)
			}
			cancel(nil)
			if err := a.Move(t.Context(), there, 50); !errors.Is(err, arm.ErrStopped) {
				t.Errorf("it moves after a stop: %v", err)
			}
			if at, err := a.Position(t.Context()); at.X != 7 || err != nil {
				t.Error(at, err)
			}
			if err := a.Home(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// A program that answers to stop with an error, or not at all, is ended: that is what stops an arm that nothing else
// does.
func TestStopThatFails(t *testing.T) {
	for name, answer := range map[string][]playback.Step{
		"refused": {says(5, `"error":{"code":"rejected","message":"no"}`)}, "silent": nil,
	} {
		play(t, append(conversation(moves(4, there, 50), does(5, "stop")), answer...), func(t *testing.T, a full) {
			moved := expect.Later(func() error { return a.Move(t.Context(), there, 50) })
			<-time.After(time.Second)
			if err := a.Stop(t.Context()); !errors.Is(err, arm.ErrDisconnected) {
				t.Errorf("%s: %v", name, err)
			}
			if err := <-moved; !errors.Is(err, arm.ErrDisconnected) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// An arm is not held while it homes, and a hold at rest keeps what comes later.
func TestHold(t *testing.T) {
	play(t, conversation(
		does(4, "hold"), says(4, `"result":{}`), asks(5), place(5, arm.Point{}), does(6, "resume"), says(6, `"result":{}`),
		moves(7, there, 50), says(7, `"result":{}`), asks(8), place(8, there), does(9, "home"), playback.Wait(10*time.Second),
		says(9, `"result":{}`), asks(10), place(10, arm.Point{}),
	), func(t *testing.T, a full) {
		expect.OK(t, a.Hold(t.Context()))
		moved := expect.Later(func() error { return a.Move(t.Context(), there, 50) })
		<-time.After(2 * time.Hour)
		if err := a.Resume(t.Context()); err != nil {
			t.Error(err)
		}
		if err := <-moved; err != nil {
			t.Error(err)
		}
		home := expect.Later(func() error { return a.Home(t.Context()) })
		<-time.After(time.Second)
		if err := a.Hold(t.Context()); !errors.Is(err, arm.ErrNotHomed) {
			t.Error(err)
		}
		if err := <-home; err != nil {
			t.Error(err)
		}
	})
}

// An arm in motion is told to stop before its program is ended.
func TestCloseInMotion(t *testing.T) {
	play(t, conversation(moves(4, there, 50), does(5, "stop"), says(5, `"result":{}`)), func(t *testing.T, a full) {
		moved := expect.Later(func() error { return a.Move(t.Context(), there, 50) })
		<-time.After(time.Second)
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		if err := <-moved; !errors.Is(err, arm.ErrDisconnected) && !errors.Is(err, arm.ErrStopped) {
			t.Error(err)
		}
	})
}

// With another protocol, or with none, there is no arm.
func TestConnectRefused(t *testing.T) {
	for answer, want := range map[string]error{
		"hello\n":                       arm.ErrDisconnected,
		`{"id":2,"result":{}}` + "\n":   arm.ErrDisconnected,
		`{"id":1,"result":{}}` + "\n":   arm.ErrWrongFirmware,
		`{"id":1,"result":"me"}` + "\n": arm.ErrWrongFirmware,
		`{"id":1,"error":{"code":"disconnected","message":"no cable"}}` + "\n": arm.ErrDisconnected,
		"": arm.ErrNoAnswer,
	} {
		synctest.Test(t, func(t *testing.T) {
			_, err := program.Connect(t.Context(), playback.New(t, playback.Expect(greets), playback.Say(answer)),
				program.Config{Limits: limits})
			if !errors.Is(err, want) {
				t.Errorf("%q: %v", answer, err)
			}
		})
	}
}
