package kings

import (
	"errors"
	"fmt"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// sheet is a board as seen from straight above, its surface in focus: what
// stands on it leans away from the camera.
type sheet struct {
	imaging.Image // log units
	grid          imaging.Grid
	board         calibration.Board
	perSquare     int // pixels
	margin        int // pixels beyond the board
}

// The scale of a sheet follows the picture's.
const (
	finest   = 40  // pixels a square
	coarsest = 16  //
	beyond   = 1.5 // squares that are shown beyond the board
)

func newSheet(picture gocv.Mat, camera calibration.Camera, board calibration.Board) (_ sheet, err error) {
	corners := board.Corners()
	seen := camera.ProjectAll(corners[:])
	side := 0.0
	for i, p := range seen {
		q := seen[(i+1)%4]
		side += math.Hypot(p.X-q.X, p.Y-q.Y) / float64(4*board.Squares)
	}
	s := sheet{board: board, perSquare: min(max(int(side), coarsest), finest)}
	s.margin = int(beyond * float64(s.perSquare))
	s.grid = imaging.Grid{Size: board.Squares*s.perSquare + 2*s.margin, MMPerPX: board.SquareMM / float64(s.perSquare)}
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

// pixel is where a place on the board is shown; (0, 0) is the middle of the first pixel.
func (s *sheet) pixel(mmX, mmY float64) (x, y float64) {
	x, y = s.grid.Pixel(mmX, mmY)
	return x - .5, y - .5
}
