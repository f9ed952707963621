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

// sinceOnClock tells the time on the table's clock, which went on from when it was now as fast as the table runs.
func sinceOnClock(now time.Time, speed float64) func(time.Time) time.Time {
	return func(t time.Time) time.Time {
		return now.Add(time.Duration(float64(t.Sub(now)) * math.Min(speed, fullSpeedFactor)))
	}
}
