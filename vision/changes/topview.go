package changes

import (
	"errors"
	"fmt"
	"image"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// topView is a table seen from straight above at the height of a disc's face, in square pixels.
type topView struct {
	imaging.Grid
	camera calibration.Camera
	view   *imaging.TopView // of that camera's pictures; nil: not yet
}

// aim prepares the rectifying of pictures of a table, unless that is done.
func (v *topView) aim(known calibration.Calibration) error {
	if v.view != nil && v.camera == known.Camera {
		return nil
	}
	grid := imaging.Grid{Size: int(2 * (known.Board.Half() + margin) / mmPerPX), MMPerPX: mmPerPX}
	view, err := imaging.NewTopView(known.Camera, grid, known.Disc.HeightMM)
	if err != nil {
		return err
	}
	err = v.close()
	v.Grid, v.camera, v.view = grid, known.Camera, view
	return err
}

// close gives the memory back.
func (v *topView) close() error {
	view := v.view
	v.view = nil
	return view.Close()
}

// point is where a pixel is, on the playing surface's level.
func (v *topView) point(x, y int) (p calibration.BoardPoint) {
	p.X, p.Y = v.At(x, y)
	return p
}

// pixel is the pixel of a point.
func (v *topView) pixel(p calibration.BoardPoint) (x, y int) {
	column, row := v.Pixel(p.X, p.Y)
	return int(math.Floor(column)), int(math.Floor(row))
}

// shows reports whether the camera sees a place.
func (v *topView) shows(p calibration.BoardPoint) bool {
	x, y := v.pixel(p)
	at, lens := v.camera.Project(p), v.camera.Lens
	return min(x, y) >= viewEdge && max(x, y) < v.Size-viewEdge &&
		min(at.X, at.Y) >= viewEdge && at.X < float64(lens.Width-viewEdge) && at.Y < float64(lens.Height-viewEdge)
}

// rectify returns a picture as seen from above, smoothed; what it does not show is black.
func (v *topView) rectify(picture gocv.Mat) (gocv.Mat, error) {
	flat := gocv.NewMat()
	err := v.view.Draw(picture, &flat, gocv.BorderConstant)
	if err == nil {
		err = gocv.Blur(flat, &flat, image.Pt(smoothing, smoothing))
	}
	if err != nil {
		return gocv.Mat{}, errors.Join(fmt.Errorf("looking for discs beside the squares: %w", err), flat.Close())
	}
	return flat, nil
}

// span is the pixels of one row of a shape, from its middle.
type span struct{ y, from, to int }

// annulus is the pixels whose distance from the middle is in a range, in rows.
func annulus(least, most float64) (rows []span) {
	for y := -int(most); float64(y) <= most; y++ {
		outer := int(math.Sqrt(most*most - float64(y*y)))
		if math.Abs(float64(y)) >= least {
			rows = append(rows, span{y, -outer, outer + 1})
			continue
		}
		inner := int(math.Sqrt(least*least - float64(y*y)))
		rows = append(rows, span{y, -outer, -inner}, span{y, inner + 1, outer + 1})
	}
	return rows
}

// forEach calls a function with every pixel of a shape about a place that is in the view.
func (v *topView) forEach(x, y int, shape []span, f func(i int)) {
	for _, row := range shape {
		if y+row.y < 0 || y+row.y >= v.Size {
			continue
		}
		for k := max(x+row.from, 0); k < min(x+row.to, v.Size); k++ {
			f((y+row.y)*v.Size + k)
		}
	}
}

// fraction is the part of a shape's pixels about a place for which something holds, 0 to 1.
func (v *topView) fraction(x, y int, shape []span, holds func(i int) bool) float64 {
	n, of := 0, 0
	v.forEach(x, y, shape, func(i int) {
		of++
		if holds(i) {
			n++
		}
	})
	return float64(n) / float64(of)
}

// mean is the mean colour within a radius, mm, of a point.
func (v *topView) mean(bytes []uint8, at calibration.BoardPoint, radius float64) (sum colour) {
	x, y := v.pixel(at)
	n := 0.0
	v.forEach(x, y, annulus(0, radius/mmPerPX), func(i int) {
		for c, sample := range colourAt(bytes, i) {
			sum[c] += sample
		}
		n++
	})
	for c := range sum {
		sum[c] /= n
	}
	return sum
}
