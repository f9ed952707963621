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

// sheet is a plane over the table in small squares, seen from straight above.
type sheet struct {
	imaging.Grid
	camera calibration.Camera
	view   *imaging.TopView // of that camera's pictures; nil: not yet
}

// aim prepares the rectifying of pictures of a table, unless that is done.
func (s *sheet) aim(known calibration.Calibration) error {
	if s.view != nil && s.camera == known.Camera {
		return nil
	}
	grid := imaging.Grid{Size: int(2 * (known.Board.Half() + margin) / mmPerPX), MMPerPX: mmPerPX}
	view, err := imaging.NewTopView(known.Camera, grid, known.Disc.HeightMM)
	if err != nil {
		return err
	}
	err = s.close()
	s.Grid, s.camera, s.view = grid, known.Camera, view
	return err
}

// close gives the memory back.
func (s *sheet) close() error {
	view := s.view
	s.view = nil
	return view.Close()
}

// point is where a pixel is, on the playing surface's level.
func (s *sheet) point(x, y int) (p calibration.BoardPoint) {
	p.X, p.Y = s.At(x, y)
	return p
}

// pixel is the pixel of a point.
func (s *sheet) pixel(p calibration.BoardPoint) (x, y int) {
	column, row := s.Pixel(p.X, p.Y)
	return int(math.Floor(column)), int(math.Floor(row))
}

// shows reports whether the camera sees a place.
func (s *sheet) shows(p calibration.BoardPoint) bool {
	const edge = 20 // pixels of the sheet and of the picture
	x, y := s.pixel(p)
	at, lens := s.camera.Project(p), s.camera.Lens
	return min(x, y) >= edge && max(x, y) < s.Size-edge &&
		min(at.X, at.Y) >= edge && at.X < float64(lens.Width-edge) && at.Y < float64(lens.Height-edge)
}

// take rectifies a picture; what it does not show is black.
func (s *sheet) take(picture gocv.Mat) (gocv.Mat, error) {
	flat := gocv.NewMat()
	err := s.view.Draw(picture, &flat, gocv.BorderConstant)
	if err == nil {
		err = gocv.Blur(flat, &flat, image.Pt(5, 5))
	}
	if err != nil {
		return gocv.Mat{}, errors.Join(fmt.Errorf("looking for discs beside the squares: %w", err), flat.Close())
	}
	return flat, nil
}

// span is the pixels of a row, from its shape's middle.
type span struct{ y, from, to int }

// ring is the pixels whose distance from the middle is in a range.
func ring(least, most float64) (rows []span) {
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

// each calls a function with every pixel of a shape about a place that is on the sheet.
func (s *sheet) each(x, y int, shape []span, f func(i int)) {
	for _, row := range shape {
		if y+row.y < 0 || y+row.y >= s.Size {
			continue
		}
		for k := max(x+row.from, 0); k < min(x+row.to, s.Size); k++ {
			f((y+row.y)*s.Size + k)
		}
	}
}

// share is the part of a shape's pixels about a place for which something holds.
func (s *sheet) share(x, y int, shape []span, holds func(i int) bool) float64 {
	n, of := 0, 0
	s.each(x, y, shape, func(i int) {
		of++
		if holds(i) {
			n++
		}
	})
	return float64(n) / float64(of)
}

// mean is the colour within some millimetres of a point.
func (s *sheet) mean(bytes []uint8, at calibration.BoardPoint, radius float64) (sum colour) {
	x, y := s.pixel(at)
	n := 0.0
	s.each(x, y, ring(0, radius/mmPerPX), func(i int) {
		for c, v := range colourAt(bytes, i) {
			sum[c] += v
		}
		n++
	})
	for c := range sum {
		sum[c] /= n
	}
	return sum
}
