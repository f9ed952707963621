package calibrated

import (
	"errors"
	"fmt"
	"image"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// boardView rectifies the pictures of one camera over one board, at two heights.
type boardView struct {
	lens    calibration.Lens
	grid    grid
	squares layout
	upper   *topView // at the height of a piece's top, or of its side
	lower   *topView // on the playing surface
}

func newBoardView(cal calibration.Calibration) (*boardView, error) {
	if err := cal.Validate(); err != nil {
		return nil, err
	}
	if err := inPicture(cal); err != nil {
		return nil, err
	}
	v := &boardView{lens: cal.Camera.Lens, grid: newGrid(cal.Board)}
	v.squares = newLayout(cal, v.grid)
	var err error
	if v.upper, err = newTopView(cal.Camera, v.grid, upperHeight(cal)); err != nil {
		return nil, err
	}
	if v.lower, err = newTopView(cal.Camera, v.grid, 0); err != nil {
		v.close()
		return nil, err
	}
	return v, nil
}

// ErrOutOfView says that the camera does not see the whole board.
var ErrOutOfView = errors.New("the board is not wholly in view")

// outside is how far, in squares, a corner of the board may lie beyond the picture's edge: what stands on its square
// is still seen.
const outside = 0.2

// inPicture returns an error that names the corner of the board which the camera does not see, if there is one.
func inPicture(cal calibration.Calibration) error {
	names := [4]string{"far left", "far right", "near right", "near left"}
	corners := cal.Board.Corners()
	seen := cal.Camera.ProjectAll(corners[:])
	for i, p := range seen {
		next := seen[(i+1)%4]
		more := outside * math.Hypot(next.X-p.X, next.Y-p.Y) / float64(cal.Board.Squares)
		if !(p.X >= -.5-more && p.Y >= -.5-more && p.X < float64(cal.Camera.Lens.Width)+more &&
			p.Y < float64(cal.Camera.Lens.Height)+more) {
			return fmt.Errorf("%w: its %s corner, seen from White's seat, is outside the picture; move the camera and "+
				"calibrate the board again", ErrOutOfView, names[i])
		}
	}
	return nil
}

// take rectifies a picture.
func (v *boardView) take(picture gocv.Mat) error {
	if err := v.lens.Fits(picture.Cols(), picture.Rows()); err != nil {
		return err
	}
	if picture.Type() != gocv.MatTypeCV8UC3 {
		return fmt.Errorf("the picture is not in 8-bit colour: read it as blue, green and red")
	}
	for _, s := range []*topView{v.upper, v.lower} {
		if err := s.take(picture); err != nil {
			return fmt.Errorf("rectifying the picture: %w", err)
		}
		if err := gocv.Blur(s.picture, &s.picture, image.Pt(3, 3)); err != nil {
			return fmt.Errorf("smoothing the picture: %w", err)
		}
	}
	return nil
}

func (v *boardView) close() {
	for _, s := range []*topView{v.upper, v.lower} {
		if s != nil {
			s.close()
		}
	}
}
