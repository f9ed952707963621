package rig

import (
	"context"
	"fmt"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/planner"
	"draughtsman/vision"
)

// How a survey is made: of so many still pictures of a free table. What lies over
// it for so many looks may be what is looked for; what moves there is a hand, and
// waited for longer.
const (
	votes      = 3
	mostLooks  = 20
	mostMoving = 100
)

// Remember implements robot.Eye. It is called after a Look.
func (e *Eye) Remember() { e.last, e.before = e.before, e.last }

// Survey implements robot.Eye. Before anything was remembered it knows of no
// strays.
func (e *Eye) Survey(ctx context.Context, then, now planner.Tray) (robot.Survey, error) {
	var kings [checkers.Squares + 1]int
	var seen vision.Sighting
	for voted, looked := 0, 0; voted < votes; looked++ {
		var err error
		if seen, err = e.Look(ctx); err != nil {
			return robot.Survey{}, err
		}
		if seen.Moving && looked < mostMoving || seen.Obstructed && looked < mostLooks {
			continue
		}
		voted++
		list, err := e.sight.kings(e.last.Image)
		if err != nil {
			return robot.Survey{}, err
		}
		for square, king := range list {
			if king {
				kings[square]++
			}
		}
	}
	var s robot.Survey
	if e.before.there() {
		var err error
		if s, err = e.table.compare(e.before.Image, e.last.Image, e.sight.now(), trays{then, now}, seen); err != nil {
			return s, err
		}
	}
	s.Sighting = seen
	for square := checkers.Square(1); square <= checkers.Squares; square++ {
		if 2*kings[square] > votes {
			s.Kings |= checkers.SetOf(square)
		}
	}
	return s, nil
}

// kings says which squares hold two discs, by number.
func (s *Sight) kings(picture gocv.Mat) ([]bool, error) {
	board, err := s.reader.ReadBoard(picture)
	if err != nil {
		return nil, err
	}
	kings, err := s.reader.Kings(picture, board)
	if err != nil {
		return nil, fmt.Errorf("looking for kings: %w", err)
	}
	return kings, nil
}

// now is the calibration where the board is.
func (s *Sight) now() calibration.Calibration {
	known := s.known
	known.Camera.Pose = s.watch.Pose()
	return known
}
