package camera

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"gocv.io/x/gocv"
)

// ErrClosed is what [Camera.Next] returns after [Camera.Close].
var ErrClosed = errors.New("the camera is closed")

// Camera is an open source of pictures. Next, Peek and Close may be called from different goroutines.
type Camera struct {
	source source
	with   Options
	stop   context.CancelFunc
	closed context.Context // done once Close was called
	rate   float64         // pictures a second of a video

	frames chan Frame    // closed by the reader when there are no more
	asked  chan request  // to the reader; nil: pictures come unasked
	ended  chan struct{} // closed when the reader has taken back what nobody asked for
	err    error         // why, once frames is closed

	holder  *holder // of a camera of this computer; nil: it is left as it is
	repeat  *frozen // of a stream; nil: it may repeat itself
	sieve   sieve   // of a live source
	trouble atomic.Bool
	peekers peekers
}

// Open opens a source:
//
//   - "0", "1", …, /dev/video0 or /dev/v4l/by-id/…: a camera of this computer
//   - http://….jpg: a camera that takes a picture whenever it is asked for one
//   - http://…, rtsp://…: a stream
//   - frames/%04d.jpg: numbered pictures, the first with a number from 0 to 4
//   - anything else: a video file, or a single picture
//
// It returns when the source has answered, or ctx is done. The camera stays open when ctx ends later. The first
// picture of a camera of this computer comes once what it sets by itself has settled, after some seconds.
func Open(ctx context.Context, text string, with Options) (*Camera, error) {
	from, err := parse(text)
	if err != nil {
		return nil, err
	}
	c := &Camera{source: from, with: with.withDefaults(), ended: make(chan struct{})}
	c.closed, c.stop = context.WithCancel(context.Background())
	if from.live() {
		c.frames = make(chan Frame, 1) // the newest one
	} else {
		c.frames = make(chan Frame)
	}
	if from.kind == single {
		c.asked = make(chan request)
	}
	opened := make(chan error, 1)
	go c.run(opened)
	select {
	case err = <-opened:
	case <-ctx.Done():
		err = fmt.Errorf("opening %v: %w", from, ctx.Err())
	}
	if err != nil {
		c.stop()
		return nil, err
	}
	return c, nil
}

// Next waits for a picture that was not handed out before: the newest of a live source, or the one that it takes for
// this, the following one of a file or a sequence. It returns [io.EOF] at the end of a file, an error when a live
// source has dropped and did not come back, [ErrClosed] after Close, and ctx's error when ctx is done.
func (c *Camera) Next(ctx context.Context) (Frame, error) {
	if c.closed.Err() != nil {
		return Frame{}, ErrClosed
	}
	if c.asked != nil {
		return c.take(ctx)
	}
	select {
	case frame, ok := <-c.frames:
		if !ok {
			return Frame{}, c.err
		}
		return frame, nil
	case <-c.closed.Done():
		return Frame{}, ErrClosed
	case <-ctx.Done():
		return Frame{}, ctx.Err()
	}
}

// Ends reports whether the pictures come to an end, as those of a file do.
func (c *Camera) Ends() bool { return !c.source.live() }

// Rate is how many pictures a second a video says it has, or 25 where it says nothing sensible. It is 0 for live
// sources and numbered pictures.
func (c *Camera) Rate() float64 { return c.rate }

// Close ends the reading. It does not wait for the source: a read that is blocked inside OpenCV ends by itself
// later, and frees what it holds. Closing again does nothing.
func (c *Camera) Close() error {
	c.stop()
	c.discard()
	return nil
}

// discard frees the picture that waits to be asked for. Close does it after stopping, the reader after its last
// picture if it has been stopped: whichever comes second finds what there is.
func (c *Camera) discard() {
	select {
	case frame, ok := <-c.frames:
		if ok {
			_ = frame.Close()
		}
	default:
	}
}

