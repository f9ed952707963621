package watch

import (
	"context"
	"errors"
	"sync"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/robot"
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

// JPEG is the picture that was looked at last, as a JPEG file, and when it was received. Drawn, it shows the
// board's lines, and what was read. It takes nothing from whoever looks.
func (e *Eye) JPEG(_ context.Context, v robot.View) (file []byte, received time.Time, err error) {
	s := &e.seeing
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.picture.There() {
		return nil, time.Time{}, errNoPicture
	}
	g := overlay.Geometry{Camera: s.known.Camera, Board: s.known.Board, Disc: s.known.Disc}
	picture := s.picture.Image
	if v.Turns(g.Camera, g.Board) {
		picture = picture.Clone()
		defer picture.Close() //nolint:errcheck // a copy
		pixels, err := picture.DataPtrUint8()
		if err != nil {
			return nil, time.Time{}, err
		}
		calibration.TurnPixels(pixels)
		g.Camera = g.Camera.Turned()
	}
	if v.Drawn {
		file, err = overlay.DrawnJPEG(picture, &g, overlay.Read(g.Board, s.sighting))
	} else {
		file, err = overlay.JPEG(picture)
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
