package calibration

import (
	"fmt"
	"time"
)

// Version is the version of the calibration file that this program writes and reads.
const Version = 1

// Calibration is everything that is known of one table.
type Calibration struct {
	Version          int       `yaml:"version"`
	Made             time.Time `yaml:"made"`
	Board            Board     `yaml:"board"`
	Disc             Disc      `yaml:"disc"`
	BlackPieces      Shade     `yaml:"black_pieces"` // what Black's pieces look like
	Camera           Camera    `yaml:"camera"`
	CameraResidualPX float64   `yaml:"camera_residual_px"` // root mean square
	Colours          *Colours  `yaml:"colours,omitempty"`  // nil until learnt
	Arm              *ArmFrame `yaml:"arm,omitempty"`      // nil until touched
	Touches          []Touch   `yaml:"touches,omitempty"`  // that Arm was fitted to
	Latency          *Latency  `yaml:"latency,omitempty"`  // of the camera; nil until the arm was seen to move
}

// Validate says in one sentence what makes the calibration unusable.
func (c Calibration) Validate() error {
	if c.Version != Version {
		return fmt.Errorf("the calibration has version %d and this program reads version %d: calibrate the table again",
			c.Version, Version)
	}
	if c.BlackPieces != Light && c.BlackPieces != Dark {
		return fmt.Errorf("black_pieces is %q: it must be %q or %q", c.BlackPieces, Light, Dark)
	}
	if err := c.Board.Validate(); err != nil {
		return err
	}
	if err := c.Disc.Validate(c.Board); err != nil {
		return err
	}
	if err := c.Camera.Validate(); err != nil {
		return err
	}
	if c.Latency != nil {
		if err := c.Latency.Validate(); err != nil {
			return err
		}
	}
	if c.Colours != nil {
		if err := c.Colours.Validate(c.Board); err != nil {
			return err
		}
	}
	for _, t := range c.Touches {
		if err := t.validate(c.Board); err != nil {
			return err
		}
	}
	if c.Arm != nil {
		return c.Arm.Validate()
	}
	return nil
}

// CheckBoard says where the calibration is of another board than the one played on.
func (c Calibration) CheckBoard(b Board) error {
	switch {
	case c.Board.Squares != b.Squares:
		return fmt.Errorf("the calibration is of a board of %[1]d×%[1]d squares and the game is played on %[2]d×%[2]d: "+
			"calibrate this board", c.Board.Squares, b.Squares)
	case c.Board.SquareMM != b.SquareMM:
		return fmt.Errorf("the calibration is of a board with squares of %g mm and this one has squares of %g mm: "+
			"calibrate this board", c.Board.SquareMM, b.SquareMM)
	}
	return nil
}
