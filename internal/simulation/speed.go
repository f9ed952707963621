package simulation

import (
	"math"
	"strconv"
	"time"

	"draughtsman/internal/cli"
)

// FullSpeedFactor is how many times as fast as real time a clock at full speed counts for the robot's thinking.
const FullSpeedFactor = 10

// ParseSpeed reads how much faster than real time a simulated table runs; as fast as can be is infinite.
func ParseSpeed(text string) (float64, error) {
	if text == "max" {
		return math.Inf(1), nil
	}
	speed, err := strconv.ParseFloat(text, 64)
	if err != nil || !(speed >= 1) || math.IsInf(speed, 0) {
		return 0, cli.WrongUsage("--speed %s: a number from 1 (real time) upwards, or max", text)
	}
	return speed, nil
}

// Clock is the time on a simulated table's clock when a picture is received, which began when it was now on ours. At
// full speed the table's time goes on by pictures and motions, and no clock of ours tells it. Where no table is
// simulated, the table's clock is ours: nil.
func (sim *Table) Clock(now time.Time) func(received time.Time) time.Time {
	switch {
	case sim == nil:
		return nil
	case math.IsInf(sim.Speed(), 1):
		return func(time.Time) time.Time { return now.Add(sim.Snapshot().Now) }
	}
	sim.since, sim.then = now, now
	return sim.at
}

// at is the time on a table's clock, which goes at a finite speed.
func (sim *Table) at(now time.Time) time.Time {
	sim.mu.Lock()
	defer sim.mu.Unlock()
	return ClockAt(sim.Speed(), sim.since)(now).Add(sim.then.Sub(sim.since))
}

// Paces are how many times as fast as ours the table's time goes, and may go at most; most is 1 where it cannot be
// changed.
func (sim *Table) Paces() (times, most float64) {
	if math.IsInf(sim.Speed(), 1) {
		return FullSpeedFactor, 1
	}
	return sim.Speed(), max(1, sim.most)
}

// SetPace has the table's time go so many times as fast as ours from now on.
func (sim *Table) SetPace(times float64, now time.Time) {
	then := sim.at(now)
	sim.mu.Lock()
	defer sim.mu.Unlock()
	sim.since, sim.then = now, then
	sim.SetSpeed(times)
}

// Pace is how many times as fast as ours the table's time goes, as the robot reckons with it; 1 where no table is
// simulated.
func (sim *Table) Pace() float64 {
	if sim == nil {
		return 1
	}
	return math.Min(sim.Speed(), FullSpeedFactor)
}

// ClockAt is the time on a table's clock that goes so many times as fast as ours.
func ClockAt(speed float64, now time.Time) func(received time.Time) time.Time {
	return func(received time.Time) time.Time {
		return now.Add(time.Duration(float64(received.Sub(now)) * math.Min(speed, FullSpeedFactor)))
	}
}
