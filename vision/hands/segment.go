package hands

import (
	"math"

	"draughtsman/calibration"
)

// segment is a straight line in space as the camera sees it, in cells.
type segment struct {
	x, y, dx, dy float32
	cellsPerMM   float32 // cells a millimetre at its beginning
}

// distance returns how far a cell's middle is from the segment, in cells.
func (s segment) distance(x, y float32) float32 {
	x, y = x-s.x, y-s.y
	if long := s.dx*s.dx + s.dy*s.dy; long > 0 {
		k := min(max((x*s.dx+y*s.dy)/long, 0), 1)
		x, y = x-k*s.dx, y-k*s.dy
	}
	return float32(math.Sqrt(float64(x*x + y*y)))
}

// segment returns the line between two points; ok is false where the camera does not see it.
func (d *Detector) segment(from, to calibration.BoardPoint) (segment, bool) {
	const span = 10 // mm
	p := d.camera.ProjectAll([]calibration.BoardPoint{from, to,
		{X: from.X + span, Y: from.Y, Z: from.Z}, {X: from.X, Y: from.Y + span, Z: from.Z},
		{X: from.X, Y: from.Y, Z: from.Z + span}})
	scale := 0.0
	for _, q := range p[2:] { // the direction that is least foreshortened
		scale = max(scale, math.Hypot(q.X-p[0].X, q.Y-p[0].Y)/span)
	}
	a, b := d.toCell(p[0]), d.toCell(p[1])
	s := segment{x: a[0], y: a[1], dx: b[0] - a[0], dy: b[1] - a[1], cellsPerMM: float32(scale / d.cellWidth)}
	for _, v := range []float32{s.x, s.y, s.dx, s.dy, s.cellsPerMM} {
		if v != v || v > 1e6 || v < -1e6 {
			return s, false
		}
	}
	return s, s.cellsPerMM > 0
}

// toCell returns where a pixel is in cells; the middle of a cell has whole numbers.
func (d *Detector) toCell(p calibration.Pixel) [2]float32 {
	return [2]float32{float32((p.X+.5)/d.cellWidth - .5), float32((p.Y+.5)/d.cellHeight - .5)}
}

// markNear marks the cells in a mask that are at most so many cells from a segment.
func (d *Detector) markNear(cells []bool, s segment, within float32) {
	left, right := min(s.x, s.x+s.dx)-within, max(s.x, s.x+s.dx)+within
	top, bottom := min(s.y, s.y+s.dy)-within, max(s.y, s.y+s.dy)+within
	for y := max(0, int(top)); y <= min(d.rows-1, int(bottom)+1); y++ {
		for x := max(0, int(left)); x <= min(d.columns-1, int(right)+1); x++ {
			cells[y*d.columns+x] = cells[y*d.columns+x] || s.distance(float32(x), float32(y)) <= within
		}
	}
}
