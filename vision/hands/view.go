package hands

import (
	"errors"
	"fmt"
	"image"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// The picture is looked at in cells: what it shows of the area and of what is beside it, scaled to Columns × Rows.
const (
	Columns = 128
	Rows    = 96
	cells   = Columns * Rows
)

const (
	besideShare = 0.2 // of the area's width and height in the picture, that is looked at beside it on each side
	darkOffset  = 6.0 // added to samples of 0 to 255 before logarithms are taken: the dark is noisy
)

// Area is a rectangle on the table, board mm.
type Area struct{ Min, Max calibration.BoardPoint }

// view is what a camera shows of an area and of what is beside it.
type view struct {
	camera                calibration.Camera
	crop                  image.Rectangle // of the picture, pixels
	cellWidth, cellHeight float64         // pixels
	inArea                [cells]bool
	perMM                 float64 // blocks a mm, in the middle of the board
}

// newView is the view of an area through a camera. It is an error when the camera is not valid, or does not show the
// area.
func newView(camera calibration.Camera, a Area) (*view, error) {
	if err := camera.Validate(); err != nil {
		return nil, err
	}
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range camera.ProjectAll([]calibration.BoardPoint{
		{X: a.Min.X, Y: a.Min.Y}, {X: a.Max.X, Y: a.Min.Y}, {X: a.Min.X, Y: a.Max.Y}, {X: a.Max.X, Y: a.Max.Y},
	}) {
		left, right, top, bottom = min(left, p.X), max(right, p.X), min(top, p.Y), max(bottom, p.Y)
	}
	w, h := right-left, bottom-top
	w, h = max(w, h*Columns/Rows), max(h, w*Rows/Columns)
	x, y := (left+right)/2, (top+bottom)/2
	w, h = w*(1+2*besideShare), h*(1+2*besideShare)
	whole := image.Rect(0, 0, camera.Lens.Width, camera.Lens.Height)
	v := &view{camera: camera, crop: image.Rect(int(x-w/2), int(y-h/2), int(x+w/2), int(y+h/2)).Intersect(whole)}
	if v.crop.Empty() {
		return nil, errors.New("the camera does not show the board: calibrate it anew")
	}
	v.cellWidth, v.cellHeight = float64(v.crop.Dx())/Columns, float64(v.crop.Dy())/Rows
	for i := range v.inArea {
		at, err := camera.Locate(v.pixel(i), 0)
		v.inArea[i] = err == nil && a.Contains(at)
	}
	const span = 100 // mm
	x, y = v.cell(calibration.BoardPoint{X: -span / 2})
	right, bottom = v.cell(calibration.BoardPoint{X: span / 2})
	v.perMM = math.Hypot(right-x, bottom-y) / span / 2
	return v, nil
}

// Crop is the part of a picture that is looked at: the area and what is beside it.
func (v *view) Crop() image.Rectangle { return v.crop }

// Contains reports whether a place belongs to the area.
func (a Area) Contains(p calibration.BoardPoint) bool {
	return p.X >= a.Min.X && p.X <= a.Max.X && p.Y >= a.Min.Y && p.Y <= a.Max.Y
}

// pixel is the middle of a cell.
func (v *view) pixel(i int) calibration.Pixel {
	return calibration.Pixel{
		X: float64(v.crop.Min.X) + (float64(i%Columns)+.5)*v.cellWidth - .5,
		Y: float64(v.crop.Min.Y) + (float64(i/Columns)+.5)*v.cellHeight - .5,
	}
}

// cell returns where a place is seen, in cells; the middle of a cell has whole numbers.
func (v *view) cell(p calibration.BoardPoint) (x, y float64) {
	q := v.camera.Project(p)
	return (q.X+.5-float64(v.crop.Min.X))/v.cellWidth - .5, (q.Y+.5-float64(v.crop.Min.Y))/v.cellHeight - .5
}

// samples are the blue, green and red of all cells of a picture, 0 to 255. The picture has to be as large as the
// camera's, of 8-bit BGR.
func (v *view) samples(picture gocv.Mat) ([]uint8, error) {
	if err := v.camera.Lens.Fits(picture.Cols(), picture.Rows()); err != nil {
		return nil, fmt.Errorf("looking for hands: %w", err)
	}
	if picture.Type() != gocv.MatTypeCV8UC3 {
		return nil, errors.New("looking for hands: the picture is not in 8-bit colour: read it as blue, green and red")
	}
	part, small := picture.Region(v.crop), gocv.NewMat()
	defer part.Close()
	defer small.Close()
	if err := gocv.Resize(part, &small, image.Pt(Columns, Rows), 0, 0, gocv.InterpolationArea); err != nil {
		return nil, fmt.Errorf("looking for hands: %w", err)
	}
	return small.ToBytes(), nil
}

// logColour is the natural logarithm of a cell's blue, green and red, each as a sample of 0 to 255 with darkOffset
// added.
type logColour [3]float32

var logarithms = imaging.Logarithms(darkOffset)

func logColours(samples []uint8) []logColour {
	list := make([]logColour, len(samples)/3)
	for i := range list {
		for c := range 3 {
			list[i][c] = logarithms[samples[3*i+c]]
		}
	}
	return list
}

// heat is how near each cell is to the nearest of the places where the tool may be, 1 to 0. It is 0 everywhere if
// there are none.
func (v *view) heat(tools []calibration.BoardPoint) []float32 {
	const radius = 4 // cells
	list := make([]float32, cells)
	for _, p := range tools {
		x, y := v.cell(p)
		if !(math.Abs(x) < 4*Columns && math.Abs(y) < 4*Rows) { // behind the camera, or far beside the picture
			continue
		}
		for j := max(0, int(y)-3*radius); j <= min(Rows-1, int(y)+3*radius); j++ {
			for i := max(0, int(x)-3*radius); i <= min(Columns-1, int(x)+3*radius); i++ {
				dx, dy := float64(i)-x, float64(j)-y
				h := float32(math.Exp(-(dx*dx + dy*dy) / (2 * radius * radius)))
				list[j*Columns+i] = max(list[j*Columns+i], h)
			}
		}
	}
	return list
}

// largest is the size of the largest connected part of some blocks, as much of it as is in the area if asked for, mm².
func (v *view) largest(of []bool, inArea bool) (mm2 float64) {
	for _, part := range imaging.Components(of, blockColumns, true) {
		n := len(part)
		if inArea {
			n = len(v.within(part))
		}
		mm2 = max(mm2, float64(n)/(v.perMM*v.perMM))
	}
	return mm2
}

// hidden is what the largest connected part of some blocks hides of the area, mm², and its middle on the table.
func (v *view) hidden(of []bool) (mm2 float64, at calibration.BoardPoint) {
	var most []int
	for _, part := range imaging.Components(of, blockColumns, true) {
		if in := v.within(part); len(in) > len(most) {
			most = in
		}
	}
	if len(most) == 0 {
		return 0, at
	}
	at, err := v.camera.Locate(v.pixel(cellsOf(most[len(most)/2])[3]), 0)
	if err != nil {
		at = calibration.BoardPoint{}
	}
	return float64(len(most)) / (v.perMM * v.perMM), at
}

// within are the blocks of a part that belong to the area.
func (v *view) within(part []int) (in []int) {
	for _, b := range part {
		if v.inArea[cellsOf(b)[0]] {
			in = append(in, b)
		}
	}
	return in
}
