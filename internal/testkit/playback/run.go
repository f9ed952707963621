package playback

import (
	"context"
	"errors"
	"io"
	"testing"
)

// Run has the time of a simulated world pass until the test ends. Then it closes the machine at the world, and fails
// the test if either ends with an error.
func Run(t testing.TB, world interface{ Run(context.Context) error }, machine io.Closer) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- world.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := errors.Join(<-ended, machine.Close()); err != nil {
			t.Error(err)
		}
	})
}
