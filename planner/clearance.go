package planner

import (
	"fmt"
	"math"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// plane is the playing surface in the arm's coordinates.
type plane struct {
	origin calibration.ArmPoint // the middle of the board
	dx, dy float64              // how much it rises per mm of the arm's x and y
	slope  float64              // how much it rises per mm in the steepest direction
	up     float64              // arm z per mm straight up from the board
}

func (s Setup) plane() plane {
	o := s.Frame.ToArm(calibration.BoardPoint{})
	tip := s.Frame.ToArm(calibration.BoardPoint{Z: 1})
	normal := calibration.ArmPoint{X: tip.X - o.X, Y: tip.Y - o.Y, Z: tip.Z - o.Z}
	p := plane{origin: o, dx: -normal.X / normal.Z, dy: -normal.Y / normal.Z, up: normal.Z}
	p.slope = math.Hypot(p.dx, p.dy)
	return p
}

// height is the arm's z of the playing surface below or above a point.
func (p plane) height(at calibration.ArmPoint) float64 {
	return p.origin.Z + p.dx*(at.X-p.origin.X) + p.dy*(at.Y-p.origin.Y)
}

// body is what moves with the tool's tip.
type body struct {
	radius float64 // mm
	hang   float64 // how far it reaches below the tip, mm
}

func (s Setup) tool() body {
	return body{radius: s.Machine.ToolRadius}
}

// loaded is the tool with a disc, which hangs as it lay: along the board, and
// below a tip that stopped short of it.
func (s Setup) loaded() body {
	p := s.plane()
	rim := s.Disc.DiameterMM / 2
	return body{
		radius: max(s.Machine.ToolRadius, rim),
		hang:   s.Disc.HeightMM*p.up + rim*p.slope + s.Machine.short() - s.Machine.Grasp,
	}
}

// place is the middle of a square, or of a slot's floor.
func (s Setup) place(t Table, p Place) calibration.BoardPoint {
	if p.Square != 0 {
		return centre(s.Board, p.Square)
	}
	return t.Tray.Slots[p.Slot-1].At
}

// face is the middle of the upper face of so many discs that stand at a place,
// aside of its middle by an offset.
func (s Setup) face(t Table, p Place, offset [2]float64, discs int) calibration.ArmPoint {
	at := s.place(t, p)
	at.X, at.Y = at.X+offset[0], at.Y+offset[1]
	at.Z += float64(discs) * s.Disc.HeightMM
	return s.Frame.ToArm(at)
}

// tops is the upper faces of everything on the table; where nothing stands, of
// the square or slot itself.
func (s Setup) tops(t Table) []calibration.ArmPoint {
	tops := make([]calibration.ArmPoint, 0, checkers.Squares+len(t.Tray.Slots))
	for square := checkers.Square(1); square <= checkers.Squares; square++ {
		p := OnSquare(square)
		tops = append(tops, s.face(t, p, t.Offset[square], t.Discs(p)))
	}
	for i := range t.Tray.Slots {
		p := InSlot(i + 1)
		tops = append(tops, s.face(t, p, [2]float64{}, t.Discs(p)))
	}
	return tops
}

// room reports a disc that stands where fingers go down beside another one, at
// a place where their tips get as low as the target.
func (s Setup) room(t Table, place Place, target calibration.ArmPoint) error {
	if s.Machine.Grasp == 0 {
		return nil
	}
	rim := s.Disc.DiameterMM / 2
	for i, top := range s.tops(t) {
		other := OnSquare(checkers.Square(i + 1))
		if i >= checkers.Squares {
			other = InSlot(i - checkers.Squares + 1)
		}
		if away := math.Hypot(top.X-target.X, top.Y-target.Y); other != place && top.Z > target.Z && away < s.Machine.ToolRadius+rim {
			return fmt.Errorf("there is no room for the fingers at %s: the disc on %s is %.1f mm away, and %.1f mm are needed", place, other, away, s.Machine.ToolRadius+rim)
		}
	}
	return nil
}

// travelHeight is the least z of the tip at which the body crosses from one
// point to another and keeps the clearance above everything on the way.
func (s Setup) travelHeight(t Table, from, to calibration.ArmPoint, b body) float64 {
	p := s.plane()
	// The surface is a plane, so it is highest at one of the ends.
	surface := max(p.height(from), p.height(to)) + b.radius*p.slope + s.Machine.Assumed/p.up
	return max(surface, s.tallest(t, from, to, b)) + s.Machine.Clearance + b.hang
}

// tallest is the arm's z of the highest thing on the way from one point to
// another: of those that come within the clearance beside the body.
func (s Setup) tallest(t Table, from, to calibration.ArmPoint, b body) float64 {
	highest := math.Inf(-1)
	rim := s.Disc.DiameterMM / 2
	slope := s.plane().slope
	for _, top := range s.tops(t) {
		if beside(top, from, to) <= b.radius+rim+s.Machine.Clearance {
			highest = max(highest, top.Z+rim*slope)
		}
	}
	return highest
}

// beside is how far a point lies from a straight way, seen from above, mm.
func beside(p, from, to calibration.ArmPoint) float64 {
	x, y := to.X-from.X, to.Y-from.Y
	along := 0.0
	if length := x*x + y*y; length > 0 {
		along = min(1, max(0, ((p.X-from.X)*x+(p.Y-from.Y)*y)/length))
	}
	return math.Hypot(from.X+along*x-p.X, from.Y+along*y-p.Y)
}
