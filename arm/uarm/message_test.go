package uarm_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/arm"
	"draughtsman/arm/uarm"
	"draughtsman/internal/testkit/expect"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]uarm.Message{
		"$7 ok":                                uarm.Reply{Number: 7},
		"$7 ok X180.00 Y0.00 Z150.00\r":        uarm.Reply{Number: 7, Text: "X180.00 Y0.00 Z150.00"},
		"$4294967295 ok V1":                    uarm.Reply{Number: 4294967295, Text: "V1"},
		"$7 ok E22 unreachable":                uarm.Reply{Number: 7, Code: 22, Text: "unreachable"},
		"$7 E21 ":                              uarm.Reply{Number: 7, Code: 21},
		"$7 ok EVEN":                           uarm.Reply{Number: 7, Text: "EVEN"},
		"@9 V0":                                uarm.Event{ID: 9, Text: "V0"},
		"@1":                                   uarm.Event{ID: 1},
		"ok V0":                                uarm.Plain{Text: "V0"},
		"echo:Unknown command: \"P9999\"":      uarm.Unknown{Command: "P9999"},
		"Error:Printer halted. kill() called!": uarm.Halt{Text: "Printer halted. kill() called"},
		"\xff\x00start":                        uarm.Start{Text: "\xff\x00start"},
		"Marlin 1.1.0-RC8":                     uarm.Note{Text: "Marlin 1.1.0-RC8"},
		"~":                                    uarm.Note{Text: "~"},
	} {
		got, err := uarm.Parse(text)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%q: %v\n%s", text, err, diff)
		}
	}
	for _, text := range []string{"$7", "$7 o", "$x ok", "$4294967296 ok", "@", "\x80ok"} {
		var wrong *uarm.SyntaxError
		if m, err := uarm.Parse(text); !errors.As(err, &wrong) {
			t.Errorf("%q is %#v, %v", text, m, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("$7 ok E22 unreachable")
	f.Add("@3 X1 Y2 Z3 R4")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := uarm.Parse(text)
		if (m == nil) != (err != nil) {
			t.Fatalf("%q: %v, %v", text, m, err)
		}
	})
}

// A pick and a place: what a person may read before the arm does it.
func TestProgram(t *testing.T) {
	got, err := uarm.Program(config, []arm.Step{
		{Verb: arm.VerbHome},
		{Verb: arm.VerbMove, To: arm.Point{X: 220.25, Y: -80, Z: 60}, Speed: 100},
		{Verb: arm.VerbMove, To: arm.Point{X: 220.25, Y: -80, Z: 9.0004}, Speed: 12.5},
		{Verb: arm.VerbGrip},
		{Verb: arm.VerbMove, To: arm.Point{X: 220, Y: 1e-9, Z: 90}, Speed: 1.0 / 3},
		{Verb: arm.VerbRelease},
	})
	expect.OK(t, err)
	expect.Golden(t, "testdata/pick.gcode", got)
	_, err = uarm.Program(config, []arm.Step{{Verb: arm.VerbGrip}, {Verb: arm.VerbMove, To: arm.Point{X: 700}, Speed: 10}})
	expect.Error(t, err, arm.ErrLimit, "step 2, move to X 700.0")
}
