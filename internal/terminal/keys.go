package terminal

import (
	"context"

	"draughtsman/internal/robot"
	"draughtsman/internal/service"
)

// presses keeps that a key was pressed until somebody takes it; whoever waits for one that comes from then on takes
// what was kept first. When the keys end, so does the second channel.
func presses(keys <-chan Key) (pressed, ended <-chan struct{}) {
	press, end := make(chan struct{}, 1), make(chan struct{})
	go func() {
		defer close(end)
		for k := range keys {
			if k.Name == KeyEnd {
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

// WithoutWords passes on the keys that ask for nothing; what is asked for goes its own way.
func WithoutWords(ctx context.Context, keys <-chan Key, say Talker) <-chan Key {
	others := make(chan Key)
	go func() {
		defer close(others)
		for k := range keys {
			if k.Text != "" && say(k.Text) {
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

// TurnsOver tells the robot with each key that the human's turn is over. At other times a key says nothing.
func TurnsOver(ctx context.Context, keys <-chan Key, owner *service.Service) {
	for k := range keys {
		if k.Name == KeyEnd {
			return
		}
		_ = owner.Do(ctx, robot.TurnOver{}) // which is refused where it is not the human's turn
	}
}
