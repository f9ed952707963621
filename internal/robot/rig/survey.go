package rig

import (
	"context"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/changes"
)

// A survey is made of surveyPictures still pictures of a free table. After maxCoveredLooks looks what lies over it
// may be what is looked for; what moves is a hand, and waited for longer.
const (
	surveyPictures  = 3
	maxCoveredLooks = 20
	maxMovingLooks  = 100
)

// Remember implements robot.Eye. It is called after a Look.
func (e *Eye) Remember() { e.last, e.before = e.before, e.last }

// Survey implements robot.Eye. It has no strays where nothing was remembered.
func (e *Eye) Survey(ctx context.Context, then, now planner.Tray, heights bool) (robot.Survey, error) {
	var kings [checkers.MostSquares + 1]int
	var seen vision.Sighting
	for voted, looked := 0, 0; voted < surveyPictures; looked++ {
		var err error
		if seen, err = e.Look(ctx); err != nil {
			return robot.Survey{}, err
		}
		if seen.Moving && looked < maxMovingLooks || seen.Obstructed && looked < maxCoveredLooks {
			continue
		}
		voted++
		if !heights {
			continue
		}
		list, err := e.reader.Kings(e.last.Image)
		if err != nil {
			return robot.Survey{}, err
		}
		for square, king := range list {
			if king {
				kings[square]++
			}
		}
	}
	s, err := e.compare(then, now, seen)
	if err != nil {
		return s, err
	}
	for square, votes := range kings {
		if 2*votes > surveyPictures {
			s.Kings |= checkers.SetOf(checkers.Square(square))
		}
	}
	return s, nil
}

// compare surveys the last picture, in which this was seen, for what has changed since the table was remembered.
func (e *Eye) compare(then, now planner.Tray, seen vision.Sighting) (robot.Survey, error) {
	s := robot.Survey{Sighting: seen}
	if !e.before.There() {
		return s, nil
	}
	found, err := e.changes.Compare(e.before.Image, e.last.Image, e.reader.Calibration(), stacks(then, now), seen)
	if err != nil {
		return s, err
	}
	s.Same = robot.Same{Known: true, Squares: found.Squares, Slots: found.Stacks}
	s.Strays, s.Askew = found.Strays, found.Askew
	for _, disc := range found.Fallen {
		s.Fallen = append(s.Fallen, robot.Fallen{Stray: disc.Stray, Slot: disc.Stack + 1})
	}
	return s, nil
}

// stacks are the tray's slots with what lay and what lies in them.
func stacks(then, now planner.Tray) []changes.Stack {
	list := make([]changes.Stack, len(now.Slots))
	for i, slot := range now.Slots {
		list[i] = changes.Stack{At: slot.At, Before: len(then.Slots[i].Holds), Now: slot.Holds}
	}
	return list
}
