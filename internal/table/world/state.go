// Package world is the simulated table's physics: discs as rigid things in
// millimetres, the tool and the hand above them, and the clock that moves
// everything. It knows nothing of cameras, firmware or how the robot works.
package world

import (
	"time"

	"draughtsman/engine/checkers"
)

// Point is a place on or above the table, in board millimetres: origin at the
// centre of the playing area, x to White's right, y away from White, z up from
// the playing surface.
type Point struct{ X, Y, Z float64 }

// Disc is one piece. A king is two discs, one on the other.
type Disc struct {
	ID   int
	Side checkers.Side
	At   Point // centre of the underside
}

// NoDisc is the ID that no disc has.
const NoDisc = -1

// Tool is the arm's suction nozzle.
type Tool struct {
	At      Point // the nozzle's tip
	Suction bool
	Held    int // ID of the disc that hangs on it, or NoDisc
}

// Hand is a human's hand and forearm. The forearm comes from Seat's edge of
// the table and ends at the fingertips.
type Hand struct {
	Visible bool
	At      Point         // fingertips
	Seat    checkers.Side // whose edge of the board it comes from
	Held    int           // ID of the disc between the fingers, or NoDisc
}

// State is everything that is true of the table at one moment.
type State struct {
	Now   time.Duration // simulated time since the table was set up
	Discs []Disc
	Tool  Tool
	Hand  Hand
	Light float64           // brightness of the lamps, 1 = as at the start
	Game  checkers.Position // the game as the human at the table understands it
}
