package guide

import (
	"errors"
	"time"

	"draughtsman/calibration"
	"draughtsman/vision/camera"
	"draughtsman/vision/learn"
)

// Placing is the session that places a board in pictures: as it is found, or as a person corrects it, who has the last
// word.
type Placing struct {
	Setup  learn.Setup
	Place  learn.Detection
	There  bool  // Place is
	ByHand bool  // a person has corrected it
	Unseen error // why there is no place
}

// NewPlacing has seen no picture.
func NewPlacing(setup learn.Setup) Placing {
	return Placing{Setup: setup, Unseen: errors.New("there is no picture yet")}
}

// See takes over what learn.Detect has made of the newest picture, unless a person has corrected the place. An error
// says that it could not be worked on.
func (p *Placing) See(found learn.Detection, err error) error {
	if p.ByHand {
		return nil
	}
	var refusal *learn.NoBoard
	p.There, p.Unseen = err == nil, err
	if p.There {
		p.Place = found
	} else if !errors.As(err, &refusal) {
		return err
	}
	return nil
}

// Find forgets what a person has corrected.
func (p *Placing) Find() {
	p.ByHand, p.There, p.Unseen = false, false, errors.New("the board is being looked for")
}

// Turn has Black sit at the next edge, clockwise in the picture.
func (p *Placing) Turn() {
	if p.There {
		p.Place.Black, p.Place.Guessed, p.ByHand = (p.Place.Black+1)%4, false, true
	}
}

// Set puts a corner somewhere in a picture. Where no board was found, the corners begin in a square in the middle of
// the picture, and Black's side is to be said.
func (p *Placing) Set(frame camera.Frame, corner int, at calibration.Pixel) {
	if !p.There {
		w, h := float64(frame.Image.Cols()), float64(frame.Image.Rows())
		p.Place = learn.Detection{Guessed: true}
		p.Place.Squares = p.Setup.Board.Squares
		for i, c := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			p.Place.Corners[i] = calibration.Pixel{X: w/2 + c[0]*h/4, Y: h/2 + c[1]*h/4}
		}
		p.There = true
	}
	p.Place, p.ByHand = p.Place.WithCorner(corner, at), true
	if p.Place.Guessed { // perhaps it can be told now; if not, the side stays a guess and is shown as one
		_ = p.Place.TellSide(frame.Image, p.Setup)
	}
}

// Take is what a picture with the board in its place teaches, or why it cannot be taken.
func (p *Placing) Take(frame camera.Frame, now time.Time) (calibration.Calibration, error) {
	if !p.There {
		return calibration.Calibration{}, p.Unseen
	}
	return p.Place.Calibrate(frame.Image, p.Setup, now)
}
