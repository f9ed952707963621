// Package simworld has the time of simulated worlds pass in tests.
package simworld

import (
	"context"
	"errors"
	"io"
	"testing"

	"draughtsman/internal/table/world"
)

// Run has a world's time pass until the test ends. Then it closes the machine at the world, and fails the test if
// either ends with an error.
func Run(t testing.TB, w *world.World, machine io.Closer) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- w.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := errors.Join(<-ended, machine.Close()); err != nil {
			t.Error(err)
		}
	})
}
