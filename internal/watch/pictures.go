package watch

import (
	"context"
	"errors"
	"sync"
	"time"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/camera"
	"draughtsman/vision/overlay"
)

// seeing is the last picture, with what was read last, for whoever asks for it while another one looks.
type seeing struct {
	mu       sync.Mutex
	picture  camera.Kept
	known    calibration.Calibration // where the board was
	sighting vision.Sighting
}

// errNoPicture says that there is no picture to be shown.
var errNoPicture = errors.New("none has been taken yet, or the camera is closed")

// JPEG is the picture that was looked at last, as a JPEG file, and when it was received. If drawn is set it shows the
// board's lines, and what was read. It takes nothing from whoever looks.
func (e *Eye) JPEG(_ context.Context, drawn bool) (file []byte, received time.Time, err error) {
	s := &e.seeing
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case !s.picture.There():
		return nil, time.Time{}, errNoPicture
	case !drawn:
		file, err = overlay.JPEG(s.picture.Image)
	default:
		g := overlay.Geometry{Camera: s.known.Camera, Board: s.known.Board, Disc: s.known.Disc}
		file, err = overlay.DrawnJPEG(s.picture.Image, &g, overlay.Read(s.sighting))
	}
	return file, s.picture.Time, err
}

// keep keeps another picture in place of the one before.
func (s *seeing) keep(frame camera.Frame) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.picture.Keep(frame)
}

// read keeps what was read in it.
func (s *seeing) read(known calibration.Calibration, seen vision.Sighting) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known, s.sighting = known, seen
}

// close gives the picture back.
func (s *seeing) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.picture.Close()
}
