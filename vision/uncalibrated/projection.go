package uncalibrated

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/detect"
	"draughtsman/vision/imaging"
)

// nominalSquareMM is the side that squares count as having, mm: a picture shows proportions only.
const nominalSquareMM = 40.0

// projection is how a board is seen in a picture.
type projection struct {
	board      calibration.Board
	homography imaging.Homography
	camera     *calibration.Camera // nil where none explains how the board is seen
	bent       bool                // by the camera's lens, so that the homography does not tell where squares lie
}

// What crossings must be off their places under a homography for a lens to be taken to bend the
// board: as a root mean square, and by how much less they must be under the camera.
const (
	leastBent       = 0.025 // squares
	mostStraightens = 0.4
)

// lowestEye is how high above a board a camera is at least, in edges of the board: what was cut out of a picture may
// be explained by one that lies on the table.
const lowestEye = 0.3

// projectionOf returns how a found board is seen in a picture of a size; ok is false when its corners make no board.
func projectionOf(found detect.Board, width, height int) (l projection, ok bool) {
	l.board = calibration.Board{Squares: found.Squares, SquareMM: nominalSquareMM}
	if l.homography, ok = imaging.FromSquare(cornersOf(found), float64(found.Squares)); !ok || found.Squares < 2 {
		return l, false
	}
	camera, _, err := calibration.FitCamera(width, height, found.Corresponding(l.board, calibration.Top))
	if err != nil || camera.Eye().Z < lowestEye*2*l.board.Half() {
		return l, true
	}
	straight := l.crossingError(found.Crossings)
	l.camera, l.bent = &camera, true
	l.bent = straight > leastBent*found.SquarePX() && l.crossingError(found.Crossings) < mostStraightens*straight
	return l, true
}

// crossingError returns how far crossings were seen from their places, as a root mean square, px.
func (l *projection) crossingError(crossings []detect.Crossing) float64 {
	places := make([]imaging.Point, len(crossings))
	for i, c := range crossings {
		places[i] = imaging.Pt(float64(c.Column), float64(c.Row))
	}
	total := 0.0
	for i, p := range l.pixels(places) {
		dx, dy := p.X-crossings[i].At.X, p.Y-crossings[i].At.Y
		total += dx*dx + dy*dy
	}
	return math.Sqrt(total / float64(max(len(crossings), 1)))
}

// pixels returns where places of the board are seen; they are columns and rows from its first corner, in squares.
func (l *projection) pixels(places []imaging.Point) []calibration.Pixel {
	if l.bent {
		points := make([]calibration.BoardPoint, len(places))
		for i, p := range places {
			points[i] = calibration.BoardPoint{X: p.X*l.board.SquareMM - l.board.Half(),
				Y: l.board.Half() - p.Y*l.board.SquareMM}
		}
		return l.camera.ProjectAll(points)
	}
	seen := make([]calibration.Pixel, len(places))
	for i, p := range places {
		seen[i] = calibration.Pixel(l.homography.Project(p))
	}
	return seen
}

// cornersOf returns the corners of a found board, px.
func cornersOf(found detect.Board) (corners [4]imaging.Point) {
	for i, c := range found.Corners {
		corners[i] = imaging.Point(c)
	}
	return corners
}
