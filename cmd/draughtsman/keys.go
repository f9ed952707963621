package main

import (
	"bufio"
	"context"
	"io"
)

// enterKey sends a value for each line that is entered, until the input or ctx
// ends. A line that nobody waits for is forgotten.
func enterKey(ctx context.Context, in io.Reader) <-chan struct{} {
	key := make(chan struct{})
	go func() {
		for lines := bufio.NewScanner(in); lines.Scan(); {
			select {
			case key <- struct{}{}:
			case <-ctx.Done():
				return
			default:
			}
		}
	}()
	return key
}
