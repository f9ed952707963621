package hands

import (
	"math"

	"draughtsman/calibration"
)

// stick is a straight line in space as the camera sees it, in cells.
type stick struct {
	x, y, dx, dy float32
	perMM        float32 // cells a millimetre there
}

// away is how far a cell's middle is from the stick, in cells.
func (s stick) away(x, y float32) float32 {
	x, y = x-s.x, y-s.y
	if long := s.dx*s.dx + s.dy*s.dy; long > 0 {
		k := min(max((x*s.dx+y*s.dy)/long, 0), 1)
		x, y = x-k*s.dx, y-k*s.dy
	}
	return float32(math.Sqrt(float64(x*x + y*y)))
}

// stick is the line between two points. It is false where the camera cannot see it.
func (w *Watch) stick(from, to calibration.BoardPoint) (stick, bool) {
	const span = 10 // mm
	p := w.camera.ProjectAll([]calibration.BoardPoint{from, to,
		{X: from.X + span, Y: from.Y, Z: from.Z}, {X: from.X, Y: from.Y + span, Z: from.Z},
		{X: from.X, Y: from.Y, Z: from.Z + span}})
	scale := 0.0
	for _, q := range p[2:] { // the one that is seen least from its end
		scale = max(scale, math.Hypot(q.X-p[0].X, q.Y-p[0].Y)/span)
	}
	a, b := w.cell(p[0]), w.cell(p[1])
	s := stick{x: a[0], y: a[1], dx: b[0] - a[0], dy: b[1] - a[1], perMM: float32(scale / w.wide)}
	for _, v := range []float32{s.x, s.y, s.dx, s.dy, s.perMM} {
		if v != v || v > 1e6 || v < -1e6 {
			return s, false
		}
	}
	return s, s.perMM > 0
}

// cell is where a pixel is among the cells, whose middles are whole numbers.
func (w *Watch) cell(p calibration.Pixel) [2]float32 {
	return [2]float32{float32((p.X+.5)/w.wide - .5), float32((p.Y+.5)/w.high - .5)}
}

// mark marks the cells that are no farther from a stick than so many cells.
func (w *Watch) mark(cells []bool, s stick, within float32) {
	left, right := min(s.x, s.x+s.dx)-within, max(s.x, s.x+s.dx)+within
	top, bottom := min(s.y, s.y+s.dy)-within, max(s.y, s.y+s.dy)+within
	for y := max(0, int(top)); y <= min(w.rows-1, int(bottom)+1); y++ {
		for x := max(0, int(left)); x <= min(w.columns-1, int(right)+1); x++ {
			cells[y*w.columns+x] = cells[y*w.columns+x] || s.away(float32(x), float32(y)) <= within
		}
	}
}
