package planner

import (
	"fmt"
	"math"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// Setup is what stays the same from move to move: the sizes of board and discs, where the arm has the board, and what
// the arm can do.
type Setup struct {
	Board   calibration.Board
	Disc    calibration.Disc
	Frame   calibration.ArmFrame
	Machine Machine
	// Ring is what the arm's joints reach within the machine's box; the zero value where the box is the whole truth.
	Ring Ring
}

// Validate says what is wrong with the setup, and with where the tray lies in it: slots that overlap the playing area
// or one another.
func (s Setup) Validate(tray Tray) error {
	if err := s.Machine.Validate(s.Disc); err != nil {
		return err
	}
	if err := s.Ring.validate(); err != nil {
		return err
	}
	if err := s.within("the park point", s.Machine.Park); err != nil {
		return err
	}
	if err := s.Board.Validate(); err != nil {
		return err
	}
	if _, err := checkers.BoardOf(s.Board.Squares, s.Board.Mirrored); err != nil {
		return err
	}
	if err := s.Disc.Validate(s.Board); err != nil {
		return err
	}
	if err := s.Frame.Validate(); err != nil {
		return err
	}
	if err := tray.Validate(); err != nil {
		return err
	}
	if err := s.validateSlots(tray); err != nil {
		return err
	}
	return s.validateStacks(tray)
}

// grid is the squares of a board that is valid.
func (s Setup) grid() checkers.Board {
	board, _ := checkers.BoardOf(s.Board.Squares, s.Board.Mirrored)
	return board
}

// CheckBoard says that a game is played on another board.
func CheckBoard(game checkers.RuleSet, board calibration.Board) error {
	want, corner := game.Board(), map[bool]string{false: "left", true: "right"}
	switch {
	case want.Size() != board.Squares:
		return fmt.Errorf("%s draughts are played on %[2]d×%[2]d squares, and the board has %[3]d×%[3]d", game, want.Size(),
			board.Squares)
	case want.Mirrored() != board.Mirrored:
		return fmt.Errorf("%s draughts are played with a playing square in White's %s corner, and the board has one in the "+
			"%s", game, corner[want.Mirrored()], corner[board.Mirrored])
	}
	return nil
}

// Deeper is the setup with a tip that goes down farther to take hold of a disc, by so many mm, but not as far as what
// the disc stands on.
func (s Setup) Deeper(by float64) Setup {
	const spareMM = 0.1
	p := s.plane()
	lowest := s.Disc.HeightMM*p.up - s.Machine.ToolRadius*p.slope - s.Machine.Grasp - spareMM
	s.Machine.Press = max(s.Machine.Press, min(s.Machine.Press+by, lowest))
	return s
}

// within reports a target that the machine's box or its joints exclude.
func (s Setup) within(name string, p calibration.ArmPoint) error {
	if err := s.Machine.within(name, p); err != nil {
		return err
	}
	return s.Ring.within(name, p)
}

func (s Setup) validateSlots(tray Tray) error {
	edge := s.Board.Half() + s.Disc.DiameterMM/2
	for i, a := range tray.Slots {
		if math.Abs(a.At.X) < edge && math.Abs(a.At.Y) < edge {
			return fmt.Errorf("a disc in tray slot %d (x = %.1f, y = %.1f mm) would lie on the playing area", i+1, a.At.X,
				a.At.Y)
		}
		for j, b := range tray.Slots[:i] {
			if distance(a.At, b.At) < s.Disc.DiameterMM {
				return fmt.Errorf("tray slots %d and %d are %.1f mm apart, too close for discs of %.1f mm", j+1, i+1,
					distance(a.At, b.At), s.Disc.DiameterMM)
			}
		}
	}
	return nil
}
