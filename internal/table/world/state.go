package world

import (
	"fmt"
	"slices"
	"time"

	"draughtsman/engine/checkers"
)

// Point is a place on or above the table, in board millimetres: origin at the centre of the playing area, x to
// White's right, y away from White, z up from the playing surface.
type Point struct{ X, Y, Z float64 }

// Disc is one piece. A king is two discs, one on the other.
type Disc struct {
	ID   int
	Side checkers.Side
	At   Point // centre of the underside
}

// NoDisc is the ID that no disc has.
const NoDisc = -1

// Tool is the arm's suction nozzle, or its gripper. Whoever drives it sets At and Suction, or the Fingers; what hangs
// on it is the world's affair.
type Tool struct {
	At      Point // the nozzle's tip, or a point between the finger tips
	Suction bool
	Fingers Fingers
	Held    int // ID of the disc that hangs on it, or NoDisc
	Arm     Arm // what carries it
}

// Fingers are the two jaws of a gripper that stands upright, or nearly so. The zero value is none: the tool is a
// nozzle.
type Fingers struct {
	Toward        Point   // from one jaw to the other, a unit vector along the board
	Fixed, Moving float64 // where the jaws' faces are along it, from the tool's point, mm
}

// Arm is the joints of an arm that stands beside the board, from its foot to its hand. Empty: the tool hangs on a
// gantry.
type Arm []Point

// Hand is a human's hand and forearm. The forearm comes from Seat's edge of the table and ends at the fingertips.
//
// Whoever drives it sets all of it. While Held names a disc, the world keeps that disc's top centre at the
// fingertips, and what stands on it comes along; when Held becomes NoDisc again the discs are let go and stand on
// whatever is below.
type Hand struct {
	AtWork  bool // it has something left to do, also where nobody sees it
	Errs    bool // what it has done is a mistake, which it will put right
	Visible bool
	At      Point         // fingertips
	Seat    checkers.Side // whose edge of the board it comes from
	From    Point         // where its shoulder is, anywhere beside the table; zero: at the seat
	Look    HandLook
	Held    int // ID of the disc between the fingers, or NoDisc
}

// HandLook is what a hand looks like. The zero value is one of a few people's, as the table has it.
type HandLook struct {
	Pose   HandPose
	Skin   uint32 // or glove, 0xRRGGBB; 0: as the table has it
	Sleeve uint32 // likewise
	Phone  bool   // it holds a phone, flat over the table
}

// HandPose is what the fingers do.
type HandPose int

// The poses of a hand.
const (
	Pinching HandPose = iota // as one takes a disc
	Flat                     // it rests with its fingers stretched
	Fist
)

// State is everything that is true of the table at one moment.
type State struct {
	Now     time.Duration // simulated time since the table was set up
	Discs   []Disc
	Tool    Tool
	Hand    Hand
	Light   float64           // brightness of the lamps, 1 = as at the start
	Game    checkers.Position // the game as it stands: the last position that the rules allow
	Watched bool              // somebody shows something on the board: the human only looks on
	GivenUp bool              // the players have ended the game, whatever the rules say of it
	Begun   bool              // the robot has said that a game is on
	// Announced is the position after the move that the robot has said it makes. Where a legal move leads there, no
	// other counts: a disc that falls on the way has not been moved to where it fell.
	Announced checkers.Position
	Mishaps   []Mishap // what is about to go wrong
	Notes     []string // events that actors want in the truth log; see Note
}

// Disc is the disc with an ID, or nil.
func (s *State) Disc(id int) *Disc {
	for i := range s.Discs {
		if s.Discs[i].ID == id {
			return &s.Discs[i]
		}
	}
	return nil
}

// Note writes an event to the truth log after the tick in which an actor is being advanced.
func (s *State) Note(format string, args ...any) {
	s.Notes = append(s.Notes, fmt.Sprintf(format, args...))
}

// clone is a copy that shares nothing with the original.
func (s *State) clone() State {
	c := *s
	c.Discs, c.Notes, c.Tool.Arm, c.Mishaps = slices.Clone(s.Discs), nil, slices.Clone(s.Tool.Arm), slices.Clone(s.Mishaps)
	return c
}
