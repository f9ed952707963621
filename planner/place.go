package planner

import (
	"fmt"

	"draughtsman/engine/checkers"
)

// Place is where a disc can stand: a square of the board or a slot of the tray.
// The zero value is neither; for a motion it means the park point.
type Place struct {
	Square checkers.Square // 1–32, or 0 for a slot
	Slot   int             // the slot's number, counted from 1, or 0 for a square
}

// OnSquare is a square of the board.
func OnSquare(s checkers.Square) Place { return Place{Square: s} }

// InSlot is a slot of the tray, counted from 1.
func InSlot(number int) Place { return Place{Slot: number} }

// String is "square 18", "tray slot 3" or "the park point".
func (p Place) String() string {
	switch {
	case p.Square != 0:
		return fmt.Sprintf("square %d", p.Square)
	case p.Slot != 0:
		return fmt.Sprintf("tray slot %d", p.Slot)
	}
	return "the park point"
}
