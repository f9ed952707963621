package rig

import (
	"testing"
	"time"
)

// An arm that goes on as far as was measured (docs/arms.md) has moved stopDistanceMM when it stands for a hand.
func TestSpeedForTheWayToStand(t *testing.T) {
	for driver, measured := range map[string]struct{ way, from float64 }{ // mm, mm/s
		"grbl": {50, 200}, "klipper": {39, 120}, "uarm": {100, 100}, "marlin": {15, 100},
	} {
		for _, late := range []time.Duration{50 * time.Millisecond, 300 * time.Millisecond, time.Second} {
			speed := speedFor(driver, late)
			if way := speed * (late.Seconds() + measured.way/measured.from); way > stopDistanceMM+0.1 ||
				way < stopDistanceMM-0.1 {
				t.Errorf("%s, %v late: at %.0f mm/s it moves %.1f mm", driver, late, speed, way)
			}
		}
	}
	if speed := speedFor("uarm", time.Minute); speed != minSpeedMMS {
		t.Errorf("the slowest is %.1f mm/s", speed)
	}
}
