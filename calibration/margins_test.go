package calibration_test

import (
	"math"
	"testing"

	"draughtsman/calibration"
)

func TestMargins(t *testing.T) {
	look := func(brightness, red float64) calibration.Look {
		return calibration.Look{Mean: calibration.Tone{Brightness: brightness, Red: red},
			Spread: calibration.Tone{Brightness: 0.3, Red: 0.1, Blue: 0.1}}
	}
	var c calibration.Colours
	c.Tones = calibration.Looks{Empty: look(0, 0), Light: look(2, 0), Dark: look(0, 0.5)}
	c.Tones.Empty.Spread.Brightness = 0.4
	want := []float64{2 / math.Hypot(0.3, 0.4), 0.5 / math.Hypot(0.1, 0.1),
		math.Hypot(2/math.Hypot(0.3, 0.3), 0.5/math.Hypot(0.1, 0.1))}
	for i, m := range c.Margins() {
		if math.Abs(m.Sigmas-want[i]) > 1e-9 {
			t.Errorf("%s: %.3f, want %.3f", m.Between, m.Sigmas, want[i])
		}
	}
}
