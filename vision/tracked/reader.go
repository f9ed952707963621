// Package tracked reads pictures of a calibrated table whose board or camera may move: vision/track says where the
// board is in each, vision/calibrated what stands on its squares there.
package tracked

import (
	"errors"
	"fmt"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/track"
)

// Reader reads one picture of a calibrated table after the other, and keeps the calibration's camera pose where the
// board is. It is for one goroutine at a time; Close gives its memory back.
type Reader struct {
	known   calibration.Calibration
	squares *calibrated.Reader
	tracker *track.Tracker
	report  func(string)
	last    string // what was reported last
}

// NewReader prepares the reading of pictures with a calibration that knows the pieces. Sentences for people about
// where the board is go to report, each once. Where no arm plays, pictures of a camera that shakes are stabilised
// before they are read.
func NewReader(known calibration.Calibration, o track.Options, report func(string)) (*Reader, error) {
	o.Stabilised = !o.Arm
	tracker, err := track.NewTracker(known, o)
	if err != nil {
		return nil, err
	}
	squares, err := calibrated.NewReader(known)
	if err != nil {
		return nil, errors.Join(err, tracker.Close())
	}
	return &Reader{known: known, squares: squares, tracker: tracker, report: report}, nil
}

// Read returns what a picture shows that was taken at a time: 8-bit BGR of the calibrated camera's size. While the
// board moves, or is not found, the sighting says so (Moving) and has no odds. The error is a *track.Lost where the
// board has drifted farther than the options allow.
func (r *Reader) Read(picture gocv.Mat, at time.Time) (vision.Sighting, error) {
	estimate, err := r.tracker.Locate(picture, at)
	if err != nil {
		return vision.Sighting{}, err
	}
	stabilised, drawn, err := r.tracker.Stabilise(estimate)
	if err != nil {
		return vision.Sighting{}, err
	}
	seen, err := r.squares.Read(stabilised, at)
	if err != nil {
		return seen, err
	}
	status, err := r.tracker.Update(estimate, !seen.Moving, drawn && seen.Obstructed)
	if err != nil {
		return seen, err
	}
	if status.Text != "" && status.Text != r.last {
		r.report(status.Text)
	}
	if status.Kind != track.Hidden {
		r.last = status.Text
	}
	switch {
	case status.Kind == track.Followed:
		if err := r.squares.Aim(r.tracker.Pose()); err != nil {
			return seen, fmt.Errorf("the board has been moved or the camera has turned: %w", err)
		}
		return r.squares.Read(picture, at)
	case status.Kind == track.Missing, status.Kind == track.Moving && !drawn:
		return vision.Sighting{Time: at, Moving: true}, nil
	}
	return seen, nil
}

// Kings says by the numbers of the squares which of them hold a king in a picture of the board where it was read last:
// two discs on each other, or one with a mark.
func (r *Reader) Kings(picture gocv.Mat) ([]bool, error) {
	board, err := r.squares.ReadBoard(picture)
	if err != nil {
		return nil, err
	}
	kings, err := r.squares.Kings(picture, board)
	if err != nil {
		return nil, fmt.Errorf("looking for kings: %w", err)
	}
	return kings, nil
}

// Calibration is the calibration with the camera's pose as the board was seen last.
func (r *Reader) Calibration() calibration.Calibration {
	known := r.known
	known.Camera.Pose = r.tracker.Pose()
	return known
}

// Close gives the memory back.
func (r *Reader) Close() error { return errors.Join(r.squares.Close(), r.tracker.Close()) }
