package calibration_test

import (
	"reflect"
	"testing"

	"draughtsman/calibration"
	"draughtsman/internal/files"
)

// numbered are the numbers of the files.
func numbered() (all []files.Number) {
	return append(files.NumbersOf(reflect.TypeFor[calibration.Calibration]()),
		files.NumbersOf(reflect.TypeFor[calibration.LensFile]())...)
}

func TestEveryNumberHasARange(t *testing.T) {
	for _, n := range numbered() {
		if r := n.Range; r == (files.Range{}) || r.Why == "" && r.Least != r.Most {
			t.Errorf("%s has no range", n.Key)
		}
	}
}
