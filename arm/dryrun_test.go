package arm_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/arm"
	"draughtsman/internal/testkit/expect"
)

var limits = arm.Limits{Max: arm.Point{X: 640, Y: 520, Z: 90}, MaxSpeed: 200}

func TestPrintsWhatItWouldDo(t *testing.T) {
	var out strings.Builder
	a := arm.NewDryRun(&out, limits, arm.Point{X: 640, Y: 520, Z: 90})
	if _, err := a.Position(t.Context()); !errors.Is(err, arm.ErrNotHomed) {
		t.Errorf("position before homing: %v", err)
	}
	for _, s := range []arm.Step{
		{Verb: arm.VerbHome},
		{Verb: arm.VerbMove, To: arm.Point{X: 120.25, Y: 80, Z: 60}, Speed: 200},
		{Verb: arm.VerbMove, To: arm.Point{X: 120.25, Y: 80, Z: 19}, Speed: 12.5},
		{Verb: arm.VerbGrip},
		{Verb: arm.VerbRelease},
	} {
		expect.OK(t, s.Do(t.Context(), a))
	}
	want, err := os.ReadFile("testdata/pick.txt")
	expect.OK(t, err)
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Error(diff)
	}
	if at, err := a.Position(t.Context()); err != nil || at != (arm.Point{X: 120.25, Y: 80, Z: 19}) {
		t.Errorf("position %v, %v", at, err)
	}
	if err := errors.Join(a.Stop(t.Context()), a.Close(), a.Close()); err != nil {
		t.Error(err)
	}
}

// full is a writer that has no room left.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestRefusesWhatARealArmRefuses(t *testing.T) {
	var out strings.Builder
	a := arm.NewDryRun(&out, limits, arm.Point{})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct{ got, want error }{
		"not homed":     {a.Grip(t.Context()), arm.ErrNotHomed},
		"out of reach":  {a.Move(t.Context(), arm.Point{X: -1}, 10), arm.ErrLimit},
		"context ended": {a.Home(ended), context.Canceled},
		"no room":       {arm.NewDryRun(full{}, limits, arm.Point{}).Home(t.Context()), os.ErrClosed},
		"no such verb":  {arm.Step{}.Do(t.Context(), a), nil},
	} {
		if c.got == nil || c.want != nil && !errors.Is(c.got, c.want) {
			t.Errorf("%s: %v", name, c.got)
		}
	}
	if out.Len() > 0 {
		t.Errorf("printed %q", out.String())
	}
}
