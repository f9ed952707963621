package rig

import (
	"context"
	"errors"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/overlay"
)

// reading is what was read of the table, and where the board was then.
type reading struct {
	known    calibration.Calibration
	sighting vision.Sighting
}

const (
	readingTime = 2 * time.Second // on the table's clock, that a reading says what stands on the table
	sure        = 0.6             // the probability from which on a square's content is told
)

// JPEG is the next picture of the table that arrives, as a JPEG file, and when it was received. If drawn is set it
// shows the board's lines, and what was read last. It takes no picture away from whoever looks, who does not wait for
// it either: several goroutines may ask while another one looks.
func (e *Eye) JPEG(ctx context.Context, drawn bool) (file []byte, received time.Time, err error) {
	frame, err := e.camera.Peek(ctx)
	if err != nil {
		return nil, time.Time{}, err
	}
	defer func() { err = errors.Join(err, frame.Close()) }()
	if !drawn {
		file, err = overlay.JPEG(frame.Image)
		return file, frame.Time, err
	}
	read := e.read.Load()
	g := overlay.Geometry{Camera: read.known.Camera, Board: read.known.Board, Disc: read.known.Disc}
	file, err = overlay.DrawnJPEG(frame.Image, &g, read.drawing(e.time(frame.Time)))
	return file, frame.Time, err
}

// drawing is what was read, in a picture that was taken at a time; nothing where that was too long ago.
func (r reading) drawing(at time.Time) (d overlay.Drawing) {
	if at.Sub(r.sighting.Time).Abs() > readingTime {
		return d
	}
	if r.sighting.Obstructed {
		d.Banner = "something is over the board"
	}
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		if r.sighting.Odds[s] == (vision.Odds{}) { // while the board moves
			continue
		}
		content, confidence := r.sighting.Odds[s].Best()
		mark := overlay.MarkOf(checkers.Size, int(s), content, confidence, r.sighting.Offset[s])
		mark.Unknown = confidence < sure || r.sighting.Hidden[s]
		d.Marks = append(d.Marks, mark)
	}
	return d
}
