package calibration

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"draughtsman/internal/files"
)

// Version is the version of the calibration file that this program writes and reads.
const Version = 1

// Calibration is everything that is known of one table.
type Calibration struct {
	Version     int       `yaml:"version" range:"1..1"`
	Made        time.Time `yaml:"made"`
	Board       Board     `yaml:"board"`
	Disc        Disc      `yaml:"disc"`
	BlackPieces Shade     `yaml:"black_pieces"` // what Black's pieces look like
	Camera      Camera    `yaml:"camera"`
	// CameraResidualPX is a root mean square.
	CameraResidualPX float64   `yaml:"camera_residual_px" range:"0..1000 px, exact; a twentieth of the largest picture"`
	Colours          *Colours  `yaml:"colours,omitempty"`  // nil until learnt
	Examples         *Examples `yaml:"examples,omitempty"` // of what the squares show; nil until learnt
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
	if err := files.InRange(c); err != nil {
		return err
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
	if c.Examples != nil {
		if err := c.Examples.Validate(); err != nil {
			return err
		}
	}
	for _, t := range c.Touches {
		if _, err := c.Board.Square(t.Square); err != nil {
			return err
		}
	}
	if c.Arm == nil {
		return nil
	}
	if err := c.Arm.Validate(); err != nil {
		return err
	}
	return c.Arm.CheckTouches(c.Board, c.Touches)
}

// RedoError is something of a file that cannot be, and that a session of `draughtsman calibrate` finds out anew.
type RedoError struct {
	Session string       // board, pieces, arm or delay
	Rest    *Calibration // what is known without it; nil: nothing
	err     error
}

func (e *RedoError) Error() string {
	return fmt.Sprintf("%v: repeat `draughtsman calibrate %s`", e.err, e.Session)
}

func (e *RedoError) Unwrap() error { return e.err }

// redo makes a *RedoError of an error about a number of a file.
func (c Calibration) redo(err error) error {
	var wrong *files.ValueError
	if !errors.As(err, &wrong) {
		return err
	}
	e := &RedoError{Session: "board", Rest: &c, err: err}
	switch strings.FieldsFunc(wrong.Key, func(r rune) bool { return r == '.' || r == '[' })[0] {
	case "colours", "examples":
		e.Session, c.Colours, c.Examples = "pieces", nil, nil
	case "arm", "touches":
		e.Session, c.Arm, c.Touches = "arm", nil, nil
	case "latency":
		e.Session, c.Latency = "delay", nil
	}
	if c.Validate() != nil {
		e.Rest = nil
	}
	return e
}

func wrongValue(key, format string, args ...any) error {
	return &files.ValueError{Key: key, Problem: fmt.Sprintf(format, args...)}
}

// CheckBoard says where the calibration is of another board than the one played on.
func (c Calibration) CheckBoard(b Board) error {
	switch {
	case c.Board.Squares != b.Squares:
		return fmt.Errorf("the calibration is of a board of %[1]d×%[1]d squares and the game is played on %[2]d×%[2]d: "+
			"calibrate this board", c.Board.Squares, b.Squares)
	case c.Board.Mirrored != b.Mirrored:
		return fmt.Errorf("the calibration is of a board with a playing square in White's %s corner and the game has one "+
			"in the %s corner: calibrate this board", c.Board.corner(), b.corner())
	case c.Board.SquareMM != b.SquareMM:
		return fmt.Errorf("the calibration is of a board with squares of %g mm and this one has squares of %g mm: "+
			"calibrate this board", c.Board.SquareMM, b.SquareMM)
	}
	return nil
}
