package rig

import (
	"image"
	"time"

	"draughtsman/calibration"
	"draughtsman/vision/camera"
	"draughtsman/vision/palm"
)

// How sure the detector of hands has to be: by how much more than ever over this table without a hand, within bounds;
// and of a hand that was seen before.
const (
	palmMargin = .1
	leastPalm  = .7
	surestPalm = .9
	stillPalm  = .3
	palmHeight = 40.0 // mm over the playing surface, about

	betweenLooks = 200 * time.Millisecond // while the arm is held for a hand
)

// palms looks for hands by sight, wherever the arm is and whatever that looks like.
type palms struct {
	detector *palm.Detector // nil: the program was built without one
	free     float64        // the highest score over the table before the arm moved
	mistaken float64        // the highest score of what was no hand

	// In the last picture that was looked at:
	last   float64
	where  calibration.BoardPoint
	looked time.Time // when that came
}

// newPalms loads the detector. missing is why there is none.
func newPalms() (p palms, missing error) {
	p.detector, missing = palm.New()
	return p, missing
}

// limit is the score from which on a hand is believed.
func (p *palms) limit() float64 {
	return max(min(max(p.free+palmMargin, leastPalm), surestPalm), p.mistaken+palmMargin/10)
}

// score is that of the surest hand in an area of the table, as a camera with a view of it sees it; 0: there is none.
func (p *palms) score(frame camera.Frame, view image.Rectangle, at calibration.Camera,
	in func(calibration.BoardPoint) bool) (best float64, where calibration.BoardPoint, err error) {
	if p.detector == nil {
		return 0, where, nil
	}
	found, err := p.detector.Find(frame.Image, view, stillPalm)
	for _, f := range found {
		middle := f.Box.Middle()
		place, err := at.Locate(calibration.Pixel{X: middle.X - .5, Y: middle.Y - .5}, palmHeight)
		if err == nil && in(place) && f.Score > best {
			best, where = f.Score, place
		}
	}
	p.last, p.where, p.looked = best, where, frame.Time
	return best, where, err
}
