package main

import (
	"context"
	"strings"

	"draughtsman/internal/robot"
)

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

// unwished passes on the keys that say no wish; the wishes go their own way.
func unwished(ctx context.Context, keys <-chan key, wishes chan<- robot.Wish) <-chan key {
	others := make(chan key)
	go func() {
		defer close(others)
		for k := range keys {
			if wished(k.text, wishes) {
				continue
			}
			select {
			case others <- k:
			case <-ctx.Done():
				return
			}
		}
	}()
	return others
}

// wished passes on what a line asks the robot for: t is to tidy, s to straighten,
// m says that what is taken for a hand is the robot's own arm.
// It reports false for any other line. Who asks again before it has been heard
// has asked once.
func wished(line string, wishes chan<- robot.Wish) bool {
	wish, ok := map[string]robot.Wish{"t": robot.Tidy, "s": robot.Straighten,
		"m": robot.OwnArm}[strings.ToLower(strings.TrimSpace(line))]
	if ok {
		select {
		case wishes <- wish:
		default:
		}
	}
	return ok
}
