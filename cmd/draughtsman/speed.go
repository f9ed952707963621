package main

import (
	"math"
	"strconv"
	"time"
)

// fullSpeedFactor is how many times as fast as real time a clock at full speed counts for the robot's thinking.
const fullSpeedFactor = 10

// parseSpeed reads how much faster than real time a simulated table runs; as fast as can be is infinite.
func parseSpeed(text string) (float64, error) {
	if text == "max" {
		return math.Inf(1), nil
	}
	speed, err := strconv.ParseFloat(text, 64)
	if err != nil || !(speed >= 1) || math.IsInf(speed, 0) {
		return 0, wrongUsage("--speed %s: a number from 1 (real time) upwards, or max", text)
	}
	return speed, nil
}

// onClock is a time on the table's clock in real time.
func onClock(d time.Duration, speed float64) time.Duration {
	return time.Duration(float64(d) / math.Min(speed, fullSpeedFactor))
}

// clock is the time on a simulated table's clock when a picture is received, which began when it was now on ours. At
// full speed the table's time goes on by pictures and motions, and no clock of ours tells it. Where no table is
// simulated, the table's clock is ours: nil.
func (sim *simulation) clock(now time.Time) func(received time.Time) time.Time {
	switch {
	case sim == nil:
		return nil
	case math.IsInf(sim.speed, 1):
		return func(time.Time) time.Time { return now.Add(sim.table.Snapshot().Now) }
	}
	return func(received time.Time) time.Time {
		return now.Add(time.Duration(float64(received.Sub(now)) * math.Min(sim.speed, fullSpeedFactor)))
	}
}
