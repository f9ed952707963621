package csci561

import (
	"testing"
	"time"
)

func TestSpeed(t *testing.T) {
	if speed := Speed(20*time.Millisecond, sinceNow()); speed < minSpeed || speed > maxSpeed {
		t.Errorf("%g positions a second", speed)
	}
}

func TestForced(t *testing.T) {
	in := Forced()
	if n := len(in.Position.Moves()); n != 1 || in.Position.Validate() != nil {
		t.Errorf("%v has %d moves, %v", in, n, in.Position.Validate())
	}
}
