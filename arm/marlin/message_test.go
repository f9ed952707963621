package marlin_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/arm"
	"draughtsman/arm/marlin"
	"draughtsman/internal/testkit/expect"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]marlin.Message{
		"ok":                                      marlin.OK{},
		"ok N12 P15 B3\r":                         marlin.OK{Number: 12},
		"Resend: 13":                              marlin.Resend{Number: 13},
		"rs N13":                                  marlin.Resend{Number: 13},
		"echo:busy: processing":                   marlin.Busy{What: "processing"},
		"echo:busy: paused for user":              marlin.Busy{What: "paused for user"},
		`echo:Unknown command: "M42 P9"`:          marlin.Unknown{Command: "M42 P9"},
		"Error:checksum mismatch, Last Line: 7":   marlin.Fault{Text: "checksum mismatch, Last Line: 7"},
		"Error:Printer halted. kill() called!":    marlin.Halt{Text: "Printer halted. kill() called"},
		"Error:!! KILL caused by KILL button/pin": marlin.Halt{Text: "KILL caused by KILL button/pin"},
		"\xff\x00start":                           marlin.Start{Text: "\xff\x00start"},
		"Marlin 2.1.2.7":                          marlin.Start{Text: "Marlin 2.1.2.7"},
		"FIRMWARE_NAME:Marlin 2.1.2.7 (Nov 20 2026) SOURCE_CODE_URL:x": marlin.Identity{Name: "Marlin 2.1.2.7 (Nov 20 2026)"},
		"Cap:EMERGENCY_PARSER:1":                              marlin.Capability{Name: "EMERGENCY_PARSER", On: true},
		"X:39.30 Y:-38.55 Z:0.00 E:0.00 Count X:3144 Y:0 Z:0": marlin.Position{At: arm.Point{X: 39.3, Y: -38.55}},
		"echo:Homing Failed":                                  marlin.Note{Text: "Homing Failed"},
		"okay":                                                marlin.Note{Text: "okay"},
		"echo: ~":                                             marlin.Note{Text: "~"},
	} {
		got, err := marlin.Parse(text)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%q: %v\n%s", text, err, diff)
		}
	}
	for _, text := range []string{"o\x8b", "X:39.3x Y:0.00 Z:0.00", "X:nan Y:0 Z:0"} {
		var wrong *marlin.SyntaxError
		if m, err := marlin.Parse(text); !errors.As(err, &wrong) {
			t.Errorf("%q is %#v, %v", text, m, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("ok N12 P15 B3")
	f.Add("X:39.30 Y:-38.55 Z:0.00 E:0.00 Count X:3144 Y:0 Z:0")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := marlin.Parse(text)
		if (m == nil) != (err != nil) {
			t.Fatalf("%q: %v, %v", text, m, err)
		}
	})
}

// A pick and a place: what a person may read before the arm does it.
func TestProgram(t *testing.T) {
	got, err := marlin.Program(config, []arm.Step{
		{Verb: arm.VerbHome},
		{Verb: arm.VerbMove, To: arm.Point{X: 120.25, Y: 80, Z: 60}, Speed: 200},
		{Verb: arm.VerbMove, To: arm.Point{X: 120.25, Y: 80, Z: 19.0004}, Speed: 12.5},
		{Verb: arm.VerbGrip},
		{Verb: arm.VerbMove, To: arm.Point{X: 1e-9, Y: 520, Z: 90}, Speed: 1.0 / 3},
		{Verb: arm.VerbRelease},
	})
	expect.OK(t, err)
	expect.Golden(t, "testdata/pick.gcode", got)
	_, err = marlin.Program(config, []arm.Step{{Verb: arm.VerbGrip},
		{Verb: arm.VerbMove, To: arm.Point{X: 700}, Speed: 10}})
	expect.Error(t, err, arm.ErrLimit, "step 2, move to X 700.0")
}

// Whatever the target, no line is blank or longer than Marlin takes whole with its number and checksum, and the
// numbers in a motion are the target's.
func TestLines(t *testing.T) {
	c := marlin.Config{Limits: arm.Limits{Min: arm.Point{X: -9999, Y: -9999, Z: -9999},
		Max: arm.Point{X: 9999, Y: 9999, Z: 9999}, MaxSpeed: 9999}}
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Float64Range(-9999, 9999)
		to := arm.Point{X: at.Draw(t, "x"), Y: at.Draw(t, "y"), Z: at.Draw(t, "z")}
		speed := rapid.Float64Range(0.001, 9999).Draw(t, "speed")
		text, err := marlin.Program(c, []arm.Step{{Verb: arm.VerbMove, To: to, Speed: speed}, {Verb: arm.VerbGrip}})
		expect.OK(t, err)
		for line := range strings.Lines(text) {
			if n := len(strings.TrimSpace(line)); n == 0 || n+len("N4294967295 *255") > marlin.MaxLine {
				t.Fatalf("%q has %d characters", line, n)
			}
		}
		var x, y, z, f float64
		if _, err := fmt.Sscanf(text, "G1 X%f Y%f Z%f F%f", &x, &y, &z, &f); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if (arm.Point{X: x, Y: y, Z: z}).Distance(to) > 0.001 || math.Abs(f-speed*60) > 0.00051 {
			t.Fatalf("%q is not %v at %v", text, to, speed)
		}
	})
}
