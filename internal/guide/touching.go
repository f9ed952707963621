package guide

import (
	"errors"
	"slices"

	"draughtsman/calibration"
)

// TouchSquares are asked for in turn: the playable squares nearest to the board's four corners, so that every other
// square lies between them. The first two lie across from each other: with them the others can be guessed.
var TouchSquares = []int{4, 29, 1, 32}

// aboveSquareMM is the height above a square to which the way there leads.
const aboveSquareMM = 20

// Touching is the session that collects the points at which an arm's tip touches squares. It moves no arm.
type Touching struct {
	Board   calibration.Board
	Was     *calibration.ArmFrame // where the arm had the board before; nil: nobody knows
	Square  int                   // to be touched next
	Touches []calibration.Touch
	asked   int // of TouchSquares
}

// NewTouching has no points.
func NewTouching(board calibration.Board, was *calibration.ArmFrame) Touching {
	return Touching{Board: board, Was: was, Square: TouchSquares[0]}
}

// Touch takes the point, in place of an earlier one of the same square, and asks for the next square, if there is one.
// An error says why the point cannot be the square's.
func (t *Touching) Touch(at calibration.ArmPoint) error {
	touch := calibration.Touch{Square: t.Square, At: at}
	others := slices.DeleteFunc(slices.Clone(t.Touches), func(o calibration.Touch) bool { return o.Square == t.Square })
	if err := calibration.CheckTouch(t.Board, touch, others); err != nil {
		return err
	}
	t.Touches = append(others, touch)
	for t.asked++; t.asked < len(TouchSquares); t.asked++ {
		t.Square = TouchSquares[t.asked]
		if !slices.ContainsFunc(t.Touches, func(o calibration.Touch) bool { return o.Square == t.Square }) {
			return nil
		}
	}
	return nil
}

// Redo forgets the last point, and asks for its square again; false: there is none.
func (t *Touching) Redo() bool {
	last := len(t.Touches) - 1
	if last < 0 {
		return false
	}
	t.Square, t.Touches, t.asked = t.Touches[last].Square, t.Touches[:last], max(0, t.asked-1)
	return true
}

// Fit is where the arm has the board, or why the touches do not tell it.
func (t *Touching) Fit() (calibration.ArmFrame, error) { return calibration.FitArm(t.Board, t.Touches) }

// Way leads from a point to one above the square that is wanted: up first, and down last. Two touches tell roughly
// where that is; so does an earlier calibration.
func (t *Touching) Way(from calibration.ArmPoint) (way []calibration.ArmPoint, err error) {
	frame, err := t.guess()
	if err != nil {
		return nil, err
	}
	on, err := t.Board.Square(t.Square)
	if err != nil {
		return nil, err
	}
	over := frame.ToArm(on)
	over.Z += aboveSquareMM
	high := max(from.Z, over.Z)
	for _, to := range []calibration.ArmPoint{{X: from.X, Y: from.Y, Z: high}, {X: over.X, Y: over.Y, Z: high}, over} {
		if to != from {
			way, from = append(way, to), to
		}
	}
	return way, nil
}

// guess is where the board may be by now.
func (t *Touching) guess() (calibration.ArmFrame, error) {
	switch n := len(t.Touches); {
	case n >= 2:
		return calibration.GuessArm(t.Board, t.Touches[n-2], t.Touches[n-1])
	case t.Was != nil:
		return *t.Was, nil
	}
	return calibration.ArmFrame{}, errors.New("where the square is can be guessed once two others were touched")
}
