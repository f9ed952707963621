package planner

import (
	"iter"
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

// loaded is the tool with a disc in its grip. The disc hangs as it lay, along the board, and below a tip that stopped
// short of it.
func (s Setup) loaded() body {
	p := s.plane()
	rim := s.Disc.DiameterMM / 2
	return body{
		radius: max(s.Machine.ToolRadius, rim),
		hang:   s.Disc.HeightMM*p.up + rim*p.slope + s.Machine.short() - s.Machine.Grasp,
	}
}

// workcell is a setup with what every motion needs and is worked out once: the squares and slots of one tray in the
// arm's coordinates.
type workcell struct {
	Setup
	plane   plane
	x, y, z calibration.ArmPoint // a millimetre along the board's axes
	origin  calibration.ArmPoint // the middle of the board
	squares [checkers.MostSquares + 1]calibration.ArmPoint
	slots   []calibration.ArmPoint
	empty   body // the tool
	loaded  body // the tool with a disc
}

func (s Setup) workcell(tray Tray) *workcell {
	c := &workcell{Setup: s, plane: s.plane(), origin: s.Frame.ToArm(calibration.BoardPoint{})}
	for axis, unit := range map[*calibration.ArmPoint]calibration.BoardPoint{&c.x: {X: 1}, &c.y: {Y: 1}, &c.z: {Z: 1}} {
		tip := s.Frame.ToArm(unit)
		*axis = calibration.ArmPoint{X: tip.X - c.origin.X, Y: tip.Y - c.origin.Y, Z: tip.Z - c.origin.Z}
	}
	for square := range s.grid().All().All() {
		c.squares[square] = c.arm(s.Board.Centre(s.grid().Place(square)))
	}
	for _, slot := range tray.Slots {
		c.slots = append(c.slots, c.arm(slot.At))
	}
	c.empty, c.loaded = s.tool(), s.loaded()
	return c
}

// arm is a point of the board in the arm's coordinates.
func (c *workcell) arm(p calibration.BoardPoint) calibration.ArmPoint {
	return c.beside(c.origin, p.X, p.Y, p.Z)
}

// beside is a point some way along the board's axes from another one.
func (c *workcell) beside(at calibration.ArmPoint, x, y, z float64) calibration.ArmPoint {
	return calibration.ArmPoint{
		X: at.X + x*c.x.X + y*c.y.X + z*c.z.X,
		Y: at.Y + x*c.x.Y + y*c.y.Y + z*c.z.Y,
		Z: at.Z + x*c.x.Z + y*c.y.Z + z*c.z.Z,
	}
}

// face is the middle of the upper face of so many discs that lie at a place, aside of its middle by an offset in
// board mm.
func (c *workcell) face(p Place, offset [2]float64, discs int) calibration.ArmPoint {
	var floor calibration.ArmPoint
	switch {
	case p.Square != 0:
		floor = c.squares[p.Square]
	case p.Slot != 0:
		floor = c.slots[p.Slot-1]
	default:
		floor = c.arm(p.At)
	}
	return c.beside(floor, offset[0], offset[1], float64(discs)*c.Disc.HeightMM)
}

// grips is where the tip takes the uppermost of so many discs.
func (c *workcell) grips(p Place, offset [2]float64, discs int) calibration.ArmPoint {
	at := c.face(p, offset, discs)
	at.Z -= c.Machine.Press + c.Machine.Grasp
	return at
}

// releases is where the tip lets go of a disc that becomes the uppermost of so many.
func (c *workcell) releases(p Place, offset [2]float64, discs int) calibration.ArmPoint {
	at := c.face(p, offset, discs)
	at.Z += c.Machine.Gap + c.Machine.short() - c.Machine.Grasp
	return at
}

// floor is the least z that the tip may have over a place: the tool's rim is then at the height of the slot's floor or
// of the disc's lower face, or of the playing surface; over the playing area never lower than that.
func (c *workcell) floor(p Place, at calibration.ArmPoint) float64 {
	height := p.At.Z
	if p.Slot != 0 {
		height = c.Frame.ToBoard(c.slots[p.Slot-1]).Z
	}
	if on := c.Frame.ToBoard(at); max(math.Abs(on.X), math.Abs(on.Y)) < c.Board.Half()+c.Machine.ToolRadius {
		height = max(0, height)
	}
	return c.plane.height(at) + height/c.plane.up + c.Machine.ToolRadius*c.plane.slope
}

// tops are the upper faces of all stacks; where nothing lies, of the square or slot itself.
func (c *workcell) tops(t Table) iter.Seq2[Place, calibration.ArmPoint] {
	return func(yield func(Place, calibration.ArmPoint) bool) {
		for square := range t.Position.Set.Board().All().All() {
			if p := OnSquare(square); !yield(p, c.face(p, t.Offset[square], t.Discs(p))) {
				return
			}
		}
		for i := range t.Tray.Slots {
			if p := InSlot(i + 1); !yield(p, c.face(p, [2]float64{}, t.Discs(p))) {
				return
			}
		}
		for _, l := range t.Loose {
			if p := Aside(l.At); !yield(p, c.face(p, [2]float64{}, 1)) {
				return
			}
		}
	}
}

// surface is the least z of the tip at which the body crosses an empty table from one point to another.
func (c *workcell) surface(from, to calibration.ArmPoint, b body) float64 {
	// The surface is a plane, so it is highest at one of the ends.
	return max(c.plane.height(from), c.plane.height(to)) + b.radius*c.plane.slope + c.Machine.Assumed/c.plane.up +
		c.Machine.Clearance + b.hang
}

// travelHeight is the least z of the tip at which the body crosses from one point to another and keeps the clearance
// above everything on the way.
func (c *workcell) travelHeight(t Table, from, to calibration.ArmPoint, b body) float64 {
	return max(c.surface(from, to, b), c.tallest(t, from, to, b)+c.Machine.Clearance+b.hang)
}

// tallest is the arm's z of the highest thing on the way from one point to another: of those that come within the
// clearance beside the body.
func (c *workcell) tallest(t Table, from, to calibration.ArmPoint, b body) float64 {
	highest := math.Inf(-1)
	rim := c.Disc.DiameterMM / 2
	for _, top := range c.tops(t) {
		if z := top.Z + rim*c.plane.slope; z > highest && beside(top, from, to) <= b.radius+rim+c.Machine.Clearance {
			highest = z
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
