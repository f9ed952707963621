package csci561

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestCalibrationAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Calibration{
			Speed:    rapid.Float64Range(minSpeed, maxSpeed).Draw(t, "speed"),
			Overhead: time.Duration(rapid.Int64Range(0, int64(maxOverhead)).Draw(t, "overhead")),
		}
		got := ParseCalibration(want.String())
		if got.Speed != want.Speed || (got.Overhead-want.Overhead).Abs() > time.Microsecond {
			t.Fatalf("%+v is read again as %+v", want, got)
		}
	})
}

func TestParseCalibrationGarbage(t *testing.T) {
	for _, text := range []string{
		"", "hello", "positions_per_second NaN\noverhead_seconds 0\n", "positions_per_second Inf\noverhead_seconds 0\n",
		"positions_per_second -5\noverhead_seconds 0\n", "positions_per_second 1e6\noverhead_seconds -1\n",
		"positions_per_second 1e6\noverhead_seconds 1e9\n", "positions_per_second 1e6\n", "\x00\xff",
	} {
		if got := ParseCalibration(text); got != (Calibration{}) {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}
