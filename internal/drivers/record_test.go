package drivers_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/internal/config"
	"draughtsman/internal/drivers"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/testkit/playback"
)

// An exchange with a controller, once recorded, is a test of its driver: it says the same again at the same times.
func TestRecordedExchangesPlayBack(t *testing.T) {
	for _, protocol := range protocols {
		t.Run(string(protocol), func(t *testing.T) {
			// Motions, something that fails, and what is done about it.
			talk := func(t *testing.T, a drivers.Arm, fail func()) (failed string) {
				t.Helper()
				for _, steps := range [][]arm.Step{moves(150, high, aside), nil, {{Verb: arm.VerbGrip}, {Verb: arm.VerbRelease}}} {
					if err := a.Home(t.Context()); err != nil {
						t.Fatal(err)
					}
					if steps != nil {
						if err := arm.Run(t.Context(), a, steps); err != nil {
							t.Fatal(err)
						}
						continue
					}
					fail()
					err := a.Move(t.Context(), high, 150)
					if err == nil {
						t.Error("nothing failed")
					}
					failed = fmt.Sprint(err)
				}
				return failed
			}
			fault := firmware.LoseAnswer
			if protocol == firmware.Dobot || protocol == firmware.Klipper { // which go on without it, or lose none
				fault = firmware.Halt
			}
			var text, failed string
			onBench(t, protocol, firmware.Options{}, "", func(b *bench) {
				port, err := b.board.Dial()
				if err != nil {
					b.t.Fatal(err)
				}
				r := playback.Record(port)
				if err := b.connectOver(r); err != nil {
					b.t.Fatal(err)
				}
				failed = talk(b.t, b.arm, func() { b.board.Fail(firmware.Fault{Lines: 1, What: fault}) })
				text = r.String()
			})
			if strings.Count(text, "\n") < 20 {
				t.Fatalf("only this was recorded:\n%s", text)
			}
			steps, err := playback.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) {
				table := config.Example()
				table.Arm.Driver = string(protocol.Family())
				a, err := drivers.Connect(t.Context(), playback.New(t, steps...), table, nil, zerolog.Nop())
				if err != nil {
					t.Fatal(err)
				}
				if again := talk(t, a, func() {}); again != failed {
					t.Errorf("played back it fails with %s, and did with %s", again, failed)
				}
				if err := a.Close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
