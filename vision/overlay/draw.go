package overlay

import (
	"fmt"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
)

// The colours: those of the two kinds of piece differ from each other and from
// wood, green and red for every eye, and are told apart in grey as well.
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

// Table is what a picture shows: how the camera sees which board and pieces.
type Table struct {
	Camera calibration.Camera
	Board  calibration.Board
	Disc   calibration.Disc
}

// Draw draws on a copy of a picture, which is 8-bit BGR of the camera's size.
func Draw(picture gocv.Mat, t Table, d Drawing, into *gocv.Mat) error {
	if picture.Cols() != t.Camera.Lens.Width || picture.Rows() != t.Camera.Lens.Height ||
		picture.Type() != gocv.MatTypeCV8UC3 {
		return fmt.Errorf("cannot draw on a picture of %d×%d pixels: the camera was calibrated with %d×%d in 8-bit colour",
			picture.Cols(), picture.Rows(), t.Camera.Lens.Width, t.Camera.Lens.Height)
	}
	if err := picture.CopyTo(into); err != nil {
		return fmt.Errorf("copying the picture: %w", err)
	}
	unit := float64(picture.Cols()) / 960
	// What may hide the table is drawn half transparent, the rest on top of it.
	veil := into.Clone()
	defer veil.Close()
	under := pen{onto: &veil, unit: unit}
	t.lattice(&under)
	if under.err == nil {
		under.err = gocv.AddWeighted(veil, .55, *into, .45, 0, into)
	}
	if under.err != nil {
		return fmt.Errorf("drawing on the picture: %w", under.err)
	}
	over := pen{onto: into, unit: unit}
	t.outline(&over)
	for _, m := range d.Marks {
		t.mark(&over, m)
	}
	if d.Aim != nil {
		t.aim(&over, *d.Aim)
	}
	t.names(&over, d)
	d.sketch(&over)
	d.bars(&over)
	if over.err != nil {
		return fmt.Errorf("drawing on the picture: %w", over.err)
	}
	return nil
}

// side is a line on the playing surface, bent as the lens bends it.
func (t Table) side(a, b calibration.BoardPoint) []calibration.Pixel {
	const steps = 12
	points := make([]calibration.BoardPoint, 0, steps+1)
	for i := range steps + 1 {
		k := float64(i) / steps
		points = append(points, calibration.BoardPoint{X: a.X + k*(b.X-a.X), Y: a.Y + k*(b.Y-a.Y)})
	}
	return t.Camera.ProjectAll(points)
}

func (t Table) lattice(p *pen) {
	h := t.Board.Half()
	for i := 1; i < t.Board.Squares; i++ {
		v := float64(i)*t.Board.SquareMM - h
		p.line(t.side(calibration.BoardPoint{X: v, Y: -h}, calibration.BoardPoint{X: v, Y: h}), 1.2, paper)
		p.line(t.side(calibration.BoardPoint{X: -h, Y: v}, calibration.BoardPoint{X: h, Y: v}), 1.2, paper)
	}
}

func (t Table) outline(p *pen) {
	corners := t.Board.Corners()
	for i, c := range corners {
		p.outlined(t.side(c, corners[(i+1)%4]), 2, edge)
	}
	for _, c := range corners {
		p.fill(t.circle(c, t.Board.SquareMM/10), ink)
		p.fill(t.circle(c, t.Board.SquareMM/14), edge)
	}
}

// circle is a level circle as the camera sees it.
func (t Table) circle(centre calibration.BoardPoint, radius float64) []calibration.Pixel {
	const steps = 40
	points := make([]calibration.BoardPoint, 0, steps+1)
	for i := range steps + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
		points = append(points, calibration.BoardPoint{X: centre.X + radius*cos, Y: centre.Y + radius*sin, Z: centre.Z})
	}
	return t.Camera.ProjectAll(points)
}

// top is the middle of the top of a mark's piece.
func (t Table) top(m Mark) calibration.BoardPoint {
	at := t.Board.Centre(m.Row, m.Column)
	if m.Content == vision.Nothing || m.Unknown {
		return at
	}
	at.X, at.Y, at.Z = at.X+m.OffsetMM[0], at.Y+m.OffsetMM[1], t.Disc.HeightMM
	if m.King {
		at.Z *= 2
	}
	return at
}

func (t Table) mark(p *pen, m Mark) {
	at := t.top(m)
	seen := t.Camera.Project(at)
	radius := t.Disc.DiameterMM / 2
	size := t.letters(at)
	switch {
	case m.Unknown:
		p.text("?", seen, 2.2*size, doubt)
	case m.Content == vision.Nothing:
		p.fill(t.circle(at, radius/9), sureness(m.Confidence))
	default:
		ring := lightRing
		if m.Content == vision.DarkPiece {
			ring = darkRing
		}
		p.outlined(t.circle(at, radius), 2.5, ring)
		if m.King {
			p.outlined(t.circle(at, radius*.8), 1.5, ring)
		}
		p.text(fmt.Sprintf("%.0f", math.Floor(100*m.Confidence)), seen, 1.15*size, sureness(m.Confidence))
	}
	corner := t.Board.Centre(m.Row, m.Column)
	corner.X -= .36 * t.Board.SquareMM
	corner.Y += .36 * t.Board.SquareMM
	p.text(m.Label, t.Camera.Project(corner), size, paper)
}

// letters is the height of a letter for a place: a seventh of a square, and
// legible. In units of the pen.
func (t Table) letters(at calibration.BoardPoint) float64 {
	a, b := t.Camera.Project(at), t.Camera.Project(calibration.BoardPoint{X: at.X + t.Board.SquareMM, Y: at.Y, Z: at.Z})
	size := math.Hypot(b.X-a.X, b.Y-a.Y) / 7 * 960 / float64(t.Camera.Lens.Width)
	return min(max(size, 6), 14)
}

// sureness is the colour of a confidence.
func sureness(confidence float64) color.RGBA {
	switch {
	case confidence >= .95:
		return paper
	case confidence >= .8:
		return edge
	}
	return doubt
}
