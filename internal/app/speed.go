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

// clock is that of the table that a file describes, whose time is ours unless it is simulated in another process: at a
// speed at which its arm cannot be watched that is refused, unless nobody is to watch.
func (o Options) clock(ctx context.Context, path string, table config.Table) (func(time.Time) time.Time, error) {
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), simulation.Note) {
		return nil, err
	}
	asking, cancel := context.WithTimeout(ctx, speedTimeout)
	defer cancel()
	speed, err := stream.SpeedOf(asking, table.Camera.Source)
	switch {
	case err != nil: // the table does not run, which opening its camera tells
		return nil, nil
	case speed <= simulation.FullSpeedFactor:
		return simulation.ClockAt(speed, time.Now()), nil
	case o.Guard && !o.DryRun && !table.ByHand():
		return nil, cli.WrongUsage("%s: the time of its simulated table goes faster than its arm can be watched while it "+
			"moves: start it with `draughtsman sim --speed %d` or less, or add --no-guard", path, simulation.FullSpeedFactor)
	}
	return nil, nil
}

// speedTimeout is how long a simulated table may take to say how fast its time goes.
const speedTimeout = 2 * time.Second
