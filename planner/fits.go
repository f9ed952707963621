package planner

import (
	"errors"
	"fmt"
	"math"

	"draughtsman/engine/checkers"
)

// tooFar is that a square is out of reach, or the way to it.
type tooFar struct{ error }

func (e tooFar) Unwrap() error { return e.error }

// advised adds to the error of a square that is out of reach how large the squares may be. It adds nothing where the
// whole board is within reach, as where a disc stands askew. The middle of the board is what a calibration knows, so
// it stays; discs become smaller as the squares do.
func (c *workcell) advised(t Table, err error) error {
	if !errors.As(err, new(tooFar)) || c.fits(t.Position.Set, t.Tray) == nil {
		return err
	}
	smaller := c.Setup
	smaller.Board.SquareMM = math.Ceil(c.Board.SquareMM) - 1
	for ; smaller.Board.Validate() == nil; smaller.Board.SquareMM-- {
		smaller.Disc.DiameterMM = math.Floor(c.Disc.DiameterMM * smaller.Board.SquareMM / c.Board.SquareMM)
		if smaller.fits(t.Position.Set, t.Tray) == nil {
			return fmt.Errorf("%w; squares of %g mm with discs of %g mm would fit, with the board's middle where it is",
				err, smaller.Board.SquareMM, smaller.Disc.DiameterMM)
		}
	}
	return fmt.Errorf("%w; no board of %[2]d×%[2]d squares fits there, with its middle where it is", err,
		c.Board.Squares)
}

// fits says what keeps the arm from a square of a board on which a man stands everywhere, or a king: each is picked up
// from the park point, set down again where it was, and left.
func (s Setup) fits(game checkers.RuleSet, tray Tray) error {
	if err := s.Validate(tray); err != nil {
		return err
	}
	c, squares := s.workcell(tray), game.Board().All()
	for _, piece := range []checkers.Piece{checkers.Man(checkers.White), checkers.King(checkers.White)} {
		t := Table{Position: game.NewPosition(checkers.White), Tray: tray}
		for square := range squares.All() {
			t.Position = t.Position.Put(square, piece)
		}
		r := c.route(t, s.Machine.Park)
		for square := range squares.All() {
			at := OnSquare(square)
			top := t.Discs(at) - 1
			again := Transfer{Side: checkers.White, From: at, To: at, FromLevel: top, ToLevel: top}
			if err := r.transfer(again, true); err != nil {
				return err
			}
		}
	}
	return nil
}
