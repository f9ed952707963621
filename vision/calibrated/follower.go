package calibrated

import (
	"errors"
	"fmt"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/squares"
	"draughtsman/vision/track"
)

// Follower reads one picture of a calibrated table whose board or camera may move after the other, and keeps the
// calibration's camera pose where the board is. It is for one goroutine at a time; Close gives its memory back.
type Follower struct {
	known   calibration.Calibration
	squares *Reader
	tracker *track.Tracker
	report  func(string)
	last    string // what was reported last
}

// NewFollower prepares the reading of pictures with a calibration that knows the pieces. Sentences for people about
// where the board is go to report, each once. Where no arm plays, pictures of a camera that shakes are stabilised
// before they are read.
func NewFollower(known calibration.Calibration, o track.Options, report func(string)) (*Follower, error) {
	o.Stabilised = !o.Arm
	tracker, err := track.NewTracker(known, o)
	if err != nil {
		return nil, err
	}
	reader, err := NewReader(known)
	if err != nil {
		return nil, errors.Join(err, tracker.Close())
	}
	if !squares.Described(known.Examples) {
		report("The calibration was made by another version, and squares are read less surely than they could be: set up " +
			"the start position and run `draughtsman calibrate pieces`.")
	}
	return &Follower{known: known, squares: reader, tracker: tracker, report: report}, nil
}

// Read returns what a picture shows that was taken at a time: 8-bit BGR of the calibrated camera's size. While the
// board moves, or is not found, the sighting says so (Moving) and has no odds. The error is a *track.Lost where the
// board has drifted farther than the options allow.
func (f *Follower) Read(picture gocv.Mat, at time.Time) (vision.Sighting, error) {
	estimate, err := f.tracker.Locate(picture, at)
	if err != nil {
		return vision.Sighting{}, err
	}
	stabilised, drawn, err := f.tracker.Stabilise(estimate)
	if err != nil {
		return vision.Sighting{}, err
	}
	seen, err := f.squares.Read(stabilised, at)
	if err != nil {
		return seen, err
	}
	status, err := f.tracker.Update(estimate, !seen.Moving, drawn && seen.Obstructed)
	if err != nil {
		return seen, err
	}
	if status.Text != "" && status.Text != f.last {
		f.report(status.Text)
	}
	if status.Kind != track.Hidden {
		f.last = status.Text
	}
	switch {
	case status.Kind == track.Followed:
		if err := f.squares.Aim(f.tracker.Pose()); err != nil {
			return seen, fmt.Errorf("the board has been moved or the camera has turned: %w", err)
		}
		return f.squares.Read(picture, at)
	case status.Kind == track.Missing, status.Kind == track.Moving && !drawn:
		return vision.Sighting{Time: at, Moving: true}, nil
	}
	return seen, nil
}

// Kings says by the numbers of the squares which of them hold a king in a picture of the board where it was read last:
// two discs on each other, or one with a mark.
func (f *Follower) Kings(picture gocv.Mat) ([]bool, error) {
	board, err := f.squares.ReadBoard(picture)
	if err != nil {
		return nil, err
	}
	kings, err := f.squares.Kings(picture, board)
	if err != nil {
		return nil, fmt.Errorf("looking for kings: %w", err)
	}
	return kings, nil
}

// Calibration is the calibration with the camera's pose as the board was seen last.
func (f *Follower) Calibration() calibration.Calibration {
	known := f.known
	known.Camera.Pose = f.tracker.Pose()
	return known
}

// Close gives the memory back.
func (f *Follower) Close() error { return errors.Join(f.squares.Close(), f.tracker.Close()) }
