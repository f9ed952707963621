package kings

import (
	"errors"
	"fmt"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// topView is a board as seen from straight above, its surface in focus: what stands on it leans away from the camera.
type topView struct {
	imaging.Image // log units
	grid          imaging.Grid
	board         calibration.Board
	squarePX      int // pixels
	marginPX      int // pixels beyond the board
}

// The scale of a view follows that of the picture.
const (
	maxSquarePX   = 40  // pixels a square
	minSquarePX   = 16  //
	marginSquares = 1.5 // squares that are shown beyond the board
)

func newTopView(picture gocv.Mat, camera calibration.Camera, board calibration.Board) (_ topView, err error) {
	corners := board.Corners()
	seen := camera.ProjectAll(corners[:])
	side := 0.0
	for i, p := range seen {
		q := seen[(i+1)%4]
		side += math.Hypot(p.X-q.X, p.Y-q.Y) / float64(4*board.Squares)
	}
	s := topView{board: board, squarePX: min(max(int(side), minSquarePX), maxSquarePX)}
	s.marginPX = int(marginSquares * float64(s.squarePX))
	s.grid = imaging.Grid{Size: board.Squares*s.squarePX + 2*s.marginPX, MMPerPX: board.SquareMM / float64(s.squarePX)}
	above, err := imaging.NewTopView(camera, s.grid, 0)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, above.Close()) }()
	flat := gocv.NewMat()
	defer flat.Close()
	err = above.Draw(picture, &flat, gocv.BorderReplicate)
	if err == nil {
		err = imaging.ToBGR(flat, &flat)
	}
	var bytes []uint8
	if err == nil {
		bytes, err = flat.DataPtrUint8()
	}
	if err != nil {
		return s, fmt.Errorf("looking for kings: %w", err)
	}
	logs := imaging.Logarithms(imaging.DarkOffset(bytes))
	s.Image = imaging.Image{Width: s.grid.Size, Height: s.grid.Size, Px: make([]float32, len(bytes))}
	for i, v := range bytes {
		s.Px[i] = logs[v]
	}
	return s, nil
}

// pixel returns where a place on the board is shown; (0, 0) is the middle of the first pixel.
func (s *topView) pixel(mmX, mmY float64) (x, y float64) {
	x, y = s.grid.Pixel(mmX, mmY)
	return x - .5, y - .5
}
