package rig

import (
	"errors"
	"fmt"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/camera"
	"draughtsman/vision/track"
)

// Sight reads one picture of a calibrated table after the other, and keeps the
// calibration where the board is. It is for one goroutine at a time.
type Sight struct {
	known  calibration.Calibration
	reader *calibrated.Reader
	watch  *track.Watch
	say    func(string)
	said   string
}

// NewSight reads pictures with a calibration that knows the pieces. What there
// is to say of the board's place goes to say.
func NewSight(known calibration.Calibration, o track.Options, say func(string)) (*Sight, error) {
	o.Steadied = !o.Arm
	watch, err := track.NewWatch(known, o)
	if err != nil {
		return nil, err
	}
	reader, err := calibrated.NewReader(known)
	if err != nil {
		return nil, errors.Join(err, watch.Close())
	}
	return &Sight{known: known, reader: reader, watch: watch, say: say}, nil
}

// See is what a picture shows; at is when it was taken. The error is a
// *track.Lost where the board has drifted too far.
func (s *Sight) See(frame camera.Frame, at time.Time) (vision.Sighting, error) {
	place, err := s.watch.Locate(frame.Image, at)
	if err != nil {
		return vision.Sighting{}, err
	}
	picture, steadied, err := s.watch.Steady(place)
	if err != nil {
		return vision.Sighting{}, err
	}
	seen, err := s.reader.Read(picture, at)
	if err != nil {
		return seen, err
	}
	verdict, err := s.watch.Look(place, !seen.Moving, steadied && seen.Obstructed)
	if err != nil {
		return seen, err
	}
	if verdict.Text != "" && verdict.Text != s.said {
		s.say(verdict.Text)
	}
	if verdict.Kind != track.Hidden {
		s.said = verdict.Text
	}
	switch {
	case verdict.Kind == track.Followed:
		if err := s.reader.Aim(s.watch.Pose()); err != nil {
			return seen, fmt.Errorf("the board has been moved or the camera has turned: %w", err)
		}
		return s.reader.Read(frame.Image, at)
	case verdict.Kind == track.Missing, verdict.Kind == track.Moving && !steadied:
		return vision.Sighting{Time: at, Moving: true}, nil
	}
	return seen, nil
}

// Remember says what some squares show in the last picture: they are known from now on by how they look there, too.
func (s *Sight) Remember(shown map[checkers.Square]vision.Content) { s.reader.Remember(shown) }

// Close gives the memory back.
func (s *Sight) Close() error { return errors.Join(s.reader.Close(), s.watch.Close()) }

// mostDrift is how far, in squares, any square may lie from where the arm reaches
// for it: a disc is then still lifted near its middle and set down within its
// square.
const mostDrift = 0.1

// NewArmsSight is NewSight where an arm plays. One picture cannot tell a board
// that was moved from a camera that was nudged, so the arm is taken to reach
// beside the squares by all of the drift, on top of the error that its frame was
// fitted with.
func NewArmsSight(known calibration.Calibration, say func(string)) (*Sight, error) {
	o := track.Options{MostMM: mostDrift * known.Board.SquareMM, Arm: true}
	if known.Arm != nil {
		o.MostMM = max(o.MostMM-known.Arm.ResidualMM, o.MostMM/4)
	}
	return NewSight(known, o, say)
}
