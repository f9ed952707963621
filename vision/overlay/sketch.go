package overlay

import (
	"fmt"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// Sketch is what is drawn on a picture by its pixels alone, for whoever measures a camera. The zero value is nothing.
type Sketch struct {
	Points []calibration.Pixel    // measured, drawn as small crosses
	Rings  []calibration.Pixel    // what attention is drawn to
	Traces [][4]calibration.Pixel // where something was before
	Zones  []Zone                 // where something should come
	Labels []Label
}

// Label is a short text at a pixel.
type Label struct {
	At   calibration.Pixel
	Text string
}

// Zone is a rectangle of the picture with a text in its middle.
type Zone struct {
	From, To calibration.Pixel // its corners
	Label    string
}

// drawPlain copies a picture, 8-bit BGR, in which no board is known, and draws the drawing's sketch, banner and caption
// on the copy.
func drawPlain(picture gocv.Mat, d Drawing, into *gocv.Mat) error {
	if picture.Type() != gocv.MatTypeCV8UC3 {
		return fmt.Errorf("cannot draw on a picture that is not in 8-bit colour")
	}
	if err := picture.CopyTo(into); err != nil {
		return fmt.Errorf("copying the picture: %w", err)
	}
	over := pen{onto: into, unit: float64(picture.Cols()) / referenceWidth}
	d.sketch(&over)
	d.bars(&over)
	if over.err != nil {
		return fmt.Errorf("drawing on the picture: %w", over.err)
	}
	return nil
}

// sketch draws the sketch.
func (s Sketch) sketch(p *pen) {
	for _, z := range s.Zones {
		p.outlined([]calibration.Pixel{z.From, {X: z.To.X, Y: z.From.Y}, z.To, {X: z.From.X, Y: z.To.Y}, z.From}, 2, edge)
		p.text(z.Label, calibration.Pixel{X: (z.From.X + z.To.X) / 2, Y: (z.From.Y + z.To.Y) / 2}, 11, paper)
	}
	for _, t := range s.Traces {
		p.line([]calibration.Pixel{t[0], t[1], t[2], t[3], t[0]}, 1, arrow)
	}
	for _, at := range s.Points {
		r := 4 * p.unit
		p.outlined([]calibration.Pixel{{X: at.X - r, Y: at.Y}, {X: at.X + r, Y: at.Y}}, 1, arrow)
		p.outlined([]calibration.Pixel{{X: at.X, Y: at.Y - r}, {X: at.X, Y: at.Y + r}}, 1, arrow)
	}
	for _, l := range s.Labels {
		p.text(l.Text, calibration.Pixel{X: l.At.X, Y: l.At.Y - 24*p.unit}, 14, edge)
	}
	for _, at := range s.Rings {
		p.ring(at, 16, doubt)
	}
}

// bars draws the banner and the caption.
func (d Drawing) bars(p *pen) {
	colour := warning
	if d.Fine {
		colour = calm
	}
	p.bar(true, d.Banner, colour)
	p.bar(false, d.Caption, ink)
}

// names writes the corners' names beside them, and where Black and White sit.
func (g Geometry) names(p *pen, d Drawing) {
	corners := g.Board.Corners()
	for i, name := range d.Corners {
		p.text(name, g.Camera.Project(beyond(corners[i], 1.1)), 16, edge)
	}
	if d.Sides {
		away := g.Board.Half() + 0.6*g.Board.SquareMM
		p.text("Black", g.Camera.Project(calibration.BoardPoint{Y: away}), 13, paper)
		p.text("White", g.Camera.Project(calibration.BoardPoint{Y: -away}), 13, paper)
	}
}

// beyond is a point so many times as far from the board's middle.
func beyond(p calibration.BoardPoint, by float64) calibration.BoardPoint {
	return calibration.BoardPoint{X: p.X * by, Y: p.Y * by, Z: p.Z}
}

// aim marks a square that something is to be brought to.
func (g Geometry) aim(p *pen, c Cell) {
	at := g.Board.Centre(c.Row, c.Column)
	side := g.Board.SquareMM
	for _, r := range []float64{.42, .2} {
		p.outlined(g.circle(at, r*side), 3, doubt)
	}
	for _, d := range [][2]float64{{1, 0}, {0, 1}} {
		a, b := at, at
		a.X, a.Y = at.X-.55*side*d[0], at.Y-.55*side*d[1]
		b.X, b.Y = at.X+.55*side*d[0], at.Y+.55*side*d[1]
		p.outlined(g.side(a, b), 1.5, doubt)
	}
}
