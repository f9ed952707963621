package read

import (
	"fmt"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// A sheet is a picture of the board rectified at one height: as if seen from
// straight above, Black's side up, with a square of margin.
const (
	perSquare = 24 // pixels along a square
	margin    = perSquare
)

// grid converts between board millimetres and pixels of a sheet.
type grid struct {
	size     int     // pixels along an edge
	mmPerPX  float64 //
	halfEdge float64 // of the sheet, mm
}

func newGrid(b calibration.Board) grid {
	g := grid{size: b.Squares*perSquare + 2*margin, mmPerPX: b.SquareMM / perSquare}
	g.halfEdge = float64(g.size) * g.mmPerPX / 2
	return g
}

// at is the place that a pixel's middle shows.
func (g grid) at(x, y int) (mmX, mmY float64) {
	return (float64(x)+.5)*g.mmPerPX - g.halfEdge, g.halfEdge - (float64(y)+.5)*g.mmPerPX
}

// pixel is where a place is shown, with fractions; a pixel's middle is at .5.
func (g grid) pixel(mmX, mmY float64) (x, y float64) {
	return (mmX + g.halfEdge) / g.mmPerPX, (g.halfEdge - mmY) / g.mmPerPX
}

// sheet rectifies pictures at one height.
type sheet struct {
	mapX, mapY gocv.Mat
	picture    gocv.Mat
	bytes      []uint8 // of picture: blue, green, red
}

func newSheet(camera calibration.Camera, g grid, height float64) (*sheet, error) {
	points := make([]calibration.BoardPoint, 0, g.size*g.size)
	for y := range g.size {
		for x := range g.size {
			mmX, mmY := g.at(x, y)
			points = append(points, calibration.BoardPoint{X: mmX, Y: mmY, Z: height})
		}
	}
	s := &sheet{
		mapX:    gocv.NewMatWithSize(g.size, g.size, gocv.MatTypeCV32FC1),
		mapY:    gocv.NewMatWithSize(g.size, g.size, gocv.MatTypeCV32FC1),
		picture: gocv.NewMatWithSize(g.size, g.size, gocv.MatTypeCV8UC3),
	}
	xs, errX := s.mapX.DataPtrFloat32()
	ys, errY := s.mapY.DataPtrFloat32()
	bytes, err := s.picture.DataPtrUint8()
	for _, err := range []error{errX, errY, err} {
		if err != nil {
			s.close()
			return nil, fmt.Errorf("preparing to rectify pictures: %w", err)
		}
	}
	s.bytes = bytes
	for i, p := range camera.ProjectAll(points) {
		if math.IsNaN(p.X) { // nowhere in the picture
			p.X, p.Y = -1e4, -1e4
		}
		xs[i], ys[i] = float32(p.X), float32(p.Y)
	}
	return s, nil
}

// take rectifies a picture.
func (s *sheet) take(image gocv.Mat) error {
	return gocv.Remap(image, &s.picture, &s.mapX, &s.mapY, gocv.InterpolationLinear, gocv.BorderConstant, color.RGBA{})
}

func (s *sheet) close() {
	for _, m := range []*gocv.Mat{&s.mapX, &s.mapY, &s.picture} {
		if m.Ptr() != nil {
			_ = m.Close()
		}
	}
}
