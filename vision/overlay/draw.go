package overlay

import (
	"fmt"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
)

// The colours. Those of the two kinds of piece differ from each other and from wood, green and red for every eye, and
// in grey as well.
var (
	ink       = color.RGBA{R: 20, G: 22, B: 28, A: 255}
	paper     = color.RGBA{R: 250, G: 250, B: 250, A: 255}
	edge      = color.RGBA{R: 255, G: 214, B: 10, A: 255}
	lightRing = color.RGBA{R: 255, G: 183, B: 3, A: 255}
	darkRing  = color.RGBA{R: 76, G: 201, B: 240, A: 255}
	doubt     = color.RGBA{R: 255, G: 77, B: 109, A: 255}
	arrow     = color.RGBA{R: 82, G: 222, B: 151, A: 255}
	warning   = color.RGBA{R: 200, G: 30, B: 60, A: 255}
	calm      = color.RGBA{R: 24, G: 110, B: 66, A: 255}
)

// Geometry is how a picture's camera sees which board and pieces.
type Geometry struct {
	Camera calibration.Camera
	Board  calibration.Board
	Disc   calibration.Disc
}

// Draw copies a picture, 8-bit BGR of the camera's size, and draws on the copy.
func Draw(picture gocv.Mat, g Geometry, d Drawing, into *gocv.Mat) error {
	if picture.Cols() != g.Camera.Lens.Width || picture.Rows() != g.Camera.Lens.Height ||
		picture.Type() != gocv.MatTypeCV8UC3 {
		return fmt.Errorf("cannot draw on a picture of %d×%d pixels: the camera was calibrated with %d×%d in 8-bit colour",
			picture.Cols(), picture.Rows(), g.Camera.Lens.Width, g.Camera.Lens.Height)
	}
	if err := picture.CopyTo(into); err != nil {
		return fmt.Errorf("copying the picture: %w", err)
	}
	unit := float64(picture.Cols()) / referenceWidth
	// What may hide the table is drawn half transparent, the rest on top of it.
	veil := into.Clone()
	defer veil.Close()
	under := pen{onto: &veil, unit: unit}
	g.lattice(&under)
	if under.err == nil {
		under.err = gocv.AddWeighted(veil, .55, *into, .45, 0, into)
	}
	if under.err != nil {
		return fmt.Errorf("drawing on the picture: %w", under.err)
	}
	over := pen{onto: into, unit: unit}
	g.outline(&over)
	for _, m := range d.Marks {
		g.mark(&over, m)
	}
	if d.Aim != nil {
		g.aim(&over, *d.Aim)
	}
	g.names(&over, d)
	d.sketch(&over)
	d.bars(&over)
	if over.err != nil {
		return fmt.Errorf("drawing on the picture: %w", over.err)
	}
	return nil
}

// side is a line on the playing surface, bent as the lens bends it.
func (g Geometry) side(a, b calibration.BoardPoint) []calibration.Pixel {
	const steps = 12
	points := make([]calibration.BoardPoint, 0, steps+1)
	for i := range steps + 1 {
		k := float64(i) / steps
		points = append(points, calibration.BoardPoint{X: a.X + k*(b.X-a.X), Y: a.Y + k*(b.Y-a.Y)})
	}
	return g.Camera.ProjectAll(points)
}

// Lattice is the lines between the squares of a board and round them, as a camera sees them: first those that run away
// from White, from its left, then those across, from the nearest one. All begin and end at the board's edges.
func Lattice(camera calibration.Camera, board calibration.Board) (lines [][]calibration.Pixel) {
	g, h := Geometry{Camera: camera, Board: board}, board.Half()
	for i := range board.Squares + 1 {
		v := float64(i)*board.SquareMM - h
		lines = append(lines, g.side(calibration.BoardPoint{X: v, Y: -h}, calibration.BoardPoint{X: v, Y: h}))
	}
	for i := range board.Squares + 1 {
		v := float64(i)*board.SquareMM - h
		lines = append(lines, g.side(calibration.BoardPoint{X: -h, Y: v}, calibration.BoardPoint{X: h, Y: v}))
	}
	return lines
}

// lattice draws the lines between the squares.
func (g Geometry) lattice(p *pen) {
	for i, line := range Lattice(g.Camera, g.Board) {
		if place := i % (g.Board.Squares + 1); place > 0 && place < g.Board.Squares {
			p.line(line, 1.2, paper)
		}
	}
}

// outline draws the playing area's edges and corners.
func (g Geometry) outline(p *pen) {
	corners := g.Board.Corners()
	for i, c := range corners {
		p.outlined(g.side(c, corners[(i+1)%4]), 2, edge)
	}
	for _, c := range corners {
		p.fill(g.circle(c, g.Board.SquareMM/10), ink)
		p.fill(g.circle(c, g.Board.SquareMM/14), edge)
	}
}

// circle is a level circle as the camera sees it; the radius in mm.
func (g Geometry) circle(centre calibration.BoardPoint, radius float64) []calibration.Pixel {
	const steps = 40
	points := make([]calibration.BoardPoint, 0, steps+1)
	for i := range steps + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
		points = append(points, calibration.BoardPoint{X: centre.X + radius*cos, Y: centre.Y + radius*sin, Z: centre.Z})
	}
	return g.Camera.ProjectAll(points)
}

// top is the middle of the top of a mark's piece.
func (g Geometry) top(m Mark) calibration.BoardPoint {
	at := g.Board.Centre(m.Row, m.Column)
	if m.Content == vision.Nothing || m.Unknown {
		return at
	}
	at.X, at.Y, at.Z = at.X+m.OffsetMM[0], at.Y+m.OffsetMM[1], g.Disc.HeightMM
	if m.King {
		at.Z *= 2
	}
	return at
}

// mark draws what was read on a square.
func (g Geometry) mark(p *pen, m Mark) {
	at := g.top(m)
	seen := g.Camera.Project(at)
	radius := g.Disc.DiameterMM / 2
	size := g.letterHeight(at)
	switch {
	case m.Unknown:
		p.text("?", seen, 2.2*size, doubt)
	case m.Content == vision.Nothing:
		p.fill(g.circle(at, radius/9), confidenceColour(m.Confidence))
	default:
		ring := lightRing
		if m.Content == vision.DarkPiece {
			ring = darkRing
		}
		p.outlined(g.circle(at, radius), 2.5, ring)
		if m.King {
			p.outlined(g.circle(at, radius*.8), 1.5, ring)
		}
		p.text(fmt.Sprintf("%.0f", math.Floor(100*m.Confidence)), seen, 1.15*size, confidenceColour(m.Confidence))
	}
	corner := g.Board.Centre(m.Row, m.Column)
	corner.X -= .36 * g.Board.SquareMM
	corner.Y += .36 * g.Board.SquareMM
	p.text(m.Label, g.Camera.Project(corner), size, paper)
}

// letterHeight is the height of letters at a place, in the pen's units: a seventh of a square, and legible.
func (g Geometry) letterHeight(at calibration.BoardPoint) float64 {
	a, b := g.Camera.Project(at), g.Camera.Project(calibration.BoardPoint{X: at.X + g.Board.SquareMM, Y: at.Y, Z: at.Z})
	size := math.Hypot(b.X-a.X, b.Y-a.Y) / 7 * referenceWidth / float64(g.Camera.Lens.Width)
	return min(max(size, 6), 14)
}

// confidenceColour is the colour for a confidence.
func confidenceColour(confidence float64) color.RGBA {
	switch {
	case confidence >= .95:
		return paper
	case confidence >= .8:
		return edge
	}
	return doubt
}
