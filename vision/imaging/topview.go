package imaging

import (
	"errors"
	"fmt"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// Grid is the pixels of a square picture that shows a board as from straight above: the board's middle in its
// middle, its x axis to the right and its y axis up.
type Grid struct {
	Size    int     // pixels along an edge
	MMPerPX float64 // board millimetres along a pixel's edge
}

// Half is half the length of an edge, mm.
func (g Grid) Half() float64 { return float64(g.Size) * g.MMPerPX / 2 }

// At is the place that the middle of a pixel shows, mm.
func (g Grid) At(x, y int) (mmX, mmY float64) {
	return (float64(x)+.5)*g.MMPerPX - g.Half(), g.Half() - (float64(y)+.5)*g.MMPerPX
}

// Pixel is where a place is shown, with fractions: (0, 0) is the corner of the first pixel and (0.5, 0.5) its middle.
func (g Grid) Pixel(mmX, mmY float64) (x, y float64) {
	return (mmX + g.Half()) / g.MMPerPX, (g.Half() - mmY) / g.MMPerPX
}

// Points are the places that the pixels show, row by row, at a height above the board, mm.
func (g Grid) Points(height float64) []calibration.BoardPoint {
	points := make([]calibration.BoardPoint, 0, g.Size*g.Size)
	for y := range g.Size {
		for x := range g.Size {
			mmX, mmY := g.At(x, y)
			points = append(points, calibration.BoardPoint{X: mmX, Y: mmY, Z: height})
		}
	}
	return points
}

// TopView redraws the pictures of a camera as seen from another place.
type TopView struct{ mapX, mapY gocv.Mat }

// NewTopView is the view of the plane at a height above the board, mm, from straight above.
func NewTopView(camera calibration.Camera, g Grid, height float64) (*TopView, error) {
	return NewView(g.Size, camera.ProjectAll(g.Points(height)))
}

// NewView is a view of which each row has so many pixels and each pixel is seen at a place of the pictures; NaN for
// a pixel that they do not show.
func NewView(width int, seen []calibration.Pixel) (*TopView, error) {
	height := len(seen) / width
	v := &TopView{gocv.NewMatWithSize(height, width, gocv.MatTypeCV32FC1),
		gocv.NewMatWithSize(height, width, gocv.MatTypeCV32FC1)}
	xs, errX := v.mapX.DataPtrFloat32()
	ys, errY := v.mapY.DataPtrFloat32()
	if err := errors.Join(errX, errY); err != nil {
		return nil, errors.Join(fmt.Errorf("preparing to rectify pictures: %w", err), v.Close())
	}
	const nowhere = -1e4 // pixels: outside of every picture
	for i, p := range seen {
		if math.IsNaN(p.X) {
			p = calibration.Pixel{X: nowhere, Y: nowhere}
		}
		xs[i], ys[i] = float32(p.X), float32(p.Y)
	}
	return v, nil
}

// Draw rectifies a picture. What it does not show is black with gocv.BorderConstant, and what is nearest at its edge
// with gocv.BorderReplicate.
func (v *TopView) Draw(picture gocv.Mat, into *gocv.Mat, border gocv.BorderType) error {
	err := gocv.Remap(picture, into, &v.mapX, &v.mapY, gocv.InterpolationLinear, border, color.RGBA{})
	if err != nil {
		return fmt.Errorf("rectifying the picture: %w", err)
	}
	return nil
}

// Close gives the view's memory back; of nil it does nothing.
func (v *TopView) Close() error {
	if v == nil {
		return nil
	}
	return errors.Join(v.mapX.Close(), v.mapY.Close())
}
