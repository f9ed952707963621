package track

import (
	"fmt"
	"image"
	"image/color"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// Steady is the place's picture, or, where the board is plainly seen beside where it is taken to be and the options
// say so, a picture as it would look if the board lay there: a camera may shake. It says whether that was drawn;
// nearly always there is no need to. What was drawn holds until the next one is. What lies in a plane is seen
// elsewhere through a homography, but for the bend of the lens, which is hardly another one so near by.
func (w *Watch) Steady(p Place) (picture gocv.Mat, drawn bool, err error) {
	if !w.options.Steadied || !p.certain || !w.beside(p.pose) {
		return p.picture, false, nil
	}
	m, pose := w.measureFrom(p.pose, p.samples)
	if !m.certain || m.agreeing() < plain || w.doubtful(m) || !w.beside(pose) {
		return p.picture, false, nil
	}
	from, to := w.corners(pose), w.corners(w.pose)
	defer from.Close()
	defer to.Close()
	h := gocv.GetPerspectiveTransform2f(from, to)
	defer h.Close()
	size := image.Pt(p.picture.Cols(), p.picture.Rows())
	if err := gocv.WarpPerspectiveWithParams(p.picture, &w.steady, h, size, gocv.InterpolationLinear, gocv.BorderReplicate,
		color.RGBA{}); err != nil {
		return p.picture, false, fmt.Errorf("steadying the picture: %w", err)
	}
	return w.steady, true, nil
}

// beside reports whether a pose is another than the one the board is taken to be in, and near by.
func (w *Watch) beside(pose calibration.Pose) bool {
	off := w.cal.Board.Drift(w.pose, pose).WorstMM / w.cal.Board.SquareMM
	return off >= noticed && off < within
}

// corners are where the playing area's corners are seen.
func (w *Watch) corners(pose calibration.Pose) gocv.Point2fVector {
	points := make([]gocv.Point2f, 0, 4)
	for _, c := range w.cal.Board.Corners() {
		at := w.camera(pose).Project(c)
		points = append(points, gocv.Point2f{X: float32(at.X), Y: float32(at.Y)})
	}
	return gocv.NewPoint2fVectorFromPoints(points)
}
