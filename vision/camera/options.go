package camera

import (
	"time"

	"github.com/rs/zerolog"

	"draughtsman/vision/v4l2"
)

// Options say how a source is read. The zero value is ready for use: it logs nothing and takes the defaults.
type Options struct {
	Log     zerolog.Logger
	Clock   Clock         // nil: the wall clock
	Silence time.Duration // a stream that sends nothing for this long has dropped; default 5 s
	GiveUp  time.Duration // a live source that has dropped is tried again for this long; default 15 s
	Device  Device        // how a camera of this computer is set

	host    v4l2.Host                          // whose cameras are meant; tests have another
	capture func(path string) (capture, error) // nil: OpenCV opens it
}

// Clock tells the time and waits.
type Clock interface {
	Now() time.Time
	After(time.Duration) <-chan time.Time
}

type wallClock struct{}

func (wallClock) Now() time.Time                         { return time.Now() }
func (wallClock) After(d time.Duration) <-chan time.Time { return time.After(d) }

func (o Options) withDefaults() Options {
	if o.Clock == nil {
		o.Clock = wallClock{}
	}
	if o.Silence == 0 {
		o.Silence = 5 * time.Second
	}
	if o.GiveUp == 0 {
		o.GiveUp = 15 * time.Second
	}
	return o
}
