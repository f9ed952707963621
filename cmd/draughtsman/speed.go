package main

import (
	"context"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"draughtsman/internal/config"
	"draughtsman/internal/table/stream"
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
	return clockAt(sim.speed, now)
}

// clockAt is the time on a table's clock that goes so many times as fast as ours.
func clockAt(speed float64, now time.Time) func(received time.Time) time.Time {
	return func(received time.Time) time.Time {
		return now.Add(time.Duration(float64(received.Sub(now)) * math.Min(speed, fullSpeedFactor)))
	}
}

// clock is that of the table that a file describes, whose time is ours unless it is simulated in another process: at a
// speed at which its arm cannot be watched that is refused, unless nobody is to watch.
func (c playCommand) clock(ctx context.Context, path string, table config.Table) (func(time.Time) time.Time, error) {
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), simulatedNote) {
		return nil, err
	}
	asking, cancel := context.WithTimeout(ctx, speedTimeout)
	defer cancel()
	speed, err := stream.SpeedOf(asking, table.Camera.Source)
	switch {
	case err != nil: // the table does not run, which opening its camera tells
		return nil, nil
	case speed <= fullSpeedFactor:
		return clockAt(speed, time.Now()), nil
	case c.Guard && !c.DryRun && !table.ByHand():
		return nil, wrongUsage("%s: the time of its simulated table goes faster than its arm can be watched while it moves: "+
			"start it with `draughtsman sim --speed %d` or less, or add --no-guard", path, fullSpeedFactor)
	}
	return nil, nil
}

// speedTimeout is how long a simulated table may take to say how fast its time goes.
const speedTimeout = 2 * time.Second
