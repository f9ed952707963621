package app

import (
	"context"
	"os"
	"strings"
	"time"

	"draughtsman/internal/cli"
	"draughtsman/internal/config"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table/stream"
)

// clock is the table's, nil where its time is ours, and how many times as fast as ours it goes.
func (t *Table) clock(ctx context.Context) (clock func(time.Time) time.Time, speed float64, err error) {
	if t.Sim != nil {
		return t.Sim.Clock(time.Now()), t.Sim.Speed(), nil
	}
	speed, err = t.speed(ctx, t.path, t.Described)
	if err == nil && speed != 1 && speed <= simulation.FullSpeedFactor {
		clock = simulation.ClockAt(speed, time.Now())
	}
	return clock, speed, err
}

// speed is how many times as fast as ours the time of the table goes that a file describes, which is once unless it is
// simulated in another process: a speed at which its arm cannot be watched is refused, unless nobody is to watch.
func (o Options) speed(ctx context.Context, path string, table config.Table) (float64, error) {
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), simulation.Note) {
		return 1, err
	}
	asking, cancel := context.WithTimeout(ctx, speedTimeout)
	defer cancel()
	speed, err := stream.SpeedOf(asking, table.Camera.Source)
	switch {
	case err != nil: // the table does not run, which opening its camera tells
		return 1, nil
	case speed > simulation.FullSpeedFactor && o.Guard && !o.DryRun && !table.ByHand():
		return 0, cli.WrongUsage("%s: the time of its simulated table goes faster than its arm can be watched while it "+
			"moves: start it with `draughtsman sim --speed %d` or less, or add --no-guard", path, simulation.FullSpeedFactor)
	}
	return speed, nil
}

// perSecond is how many positions count as a second of thinking where the table's time goes so many times as fast as
// ours, about what a fast computer looks at; 0: time itself counts. At a speed at which it goes by pictures and motions
// alone, a game would else be played the worse, the busier the computer is.
func perSecond(speed float64) uint64 {
	if speed > simulation.FullSpeedFactor {
		return 2_000_000
	}
	return 0
}

// speedTimeout is how long a simulated table may take to say how fast its time goes.
const speedTimeout = 2 * time.Second
