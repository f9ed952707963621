package main

import (
	"context"
	"strings"

	"draughtsman/internal/robot"
)

// presses sends a value for each key that comes while somebody waits for one; the others are forgotten. When the keys
// end, so does the second channel.
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

// withoutCommands passes on the keys that give no command; the commands go their own way.
func withoutCommands(ctx context.Context, keys <-chan key, orders chan<- robot.Order) <-chan key {
	others := make(chan key)
	go func() {
		defer close(others)
		for k := range keys {
			if command(k.text, orders) {
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

// command passes on what a line asks the robot for: t is to tidy, s to straighten, m says that what is taken for a
// hand is the robot's own arm. It reports false for any other line. Who asks again before it has been heard has asked
// once.
func command(line string, orders chan<- robot.Order) bool {
	given, ok := map[string]robot.Command{"t": robot.Tidy{}, "s": robot.Straighten{},
		"m": robot.OwnArm{}}[strings.ToLower(strings.TrimSpace(line))]
	if ok {
		select {
		case orders <- robot.Order{Command: given}:
		default:
		}
	}
	return ok
}

// turnsOver tells the robot with each key that the human's turn is over. A key that comes while the last is unheard
// says no more.
func turnsOver(keys <-chan key, orders chan<- robot.Order) {
	for k := range keys {
		if k.name == keyEnd {
			return
		}
		select {
		case orders <- robot.Order{Command: robot.TurnOver{}}:
		default:
		}
	}
}
