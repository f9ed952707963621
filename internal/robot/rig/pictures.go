package rig

import (
	"context"
	"errors"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/robot"
	"draughtsman/vision"
	"draughtsman/vision/overlay"
)

// reading is what was read of the table, and where the board was then.
type reading struct {
	known    calibration.Calibration
	sighting vision.Sighting
}

// readingTime is how long, on the table's clock, a reading says what stands on the table.
const readingTime = 2 * time.Second

// JPEG is the next picture of the table that arrives, as a JPEG file, and when it was received. Drawn, it shows the
// board's lines, and what was read last. It takes no picture away from whoever looks, who does not wait for
// it either: several goroutines may ask while another one looks.
func (e *Eye) JPEG(ctx context.Context, v robot.View) (file []byte, received time.Time, err error) {
	frame, err := e.camera.Peek(ctx)
	if err != nil {
		return nil, time.Time{}, err
	}
	defer func() { err = errors.Join(err, frame.Close()) }()
	read := *e.read.Load()
	if v.Turns(read.known.Camera, read.known.Board) {
		pixels, err := frame.Image.DataPtrUint8()
		if err != nil {
			return nil, time.Time{}, err
		}
		calibration.TurnPixels(pixels)
		read.known.Camera = read.known.Camera.Turned()
	}
	if !v.Drawn {
		file, err = overlay.JPEG(frame.Image)
		return file, frame.Time, err
	}
	g := overlay.Geometry{Camera: read.known.Camera, Board: read.known.Board, Disc: read.known.Disc}
	file, err = overlay.DrawnJPEG(frame.Image, &g, read.drawing(e.time(frame.Time)))
	return file, frame.Time, err
}

// drawing is what was read, in a picture that was taken at a time; nothing where that was too long ago.
func (r reading) drawing(at time.Time) (d overlay.Drawing) {
	if at.Sub(r.sighting.Time).Abs() > readingTime {
		return d
	}
	return overlay.Read(r.known.Board, r.sighting)
}
