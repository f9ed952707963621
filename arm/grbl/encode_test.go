package grbl_test

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/arm"
	"draughtsman/arm/grbl"
	"draughtsman/internal/testkit/expect"
)

// A pick and a place: what a person may read before the arm does it.
func TestProgram(t *testing.T) {
	got, err := grbl.Program(config, []arm.Step{
		{Verb: arm.VerbHome},
		{Verb: arm.VerbMove, To: arm.Point{X: 120.25, Y: 80, Z: 60}, Speed: 200},
		{Verb: arm.VerbMove, To: arm.Point{X: 120.25, Y: 80, Z: 19.0004}, Speed: 12.5},
		{Verb: arm.VerbGrip},
		{Verb: arm.VerbMove, To: arm.Point{X: 1e-9, Y: 520, Z: 90}, Speed: 1.0 / 3},
		{Verb: arm.VerbRelease},
	})
	expect.OK(t, err)
	expect.Golden(t, "testdata/pick.gcode", got)
}

func TestProgramRefuses(t *testing.T) {
	_, err := grbl.Program(config, []arm.Step{{Verb: arm.VerbGrip},
		{Verb: arm.VerbMove, To: arm.Point{X: 700}, Speed: 10}})
	expect.Error(t, err, arm.ErrLimit, "step 2, move to X 700.0")
	if _, err = grbl.Program(config, []arm.Step{{}}); err == nil {
		t.Error("encodes a step without a verb")
	}
	if _, err = grbl.Program(grbl.Config{}, nil); err == nil {
		t.Error("encodes for a machine without limits")
	}
}

// Whatever the target, a motion is one line that Grbl takes whole, and the numbers in it are the target's.
func TestMotionLines(t *testing.T) {
	format := regexp.MustCompile(`^G90 G21 G94 G53 G1 X(-?[0-9.]+) Y(-?[0-9.]+) Z(-?[0-9.]+) F([0-9.]+)\nG4 P0\n$`)
	c := grbl.Config{Limits: arm.Limits{Min: arm.Point{X: -9999, Y: -9999, Z: -9999},
		Max: arm.Point{X: 9999, Y: 9999, Z: 9999}, MaxSpeed: 9999}}
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Float64Range(-9999, 9999)
		s := arm.Step{Verb: arm.VerbMove, To: arm.Point{X: at.Draw(t, "x"), Y: at.Draw(t, "y"), Z: at.Draw(t, "z")},
			Speed: rapid.Float64Range(0.001, 9999).Draw(t, "speed")}
		text, err := grbl.Program(c, []arm.Step{s})
		expect.OK(t, err)
		first, _, _ := strings.Cut(text, "\n")
		if len(first) > grbl.MaxLine {
			t.Fatalf("%q has %d characters", first, len(first))
		}
		m := format.FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("%q", text)
		}
		for i, want := range []float64{s.To.X, s.To.Y, s.To.Z, s.Speed * 60} {
			if got := parse(t, m[i+1]); math.Abs(got-want) > 0.00051 {
				t.Fatalf("%q says %v, want %v", text, got, want)
			}
		}
	})
}
