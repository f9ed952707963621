package main

import (
	"bufio"
	"context"
	"io"
)

// enterKey sends a value for each line that is entered, until the input ends,
// which closes ended, or ctx does. A line that nobody waits for is forgotten.
func enterKey(ctx context.Context, in io.Reader) (key, ended <-chan struct{}) {
	pressed, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		for lines := bufio.NewScanner(in); lines.Scan(); {
			select {
			case pressed <- struct{}{}:
			case <-ctx.Done():
				return
			default:
			}
		}
	}()
	return pressed, over
}
