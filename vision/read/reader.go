package read

import (
	"fmt"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// Reader reads pictures of one calibrated table, one after the other. It is for
// one goroutine at a time; Close gives its memory back.
type Reader struct {
	view     *view
	lighting lighting
	knows    knowledge
	placer   *placer
	motion   motion
}

// NewReader prepares the reading of pictures. The calibration holds learnt
// colours.
func NewReader(cal calibration.Calibration) (*Reader, error) {
	if cal.Colours == nil {
		return nil, fmt.Errorf("the calibration knows no colours of the pieces: learn them from a picture of the start position")
	}
	if err := cal.Colours.Validate(cal.Board); err != nil {
		return nil, err
	}
	v, err := newView(cal)
	if err != nil {
		return nil, err
	}
	return &Reader{
		view:     v,
		lighting: newLighting(v.squares.bare, cal.Colours.Bare),
		knows:    knowledgeOf(*cal.Colours),
		placer:   newPlacer(cal, v.grid),
	}, nil
}

// Read says what a picture shows; at is when it was received. The picture is
// 8-bit BGR of the size the camera was calibrated with. Moving compares it with
// the picture read before; the first one does not move.
func (r *Reader) Read(picture gocv.Mat, at time.Time) (vision.Sighting, error) {
	if err := r.view.take(picture); err != nil {
		return vision.Sighting{}, err
	}
	seen := vision.Sighting{Time: at}
	light := r.lighting.measure(r.view.lower.bytes)
	seen.Obstructed = light.obstructed()
	upper := r.view.upper.bytes
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		around := light.around[s]
		seen.Odds[s] = r.knows.odds(r.view.tones(s, around))
		if is, _ := seen.Odds[s].Best(); is != vision.Nothing {
			seen.Offset[s] = r.placer.find(upper, s, r.knows.tones, is, around)
		}
		if r.knows.tones.strange(upper, r.view.squares.man[s], around) >= strangeFrom {
			seen.Obstructed = true
		}
	}
	seen.Moving = r.motion.differs(upper, r.view.grid)
	return seen, nil
}

// Close gives the reader's memory back.
func (r *Reader) Close() error {
	r.view.close()
	return nil
}
