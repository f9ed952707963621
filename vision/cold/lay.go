package cold

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/find"
)

// anySquare is the side that squares count as having, mm: a picture shows proportions only.
const anySquare = 40.0

// lay is how a board lies in a picture.
type lay struct {
	board      calibration.Board
	homography homography
	camera     *calibration.Camera // nil where none explains how the board is seen
	bent       bool                // by the camera's lens, so that the homography does not tell where squares lie
}

// What crossings must be off their places under a homography for a lens to be taken to bend the
// board: as a root mean square, and by how much less they must be under the camera.
const (
	leastBent       = 0.025 // squares
	mostStraightens = 0.4
)

// lowestEye is how high above a board a camera is at the least, in edges of the board: what was cut out of
// a picture may be
// explained by one that lies on the table.
const lowestEye = 0.3

// layOf is how a found board lies in a picture of a size; ok is false when its corners make no board.
func layOf(found find.Board, width, height int) (l lay, ok bool) {
	l.board = calibration.Board{Squares: found.Squares, SquareMM: anySquare}
	if l.homography, ok = fromCorners(found.Corners, found.Squares); !ok || found.Squares < 2 {
		return l, false
	}
	seen := l.board.OuterCorners(found.Corners, calibration.Top)
	for _, c := range found.Crossings {
		seen = append(seen, calibration.Correspondence{Pixel: c.At,
			BoardPoint: l.board.Crossing(c.Row, c.Column, calibration.Top)})
	}
	camera, _, err := calibration.FitCamera(width, height, seen)
	if err != nil || camera.Eye().Z < lowestEye*2*l.board.Half() {
		return l, true
	}
	straight := l.off(found.Crossings)
	l.camera, l.bent = &camera, true
	l.bent = straight > leastBent*side(found) && l.off(found.Crossings) < mostStraightens*straight
	return l, true
}

// off is how far crossings were seen from their places, as a root mean square, px.
func (l *lay) off(crossings []find.Crossing) float64 {
	places := make([][2]float64, len(crossings))
	for i, c := range crossings {
		places[i] = [2]float64{float64(c.Column), float64(c.Row)}
	}
	total := 0.0
	for i, p := range l.pixels(places) {
		dx, dy := p.X-crossings[i].At.X, p.Y-crossings[i].At.Y
		total += dx*dx + dy*dy
	}
	return math.Sqrt(total / float64(max(len(crossings), 1)))
}

// side is the mean side of a found board's squares, px.
func side(found find.Board) (px float64) {
	for i, c := range found.Corners {
		d := found.Corners[(i+1)%4]
		px += math.Hypot(c.X-d.X, c.Y-d.Y) / float64(4*found.Squares)
	}
	return px
}

// pixels are those at which places of the board are seen, which are columns and rows from its
// first corner, in squares.
func (l *lay) pixels(places [][2]float64) []calibration.Pixel {
	if l.bent {
		points := make([]calibration.BoardPoint, len(places))
		for i, p := range places {
			points[i] = calibration.BoardPoint{X: p[0]*l.board.SquareMM - l.board.Half(),
				Y: l.board.Half() - p[1]*l.board.SquareMM}
		}
		return l.camera.ProjectAll(points)
	}
	seen, h := make([]calibration.Pixel, len(places)), &l.homography
	for i, p := range places {
		w := h[6]*p[0] + h[7]*p[1] + h[8]
		seen[i] = calibration.Pixel{X: (h[0]*p[0] + h[1]*p[1] + h[2]) / w, Y: (h[3]*p[0] + h[4]*p[1] + h[5]) / w}
	}
	return seen
}

// homography maps a board, in squares from its first corner, to pixels: a 3×3
// matrix by rows.
type homography [9]float64

// fromCorners is the homography of a board of so many squares with its corners at
// four pixels; see P. Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), 2.2.2.
func fromCorners(corners [4]calibration.Pixel, squares int) (homography, bool) {
	cross := func(ax, ay, bx, by float64) float64 { return ax*by - ay*bx }
	a, b, c, d := corners[0], corners[1], corners[2], corners[3]
	x1, y1, x2, y2 := b.X-c.X, b.Y-c.Y, d.X-c.X, d.Y-c.Y
	x3, y3 := a.X-b.X+c.X-d.X, a.Y-b.Y+c.Y-d.Y
	den := cross(x1, y1, x2, y2)
	if math.Abs(den) < 1e-9 || math.IsNaN(den) {
		return homography{}, false
	}
	g, h := cross(x3, y3, x2, y2)/den, cross(x1, y1, x3, y3)/den
	n := float64(squares)
	return homography{
		(b.X - a.X + g*b.X) / n, (d.X - a.X + h*d.X) / n, a.X,
		(b.Y - a.Y + g*b.Y) / n, (d.Y - a.Y + h*d.Y) / n, a.Y,
		g / n, h / n, 1,
	}, true
}
