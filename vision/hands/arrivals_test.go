package hands

import (
	"testing"
	"time"
)

// Pictures of a camera that takes 10 a second.
func TestHowLongPicturesHaveWaited(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name    string
		arrives []time.Duration // the last ones, after two seconds at an even pace
		waited  []time.Duration // at most
		exactly bool
	}{
		{"even", []time.Duration{100 * ms, 200 * ms, 300 * ms}, []time.Duration{0, 0, 0}, true},
		{"none was taken for a second", []time.Duration{1100 * ms, 1200 * ms, 1300 * ms}, []time.Duration{1000 * ms, 0, 0},
			false},
		{"held up for half a second", []time.Duration{600 * ms, 601 * ms, 602 * ms, 603 * ms, 604 * ms, 700 * ms},
			[]time.Duration{500 * ms, 400 * ms, 300 * ms, 200 * ms, 70 * ms, 10 * ms}, false},
	} {
		var a arrivals
		start := time.Unix(50, 0)
		for i := range 21 {
			a.add(start.Add(time.Duration(i) * 100 * ms))
		}
		for i, at := range tt.arrives {
			waited, interval := a.add(start.Add(2*time.Second + at))
			if off := (waited - tt.waited[i]).Abs(); off > 70*ms || tt.exactly && off > 0 {
				t.Errorf("%s: picture %d waited %v, want about %v", tt.name, i, waited, tt.waited[i])
			}
			if interval < 80*ms || interval > 160*ms {
				t.Errorf("%s: %v between pictures", tt.name, interval)
			}
		}
	}
}

// Nobody has asked for pictures for a while; the next one has not waited.
func TestPicturesAfterAPause(t *testing.T) {
	var a arrivals
	start := time.Unix(50, 0)
	for i := range 21 {
		a.add(start.Add(time.Duration(i) * 100 * time.Millisecond))
	}
	a.pause()
	if waited, _ := a.add(start.Add(time.Minute)); waited != 0 {
		t.Errorf("it waited %v", waited)
	}
}
