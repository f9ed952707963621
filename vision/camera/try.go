package camera

import (
	"context"
	"errors"
	"io"
)

// Attempts is how many pictures are usually tried before giving up: a hand may still be in the first ones.
const Attempts = 20

// Try calls a function with the next Attempts pictures until it succeeds with one. The error is that of the last one.
func (c *Camera) Try(ctx context.Context, do func(Frame) error) error {
	var last error
	for range Attempts {
		frame, err := c.Next(ctx)
		if errors.Is(err, io.EOF) && last != nil { // a file has fewer pictures
			break
		}
		if err != nil {
			return err
		}
		last = do(frame)
		if closing := frame.Close(); last == nil {
			return closing
		}
	}
	return last
}
