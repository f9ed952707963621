// Package tracked reads pictures of a calibrated table whose board or camera may move: vision/track says where the
// board is in each, vision/calibrated what stands on its squares there.
package tracked

import (
	"errors"
	"fmt"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/track"
)

// Reader reads one picture of a calibrated table after the other, and keeps the calibration's camera pose where the
// board is. It is for one goroutine at a time; Close gives its memory back.
type Reader struct {
	known   calibration.Calibration
	squares *calibrated.Reader
	watch   *track.Watch
	report  func(string)
	last    string // what was reported last
}

// NewReader prepares the reading of pictures with a calibration that knows the pieces. Sentences for people about
// where the board is go to report, each once. Where no arm plays (track.Options.Arm), pictures of a camera that
// shakes are stabilised before they are read.
func NewReader(known calibration.Calibration, o track.Options, report func(string)) (*Reader, error) {
	o.Steadied = !o.Arm
	watch, err := track.NewWatch(known, o)
	if err != nil {
		return nil, err
	}
	squares, err := calibrated.NewReader(known)
	if err != nil {
		return nil, errors.Join(err, watch.Close())
	}
	return &Reader{known: known, squares: squares, watch: watch, report: report}, nil
}

// Read returns what a picture shows that was taken at a time: 8-bit BGR of the calibrated camera's size. While the
// board moves, or is not found, the sighting says so (Moving) and has no odds. The error is a *track.Lost where the
// board has drifted farther than the options allow.
func (r *Reader) Read(picture gocv.Mat, at time.Time) (vision.Sighting, error) {
	place, err := r.watch.Locate(picture, at)
	if err != nil {
		return vision.Sighting{}, err
	}
	steady, steadied, err := r.watch.Steady(place)
	if err != nil {
		return vision.Sighting{}, err
	}
	seen, err := r.squares.Read(steady, at)
	if err != nil {
		return seen, err
	}
	verdict, err := r.watch.Look(place, !seen.Moving, steadied && seen.Obstructed)
	if err != nil {
		return seen, err
	}
	if verdict.Text != "" && verdict.Text != r.last {
		r.report(verdict.Text)
	}
	if verdict.Kind != track.Hidden {
		r.last = verdict.Text
	}
	switch {
	case verdict.Kind == track.Followed:
		if err := r.squares.Aim(r.watch.Pose()); err != nil {
			return seen, fmt.Errorf("the board has been moved or the camera has turned: %w", err)
		}
		return r.squares.Read(picture, at)
	case verdict.Kind == track.Missing, verdict.Kind == track.Moving && !steadied:
		return vision.Sighting{Time: at, Moving: true}, nil
	}
	return seen, nil
}

// Kings says by the numbers of the squares which of them hold two discs in a picture of the board where it was read
// last.
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
	known.Camera.Pose = r.watch.Pose()
	return known
}

// Remember says what some squares show in the last picture: from now on they are also known by how they look there.
func (r *Reader) Remember(shown map[checkers.Square]vision.Content) { r.squares.Remember(shown) }

// Close gives the memory back.
func (r *Reader) Close() error { return errors.Join(r.squares.Close(), r.watch.Close()) }
