package planner

import (
	"fmt"
	"math"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// Place is where a disc can lie: a square of the board, a slot of the tray, or anywhere else on the table, where it
// can only be picked up. The zero value is none of them; for a motion it means the park point.
type Place struct {
	Square checkers.Square        // or 0
	Slot   int                    // the slot's number, counted from 1, or 0
	Aside  bool                   `json:",omitzero"` // neither: at this point
	At     calibration.BoardPoint `json:",omitzero"`
}

// OnSquare is a square of the board.
func OnSquare(s checkers.Square) Place { return Place{Square: s} }

// InSlot is a slot of the tray, counted from 1.
func InSlot(number int) Place { return Place{Slot: number} }

// Aside is a point of the table where a disc lies that is on no square and in no slot: the middle of its lower face.
func Aside(at calibration.BoardPoint) Place { return Place{Aside: true, At: at} }

// String is "square 18", "tray slot 3", "x 12, y -204" (board mm) or "the park point".
func (p Place) String() string { return p.In(checkers.English) }

// In is String with the square as a game calls it.
func (p Place) In(game checkers.RuleSet) string {
	switch {
	case p.Square != 0:
		return "square " + game.Name(p.Square)
	case p.Slot != 0:
		return fmt.Sprintf("tray slot %d", p.Slot)
	case p.Aside:
		return fmt.Sprintf("x %.0f, y %.0f", math.Round(p.At.X)+0, math.Round(p.At.Y)+0)
	}
	return "the park point"
}
