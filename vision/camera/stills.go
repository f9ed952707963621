package camera

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"time"

	"gocv.io/x/gocv"
)

// largestStill is the greatest length of a picture that is read, in bytes.
const largestStill = 64 << 20

// stills are pictures that a camera in the network takes when it is asked: each answer to its address is one.
type stills struct {
	address string
	silence time.Duration // a camera that does not answer for this long has dropped
	client  http.Client
}

// stillAddress is an address of single pictures, which is known by its end: http://phone:8080/shot.jpg,
// http://esp32/capture?.jpg.
var stillAddress = regexp.MustCompile(`(?i)^https?://.*\.jpe?g$`)

// openStills looks whether a first picture comes.
func (s source) openStills(with Options) (capture, error) {
	opened := &stills{address: s.text, silence: with.Silence, client: http.Client{Transport: new(http.Transport)}}
	first := gocv.NewMat()
	defer first.Close()
	if !opened.Read(&first) || first.Empty() {
		_ = opened.Close()
		return nil, s.refusal()
	}
	return opened, nil
}

// Read takes a picture, which is empty where what came cannot be decoded.
func (s *stills) Read(into *gocv.Mat) bool {
	data, err := s.take()
	if err != nil {
		return false
	}
	err = gocv.IMDecodeIntoMat(data, gocv.IMReadColor, into)
	return err == nil || into.Empty()
}

func (s *stills) take() ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), s.silence)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.address, nil)
	if err != nil {
		return nil, err
	}
	answer, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", answer.StatusCode)
	}
	return io.ReadAll(io.LimitReader(answer.Body, largestStill))
}

// Get is part of capture: there is nothing to know.
func (s *stills) Get(gocv.VideoCaptureProperties) float64 { return 0 }

// Set is part of capture: there is nothing to set.
func (s *stills) Set(gocv.VideoCaptureProperties, float64) {}

func (s *stills) Close() error {
	s.client.CloseIdleConnections()
	return nil
}

// request is somebody who wants a picture that is taken now. The zero value is for those who peek.
type request struct {
	picture chan<- Frame    // takes it
	gone    <-chan struct{} // closed when they do not want it any more
}

// take asks the reader for a picture and waits for it.
func (c *Camera) take(ctx context.Context) (Frame, error) {
	picture := make(chan Frame)
	for asked := c.asked; ; {
		select {
		case asked <- request{picture, ctx.Done()}:
			asked = nil // once
		case frame := <-picture:
			return frame, nil
		case <-c.ended:
			return Frame{}, c.err
		case <-c.closed.Done():
			return Frame{}, ErrClosed
		case <-ctx.Done():
			return Frame{}, ctx.Err()
		}
	}
}

// answer hands a picture to whoever has asked for it, and copies of it to whoever peeks.
func (c *Camera) answer(r request, frame Frame) {
	c.peekers.show(frame)
	if r == (request{}) {
		_ = frame.Close()
		return
	}
	select {
	case r.picture <- frame:
	case <-r.gone:
		_ = frame.Close()
	case <-c.closed.Done():
		_ = frame.Close()
	}
}
