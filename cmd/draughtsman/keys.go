package main

import "context"

// presses sends a value for each key that comes while somebody waits for one; the
// others are forgotten. When the keys end, so does the second channel.
func presses(ctx context.Context, keys <-chan key) (pressed, ended <-chan struct{}) {
	press, end := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(end)
		for k := range keys {
			if k.name == keyEnd {
				return
			}
			select {
			case press <- struct{}{}:
			case <-ctx.Done():
				return
			default:
			}
		}
	}()
	return press, end
}
