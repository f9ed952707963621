package files

import (
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type point struct{ X, Y float64 }

// bed is a file's value with numbers of every kind.
type bed struct {
	Width  float64       `yaml:"width_mm" range:"10..300 mm, a toy; a table"`
	Feet   int           `yaml:"feet,omitempty" range:"3..4, a stool; a table"`
	Warm   time.Duration `yaml:"warm,omitempty" range:"0s..1h, cold; iron"`
	At     point         `yaml:"at" range:"-5..5 mm, a little"`
	Spares []point       `yaml:"spares,omitempty" range:"0..9 mm, a shelf"`
	Lean   *float64      `yaml:"lean_deg,omitempty" range:"-1..1 °, bent"`
	Form   int           `yaml:"form" range:"1..1"`
	Made   time.Time     `yaml:"made"`
	hidden int
}

func (b bed) Validate() error { return InRange(b) }

func TestNumbersThatCannotBe(t *testing.T) {
	const rest, wide = "at: {x: 1, y: 0}\nform: 1\n", "width_mm: 20\n"
	for text, want := range map[string]string{
		wide + rest: "",
		wide + rest + "feet: 4\nwarm: 2s\nspares:\n  - {x: 1, y: 2}\n  - x: 3\n    y: 4\n": "",
		"width_mm: 5\n" + rest:                  "line 1: width_mm is 5 mm; it must be from 10 to 300 mm (a toy; a table)",
		"width_mm: .nan\n" + rest:               "line 1: width_mm is NaN mm; it must be from 10 to 300 mm (a toy; a table)",
		rest:                                    "line 1: width_mm is missing; it must be from 10 to 300 mm (a toy; a table)",
		wide + "at: {x: 0, y: -.inf}\nform: 1":  "line 2: at.y is -Inf mm; it must be from -5 to 5 mm (a little)",
		wide + "at: {x: 0}\nform: 1":            "line 2: at.y is missing; it must be from -5 to 5 mm (a little)",
		wide + "at:\nform: 1":                   "line 2: at is missing; it must be from -5 to 5 mm (a little)",
		wide + "at: {x: 0, y: 0}\nform: 2":      "line 3: form is 2; it must be 1",
		wide + rest + "warm: 90m":               "line 4: warm is 1h30m0s; it must be from 0s to 1h (cold; iron)",
		wide + rest + "feet: -1":                "line 4: feet is -1; it must be from 3 to 4 (a stool; a table)",
		wide + rest + "lean_deg: 2":             "line 4: lean_deg is 2 °; it must be from -1 to 1 ° (bent)",
		wide + rest + "spares: [{x: 1, y: 10}]": "line 4: spares[1].y is 10 mm; it must be from 0 to 9 mm (a shelf)",
		wide + rest + "spares: [{y: 1}]":        "line 4: spares[1].x is missing; it must be from 0 to 9 mm (a shelf)",
	} {
		var b bed
		err := DecodeYAML([]byte(text), &b)
		if err == nil {
			err = ValidYAML([]byte(text), b)
		}
		if got := message(err); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	lost := bed{Form: 1, Width: math.Inf(1), hidden: 7}
	const want = "line 1: width_mm is missing; it must be from 10 to 300 mm (a toy; a table)"
	if got := message(ValidYAML([]byte("form: 1\n"), &lost)); got != want {
		t.Error(got)
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestNumbersOfAType(t *testing.T) {
	var keys []string
	for _, n := range NumbersOf(reflect.TypeFor[bed]()) {
		keys = append(keys, n.Key)
	}
	want := []string{"width_mm", "feet", "warm", "at.x", "at.y", "spares[].x", "spares[].y", "lean_deg", "form"}
	if diff := cmp.Diff(want, keys); diff != "" {
		t.Error(diff)
	}
}