// run opens the source, says how that went, and reads until the end.
func (c *Camera) run(opened chan<- error) {
	defer close(c.frames)
	defer close(c.ended)
	source, err := c.source.open(c.with)
	if err != nil && c.source.remote() {
		err = fmt.Errorf("%w: %s", err, diagnose(c.source.text))
	}
	if err == nil && c.source.kind == file {
		c.rate = rateOf(source)
	}
	opened <- err
	if err != nil {
		return
	}
	c.holder = c.newHolder()
	if c.source.kind == stream {
		c.repeat = newFrozen()
	}
	c.err = c.read(source)
	if c.closed.Err() != nil {
		c.discard()
	}
}

// rateOf is how many pictures a second a video has.
func rateOf(c capture) float64 {
	rate := c.Get(gocv.VideoCaptureFPS)
	if !(rate > 0 && rate <= mostRate) {
		return usualRate
	}
	return rate
}

// read hands out pictures until the source ends, drops for good or is closed.
func (c *Camera) read(from capture) error {
	defer func() {
		if from != nil {
			_ = from.Close()
		}
		c.closeHolder()
	}()
	var wanted *request // until there is a picture, also when the source has to be opened again
	for number := 0; ; {
		if c.asked != nil && wanted == nil {
			select {
			case r := <-c.asked:
				wanted = &r
			case <-c.closed.Done():
				return ErrClosed
			}
		}
		image := gocv.NewMat()
		got := c.readFrom(from, &image)
		switch {
		case got == gotWhole:
			frame := Frame{Image: image, Time: c.with.Clock.Now(), Number: number}
			if wanted != nil {
				c.answer(*wanted, frame)
				wanted = nil
			} else if err := c.received(frame); err != nil {
				return err
			}
			number++
			continue
		case image.Close() != nil || c.closed.Err() != nil:
			return ErrClosed
		case got == gotBroken:
			number++
			continue
		case !c.source.live():
			return c.ending(number, from)
		}
		_ = from.Close() // first: a camera can be open only once
		var err error
		if from, err = c.reopen(); err != nil {
			return err
		}
	}
}

// offer hands a picture over. A live source's picture replaces the one before it if nobody has asked for that;
// others wait until they are asked for.
func (c *Camera) offer(frame Frame) {
	if c.closed.Err() != nil { // whoever still listens must not be handed it
		_ = frame.Close()
		return
	}
	if c.source.live() {
		select {
		case old := <-c.frames:
			_ = old.Close()
		default:
		}
	}
	select {
	case c.frames <- frame:
	case <-c.closed.Done():
		_ = frame.Close()
	}
}

// ending is io.EOF, or an error when a sequence has further pictures of which the next cannot be read.
func (c *Camera) ending(number int, from capture) error {
	if total := int(from.Get(gocv.VideoCaptureFrameCount)); c.source.kind == sequence && number < total {
		return fmt.Errorf("picture %d of %d in %v cannot be read: replace it, or take it out and number the others anew",
			number+1, total, c.source)
	}
	return io.EOF
}

// reopen tries to get a dropped source back.
func (c *Camera) reopen() (capture, error) {
	log, clock := c.with.Log, c.with.Clock
	dropped := clock.Now()
	log.Warn().Stringer("source", c.source).Msg("no more pictures; opening it again")
	for pause := firstPause; clock.Now().Sub(dropped) < c.with.GiveUp; pause = min(2*pause, lastPause) {
		select {
		case <-clock.After(pause):
		case <-c.closed.Done():
			return nil, ErrClosed
		}
		if again, err := c.source.open(c.with); err == nil {
			log.Info().Stringer("source", c.source).Msg("pictures come again")
			c.holdAgain()
			c.sieve.again()
			return again, nil
		}
	}
	return nil, fmt.Errorf("%v stopped sending pictures and did not come back within %v: check its cable or network, "+
		"then start again",
		c.source, c.with.GiveUp)
}
