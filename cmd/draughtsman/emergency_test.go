package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
)

// Enter ends a game on a real table, and nothing else that comes does: neither the end of the input, nor Enter where
// it means something else.
func TestEnterStops(t *testing.T) {
	real := playCommand{Config: "table.yaml", Turn: "auto"}
	turns, steps, simulated := real, real, real
	turns.Turn, steps.Step, simulated.Config = "key", true, ""
	for name, tt := range map[string]struct {
		play  playCommand
		in    string
		stops bool
	}{
		"enter":                {real, "\n", true},
		"a word":               {real, "stop!\n", true},
		"the end":              {real, "", false},
		"commands":             {real, "t\ns\n", false},
		"a command, and Enter": {real, "s\n\n", true},
		"turns end by Enter":   {turns, "\n", false},
		"motions at Enter":     {steps, "\n", false},
		"the simulated table":  {simulated, "\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, stop := context.WithCancelCause(t.Context())
				defer stop(nil)
				asked := 0
				say := func(line string) bool {
					word := line == "t" || line == "s"
					if word {
						asked++
					}
					return word
				}
				closing, err := tt.play.emergency(ctx, &session{in: strings.NewReader(tt.in), err: io.Discard}, stop, say)
				if err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				if given := strings.ContainsAny(tt.in, "ts") && len(tt.in) < 5; given != (asked > 0) {
					t.Errorf("%d commands", asked)
				}
				if got := errors.Is(context.Cause(ctx), errEnter); got != tt.stops {
					t.Errorf("stopped: %t", got)
				}
				if err := closing(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestSwitchThatIsNone(t *testing.T) {
	play := playCommand{EstopPin: "/dev/null"}
	_, err := play.emergency(t.Context(), &session{in: strings.NewReader("")}, func(error) {}, nil)
	if err == nil || !strings.Contains(err.Error(), `--estop-pin: "/dev/null" is no control line of a serial port`) {
		t.Errorf("the error is %v", err)
	}
}
