package crown

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// colour is blue, green and red in log units.
type colour [3]float32

func (a colour) minus(b colour) colour { return colour{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// sheet is a board as seen from straight above, its surface in focus: what
// stands on it leans away from the camera.
type sheet struct {
	board     calibration.Board
	perSquare int // pixels
	margin    int // pixels beyond the board
	size      int
	px        []colour
}

// The scale of a sheet follows the picture's.
const (
	finest   = 40  // pixels a square
	coarsest = 16  //
	beyond   = 1.5 // squares that are shown beyond the board
)

func newSheet(picture gocv.Mat, camera calibration.Camera, board calibration.Board) (sheet, error) {
	corners := board.Corners()
	seen := camera.ProjectAll(corners[:])
	side := 0.0
	for i, p := range seen {
		q := seen[(i+1)%4]
		side += math.Hypot(p.X-q.X, p.Y-q.Y) / float64(4*board.Squares)
	}
	s := sheet{board: board, perSquare: min(max(int(side), coarsest), finest)}
	s.margin = int(beyond * float64(s.perSquare))
	s.size = board.Squares*s.perSquare + 2*s.margin
	mapX, mapY := gocv.NewMatWithSize(s.size, s.size, gocv.MatTypeCV32FC1),
		gocv.NewMatWithSize(s.size, s.size, gocv.MatTypeCV32FC1)
	defer mapX.Close()
	defer mapY.Close()
	xs, errX := mapX.DataPtrFloat32()
	ys, errY := mapY.DataPtrFloat32()
	flat := gocv.NewMat()
	defer flat.Close()
	for _, err := range []error{errX, errY} {
		if err != nil {
			return s, fmt.Errorf("preparing to rectify the board: %w", err)
		}
	}
	points := make([]calibration.BoardPoint, 0, s.size*s.size)
	for y := range s.size {
		for x := range s.size {
			mmX, mmY := s.at(float64(x), float64(y))
			points = append(points, calibration.BoardPoint{X: mmX, Y: mmY})
		}
	}
	for i, p := range camera.ProjectAll(points) {
		if math.IsNaN(p.X) {
			p.X, p.Y = -1e4, -1e4
		}
		xs[i], ys[i] = float32(p.X), float32(p.Y)
	}
	err := gocv.Remap(picture, &flat, &mapX, &mapY, gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{})
	if err != nil {
		return s, fmt.Errorf("rectifying the board: %w", err)
	}
	switch picture.Type() {
	case gocv.MatTypeCV8UC3:
	case gocv.MatTypeCV8UC1:
		err = gocv.CvtColor(flat, &flat, gocv.ColorGrayToBGR)
	case gocv.MatTypeCV8UC4:
		err = gocv.CvtColor(flat, &flat, gocv.ColorBGRAToBGR)
	default:
		err = fmt.Errorf("8-bit grey or colour is needed, not type %v", picture.Type())
	}
	var bytes []uint8
	if err == nil {
		bytes, err = flat.DataPtrUint8()
	}
	if err != nil {
		return s, fmt.Errorf("rectifying the board: %w", err)
	}
	s.px = logColours(bytes)
	return s, nil
}

// logColours are the logarithms of samples, with a little added so that the noise of the darkest does not count most.
func logColours(bgr []uint8) []colour {
	var sample []uint8
	for i := 0; i+2 < len(bgr); i += 3 * 31 {
		sample = append(sample, max(bgr[i], bgr[i+1], bgr[i+2]))
	}
	slices.Sort(sample)
	dark := 0.06*float64(sample[len(sample)*19/20]) + 2
	var logs [256]float32
	for v := range logs {
		logs[v] = float32(math.Log(float64(v) + dark))
	}
	px := make([]colour, len(bgr)/3)
	for i := range px {
		px[i] = colour{logs[bgr[3*i]], logs[bgr[3*i+1]], logs[bgr[3*i+2]]}
	}
	return px
}

// at is the place on the board that a pixel shows, mm.
func (s *sheet) at(x, y float64) (mmX, mmY float64) {
	mm := s.board.SquareMM / float64(s.perSquare)
	half := float64(s.size) / 2
	return (x + .5 - half) * mm, (half - y - .5) * mm
}

// pixel is where a place on the board is shown.
func (s *sheet) pixel(mmX, mmY float64) (x, y float64) {
	px := float64(s.perSquare) / s.board.SquareMM
	half := float64(s.size) / 2
	return mmX*px + half - .5, half - mmY*px - .5
}

// look is the colour at a place between pixels.
func (s *sheet) look(x, y float64) (c colour) {
	x, y = min(max(x, 0), float64(s.size)-1.001), min(max(y, 0), float64(s.size)-1.001)
	x0, y0 := int(x), int(y)
	fx, fy := float32(x-float64(x0)), float32(y-float64(y0))
	a, b := s.px[y0*s.size+x0:], s.px[(y0+1)*s.size+x0:]
	for k := range c {
		c[k] = (1-fy)*((1-fx)*a[0][k]+fx*a[1][k]) + fy*((1-fx)*b[0][k]+fx*b[1][k])
	}
	return c
}
