package terminal

import (
	"context"
	"errors"
	"io"

	"draughtsman/internal/cli"
)

// ErrNoAnswer is for an end of the input where an answer was waited for.
var ErrNoAnswer = errors.New("the input ended")

// ReadLine reads a line and no more, so that what follows is left to others. The error says why there is none.
func ReadLine(ctx context.Context, in io.Reader) (string, error) {
	type read struct {
		line string
		err  error
	}
	done := make(chan read, 1)
	go func() {
		var line []byte
		for one := make([]byte, 1); ; {
			n, err := in.Read(one)
			switch {
			case n > 0 && one[0] == '\n':
				done <- read{line: string(line)}
				return
			case n > 0:
				line = append(line, one[0])
			case err != nil:
				done <- read{err: ErrNoAnswer}
				return
			}
		}
	}()
	select {
	case r := <-done:
		return r.line, r.err
	case <-ctx.Done():
		if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
			return "", cause
		}
		return "", cli.Interrupted(ctx, "stopped")
	}
}
