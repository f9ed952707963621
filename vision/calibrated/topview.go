package calibrated

import (
	"fmt"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// A sheet is a picture of the board rectified at one height: as if seen from straight above, Black's side up, with a
// square of margin.
const (
	perSquare = 24 // pixels along a square
	margin    = perSquare
)

// grid is the pixels of a rectified view.
type grid struct{ imaging.Grid }

func newGrid(b calibration.Board) grid {
	return grid{imaging.Grid{Size: b.Squares*perSquare + 2*margin, MMPerPX: b.SquareMM / perSquare}}
}

// topView rectifies pictures at one height.
type topView struct {
	above   *imaging.TopView
	picture gocv.Mat
	bytes   []uint8 // of picture: blue, green, red
}

func newTopView(camera calibration.Camera, g grid, height float64) (*topView, error) {
	above, err := imaging.NewTopView(camera, g.Grid, height)
	if err != nil {
		return nil, err
	}
	s := &topView{above: above, picture: gocv.NewMatWithSize(g.Size, g.Size, gocv.MatTypeCV8UC3)}
	if s.bytes, err = s.picture.DataPtrUint8(); err != nil {
		s.close()
		return nil, fmt.Errorf("preparing to rectify pictures: %w", err)
	}
	return s, nil
}

// take rectifies a picture.
func (s *topView) take(image gocv.Mat) error {
	return s.above.Draw(image, &s.picture, gocv.BorderConstant)
}

func (s *topView) close() {
	_ = s.above.Close()
	_ = s.picture.Close()
}
