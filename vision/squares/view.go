package squares

import (
	"errors"
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/detect"
	"draughtsman/vision/imaging"
)

// view is how the plane of a board is seen in a picture. Places on it are columns and rows from the board's first
// corner, in squares.
type view struct {
	squares    int // along an edge
	homography imaging.Homography
	camera     *calibration.Camera // nil where none explains how the board is seen
	board      calibration.Board   // as the camera has it
	bent       bool                // by the camera's lens, so that the homography does not tell where squares lie
}

const (
	// nominalSquareMM is the side that squares count as having, mm: a picture shows proportions only.
	nominalSquareMM = 40
	// What crossings must be off their places under a homography for a lens to be taken to bend the board: as a root
	// mean square, in squares, and by how much less they must be under the camera.
	leastBent       = 0.025
	mostStraightens = 0.4
	// lowestEye is how high above a board a camera is at least, in edges of the board: what was cut out of a picture may
	// be explained by one that lies on the table.
	lowestEye = 0.3
)

var errNoBoard = errors.New("the board's corners do not make a board: find it again")

// viewOf returns how a found board is seen in a picture of a size.
func viewOf(found detect.Board, width, height int) (v view, err error) {
	v.squares = found.Squares
	v.board = calibration.Board{Squares: found.Squares, SquareMM: nominalSquareMM}
	var corners [4]imaging.Point
	for i, c := range found.Corners {
		corners[i] = imaging.Point(c)
	}
	var ok bool
	if v.homography, ok = imaging.FromSquare(corners, float64(found.Squares)); !ok || found.Squares < 2 {
		return v, errNoBoard
	}
	camera, _, err := calibration.FitCamera(width, height, found.Corresponding(v.board, calibration.Top))
	if err != nil || camera.Eye().Z < lowestEye*2*v.board.Half() {
		return v, nil // it is seen all the same: only which way things lean is guessed
	}
	straight := v.off(found.Crossings)
	v.camera, v.bent = &camera, true
	v.bent = straight > leastBent*found.SquarePX() && v.off(found.Crossings) < mostStraightens*straight
	return v, nil
}

// off returns how far crossings were seen from their places, as a root mean square, px.
func (v *view) off(crossings []detect.Crossing) float64 {
	places := make([]imaging.Point, len(crossings))
	for i, c := range crossings {
		places[i] = imaging.Pt(float64(c.Column), float64(c.Row))
	}
	total := 0.0
	for i, p := range v.pixels(places) {
		dx, dy := p.X-crossings[i].At.X, p.Y-crossings[i].At.Y
		total += dx*dx + dy*dy
	}
	return math.Sqrt(total / float64(max(len(crossings), 1)))
}

// pixels returns where places are seen.
func (v *view) pixels(places []imaging.Point) []calibration.Pixel {
	if v.bent {
		points := make([]calibration.BoardPoint, len(places))
		for i, p := range places {
			points[i] = calibration.BoardPoint{X: p.X*v.board.SquareMM - v.board.Half(),
				Y: v.board.Half() - p.Y*v.board.SquareMM}
		}
		return v.camera.ProjectAll(points)
	}
	seen := make([]calibration.Pixel, len(places))
	for i, p := range places {
		seen[i] = calibration.Pixel(v.homography.Project(p))
	}
	return seen
}

// unknownTilt is the sine of the tilt where no camera explains the view: of 30°.
const unknownTilt = 0.5

// lean returns which way what stands upright at a place leans in the plane as it is seen, a unit vector along columns
// and rows, and the sine of the angle between the line of sight and the vertical there.
func (v *view) lean(at imaging.Point) (away imaging.Point, tilt float64) {
	if v.camera != nil {
		eye := v.camera.Eye()
		foot := imaging.Pt((eye.X+v.board.Half())/v.board.SquareMM, (v.board.Half()-eye.Y)/v.board.SquareMM)
		d := at.Minus(foot)
		if far := d.Length(); far > 1e-6 {
			return d.Times(1 / far), far / math.Hypot(far, eye.Z/v.board.SquareMM)
		}
		return imaging.Pt(0, -1), 0
	}
	// upwards in the picture
	inverse, ok := v.homography.Inverse()
	if !ok {
		return imaging.Pt(0, -1), unknownTilt
	}
	p := v.homography.Project(at)
	higher, ok := inverse.At(imaging.Pt(p.X, p.Y-1))
	if d := higher.Minus(at); ok && d.Length() > 1e-9 {
		return d.Times(1 / d.Length()), unknownTilt
	}
	return imaging.Pt(0, -1), unknownTilt
}

// side returns how long the sides of a square are in the picture, px: the root of its area.
func (v *view) side(row, column int) float64 {
	x, y := float64(column), float64(row)
	c := v.pixels([]imaging.Point{{X: x, Y: y}, {X: x + 1, Y: y}, {X: x + 1, Y: y + 1}, {X: x, Y: y + 1}})
	area := 0.0
	for i, p := range c {
		q := c[(i+1)%4]
		area += (p.X*q.Y - q.X*p.Y) / 2
	}
	return math.Sqrt(math.Abs(area))
}
