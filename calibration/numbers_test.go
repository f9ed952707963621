package calibration_test

import (
	"reflect"
	"testing"

	"draughtsman/calibration"
	"draughtsman/internal/strictyaml"
)

// numbered are the numbers of the files.
func numbered() (all []strictyaml.Number) {
	return append(strictyaml.NumbersOf(reflect.TypeFor[calibration.Calibration]()),
		strictyaml.NumbersOf(reflect.TypeFor[calibration.LensFile]())...)
}

func TestEveryNumberHasARange(t *testing.T) {
	for _, n := range numbered() {
		if r := n.Range; r == (strictyaml.Range{}) || r.Why == "" && r.Least != r.Most {
			t.Errorf("%s has no range", n.Key)
		}
	}
}
