package main

import (
	"context"

	"draughtsman/vision/camera"
)

// look is a picture and what was made of it. Whoever receives it closes it.
type look[T any] struct {
	frame camera.Frame
	seen  T
	err   error // of making something of it; or, without a picture, why there are no more
	last  bool  // there are no more pictures
}

// looks makes something of one picture after the other, beside whoever waits for keys meanwhile. A picture is taken
// when the one before has been received.
func looks[T any](ctx context.Context, cam *camera.Camera, see func(camera.Frame) (T, error)) <-chan look[T] {
	out := make(chan look[T])
	go func() {
		for {
			var l look[T]
			var err error
			if l.frame, err = cam.Next(ctx); err != nil {
				l.err, l.last = err, true
			} else {
				l.seen, l.err = see(l.frame)
			}
			select {
			case out <- l:
			case <-ctx.Done():
				if !l.last {
					_ = l.frame.Close()
				}
				return
			}
			if l.last {
				return
			}
		}
	}()
	return out
}
