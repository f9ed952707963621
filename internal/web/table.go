package web

import (
	"context"

	"draughtsman/internal/service"
)

// Table is what clients ask and watch: a *service.Service, or what has no robot to command.
type Table interface {
	// Snapshot is the state of affairs.
	Snapshot() service.Snapshot
	// Events returns what has happened after the event with an ID, and a channel that is closed when there is more.
	// missed reports that some of it is no longer known.
	Events(id int64) (list []service.Event, missed bool, more <-chan struct{})
	// Do has a command obeyed, and returns when it is begun. A *robot.Refusal says why it is not obeyed.
	Do(ctx context.Context, c service.Command) error
}
