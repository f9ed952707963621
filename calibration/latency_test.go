package calibration_test

import (
	"testing"
	"time"

	"draughtsman/calibration"
)

func TestLatencyValidate(t *testing.T) {
	for _, tt := range []struct {
		l  calibration.Latency
		ok bool
	}{
		{calibration.Latency{}, true},
		{calibration.Latency{Least: -50 * time.Millisecond, Most: 100 * time.Millisecond}, true},
		{calibration.Latency{Least: 2 * time.Second, Most: time.Second}, false},
		{calibration.Latency{Most: time.Minute}, false},
		{calibration.Latency{Least: -time.Minute, Most: 0}, false},
	} {
		if err := tt.l.Validate(); (err == nil) != tt.ok {
			t.Errorf("%v: %v", tt.l, err)
		}
	}
}
