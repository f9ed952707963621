package track

import (
	"fmt"
	"image"
	"image/color"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// Stabilise returns the estimate's picture or, where the options say so and the board is plainly seen beside its
// pose, a picture as it would look if the board lay there: a camera may shake. drawn tells which; nearly always
// there is no need to draw. A picture that was drawn holds until the next one is. What lies in a plane moves by a
// homography, but for the distortion of the lens, which hardly differs so near by.
func (t *Tracker) Stabilise(p Estimate) (picture gocv.Mat, drawn bool, err error) {
	if !t.options.Stabilised || !p.certain || !t.displaced(p.pose) {
		return p.picture, false, nil
	}
	m, pose := t.measureFrom(p.pose, p.samples)
	if !m.certain || m.agreeing() < clearlySeen || t.mayHaveSlipped(m) || !t.displaced(pose) {
		return p.picture, false, nil
	}
	from, to := t.corners(pose), t.corners(t.pose)
	defer from.Close()
	defer to.Close()
	h := gocv.GetPerspectiveTransform2f(from, to)
	defer h.Close()
	size := image.Pt(p.picture.Cols(), p.picture.Rows())
	if err := gocv.WarpPerspectiveWithParams(p.picture, &t.stabilised, h, size, gocv.InterpolationLinear,
		gocv.BorderReplicate,
		color.RGBA{}); err != nil {
		return p.picture, false, fmt.Errorf("stabilising the picture: %w", err)
	}
	return t.stabilised, true, nil
}

// displaced reports whether a pose is another than that of the board, and near by.
func (t *Tracker) displaced(pose calibration.Pose) bool {
	off := t.cal.Board.Drift(t.pose, pose).WorstMM / t.cal.Board.SquareMM
	return off >= leastDrift && off < nearbyDrift
}

// corners are where the playing area's corners are seen in a pose.
func (t *Tracker) corners(pose calibration.Pose) gocv.Point2fVector {
	points := make([]gocv.Point2f, 0, 4)
	for _, c := range t.cal.Board.Corners() {
		at := t.camera(pose).Project(c)
		points = append(points, gocv.Point2f{X: float32(at.X), Y: float32(at.Y)})
	}
	return gocv.NewPoint2fVectorFromPoints(points)
}
