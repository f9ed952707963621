package overlay

import (
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// subpixel is the number of fractional bits with which points are given to OpenCV: lines do not jump.
const subpixel = 4

// referenceWidth is the width of a picture, pixels, for which line widths and letters are chosen; others scale them.
const referenceWidth = 960

// pen draws on one picture. After its first error it draws nothing.
type pen struct {
	onto *gocv.Mat
	unit float64 // a pixel of a picture of referenceWidth, in pixels
	err  error
}

// fill paints a polygon.
func (p *pen) fill(corners []calibration.Pixel, c color.RGBA) {
	points := make([]image.Point, 0, len(corners))
	for _, corner := range corners {
		if math.IsNaN(corner.X) || math.Abs(corner.X) > 1e5 || math.Abs(corner.Y) > 1e5 {
			return // behind the camera, or far beside the picture
		}
		points = append(points, image.Pt(int(math.Round(corner.X*(1<<subpixel))), int(math.Round(corner.Y*(1<<subpixel)))))
	}
	if p.err != nil {
		return
	}
	polygon := gocv.NewPointsVectorFromPoints([][]image.Point{points})
	defer polygon.Close()
	p.err = gocv.FillPolyWithParams(p.onto, polygon, c, gocv.LineAA, subpixel, image.Point{})
}

// line draws a line through points.
func (p *pen) line(through []calibration.Pixel, width float64, c color.RGBA) {
	half := width * p.unit / 2
	for i := 1; i < len(through); i++ {
		a, b := through[i-1], through[i]
		dx, dy := b.X-a.X, b.Y-a.Y
		length := math.Hypot(dx, dy)
		if !(length > 0) {
			continue
		}
		// A little longer at both ends, so that bends are closed.
		dx, dy = dx/length*half, dy/length*half
		p.fill([]calibration.Pixel{
			{X: a.X - dx/2 - dy, Y: a.Y - dy/2 + dx}, {X: b.X + dx/2 - dy, Y: b.Y + dy/2 + dx},
			{X: b.X + dx/2 + dy, Y: b.Y + dy/2 - dx}, {X: a.X - dx/2 + dy, Y: a.Y - dy/2 - dx},
		}, c)
	}
}

// outlined draws a line with a dark edge, to be seen on any ground.
func (p *pen) outlined(through []calibration.Pixel, width float64, c color.RGBA) {
	p.line(through, width+2, ink)
	p.line(through, width, c)
}

// ring draws a circle about a pixel; the radius is that in a picture of referenceWidth.
func (p *pen) ring(about calibration.Pixel, radius float64, c color.RGBA) {
	const steps = 32
	var circle []calibration.Pixel
	for i := range steps + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
		circle = append(circle, calibration.Pixel{X: about.X + radius*p.unit*cos, Y: about.Y + radius*p.unit*sin})
	}
	p.outlined(circle, 2.5, c)
}

// text writes about a point; the size is the height of a capital letter, in the pen's units.
func (p *pen) text(text string, middle calibration.Pixel, size float64, c color.RGBA) {
	if p.err != nil || text == "" || math.IsNaN(middle.X) {
		return
	}
	const capital = 22.0 // pixels at scale 1
	scale := size * p.unit / capital
	thick := max(1, int(math.Round(size*p.unit/9)))
	box := gocv.GetTextSize(text, gocv.FontHersheyDuplex, scale, thick)
	at := image.Pt(int(middle.X)-box.X/2, int(middle.Y)+box.Y/2)
	for _, layer := range []struct {
		c     color.RGBA
		thick int
	}{{ink, thick + 2}, {c, thick}} {
		if err := gocv.PutTextWithParams(p.onto, text, at, gocv.FontHersheyDuplex, scale, layer.c, layer.thick, gocv.LineAA,
			false); err != nil {
			p.err = err
			return
		}
	}
}

// bar is a strip across the picture, at its top or bottom, with a text.
func (p *pen) bar(top bool, text string, c color.RGBA) {
	if text == "" {
		return
	}
	width, height := float64(p.onto.Cols()), float64(p.onto.Rows())
	y0, y1 := height-34*p.unit, height
	if top {
		y0, y1 = 0, 34*p.unit
	}
	p.fill([]calibration.Pixel{{X: -1, Y: y0}, {X: width, Y: y0}, {X: width, Y: y1}, {X: -1, Y: y1}}, c)
	p.text(text, calibration.Pixel{X: width / 2, Y: (y0 + y1) / 2}, 12, paper)
}
