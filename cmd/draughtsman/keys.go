package main

import (
	"context"

	"draughtsman/internal/robot"
	"draughtsman/internal/service"
)

// presses keeps that a key was pressed until somebody takes it; whoever waits for one that comes from then on takes
// what was kept first. When the keys end, so does the second channel.
func presses(keys <-chan key) (pressed, ended <-chan struct{}) {
	press, end := make(chan struct{}, 1), make(chan struct{})
	go func() {
		defer close(end)
		for k := range keys {
			if k.name == keyEnd {
				return
			}
			select {
			case press <- struct{}{}:
			default:
			}
		}
	}()
	return press, end
}

// withoutWords passes on the keys that ask for nothing; what is asked for goes its own way.
func withoutWords(ctx context.Context, keys <-chan key, say talker) <-chan key {
	others := make(chan key)
	go func() {
		defer close(others)
		for k := range keys {
			if k.text != "" && say(k.text) {
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

// turnsOver tells the robot with each key that the human's turn is over. At other times a key says nothing.
func turnsOver(ctx context.Context, keys <-chan key, owner *service.Service) {
	for k := range keys {
		if k.name == keyEnd {
			return
		}
		_ = owner.Do(ctx, robot.TurnOver{}) // which is refused where it is not the human's turn
	}
}
