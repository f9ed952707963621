package boards

import (
	"image"
	"math"

	"gocv.io/x/gocv"
)

func imagePoint(x, y int) image.Point { return image.Pt(x, y) }

// sheet is a flat thing to draw on: three 8-bit channels, so many pixels a square, its first pixel at a place. Its
// first error stays.
type sheet struct {
	mat    gocv.Mat
	scale  float64
	origin point // of its top left corner, squares
	err    error
}

func newSheet(from point, wide, high, scale float64, ground tone) *sheet {
	return &sheet{
		mat: gocv.NewMatWithSizeFromScalar(ground.scalar(), int(math.Round(high*scale)), int(math.Round(wide*scale)),
			gocv.MatTypeCV8UC3),
		scale: scale, origin: from,
	}
}

func (s *sheet) close() { _ = s.mat.Close() }

func (s *sheet) do(f func() error) {
	if s.err == nil {
		s.err = f()
	}
}

func (s *sheet) at(x, y float64) (int, int) {
	return int(math.Round((x - s.origin.x) * s.scale)), int(math.Round((y - s.origin.y) * s.scale))
}

// within does something to a rectangle, as far as it lies on the sheet.
func (s *sheet) within(x0, y0, x1, y1 float64, do func(region gocv.Mat)) {
	a, b := s.at(x0, y0)
	c, d := s.at(x1, y1)
	r := image.Rect(a, b, c, d).Intersect(image.Rect(0, 0, s.mat.Cols(), s.mat.Rows()))
	if r.Empty() {
		return
	}
	region := s.mat.Region(r)
	defer region.Close()
	do(region)
}

// box fills a rectangle.
func (s *sheet) box(x0, y0, x1, y1 float64, t tone) {
	s.within(x0, y0, x1, y1, func(region gocv.Mat) { region.SetTo(t.scalar()) })
}

// shade multiplies the brightness of a rectangle.
func (s *sheet) shade(x0, y0, x1, y1, by float64) {
	s.within(x0, y0, x1, y1, func(region gocv.Mat) {
		s.do(func() error { return region.ConvertToWithParams(&region, gocv.MatTypeCV8UC3, float32(by), 0) })
	})
}

// polygon fills one.
func (s *sheet) polygon(points []point, t tone) {
	s.do(func() error {
		px := make([]image.Point, len(points))
		for i, p := range points {
			x, y := s.at(p.x, p.y)
			px[i] = image.Pt(x, y)
		}
		v := gocv.NewPointsVectorFromPoints([][]image.Point{px})
		defer v.Close()
		return gocv.FillPoly(&s.mat, v, t.rgba())
	})
}

// line draws one, its width in squares.
func (s *sheet) line(x0, y0, x1, y1, width float64, t tone) {
	d := point{x1 - x0, y1 - y0}
	length := math.Hypot(d.x, d.y)
	if length == 0 {
		return
	}
	n := point{-d.y / length * width / 2, d.x / length * width / 2}
	s.polygon([]point{{x0 + n.x, y0 + n.y}, {x1 + n.x, y1 + n.y}, {x1 - n.x, y1 - n.y}, {x0 - n.x, y0 - n.y}}, t)
}

// text writes, letters so many squares high.
func (s *sheet) text(words string, x, y, height float64, t tone) {
	a, b := s.at(x, y)
	s.do(func() error {
		size := height * s.scale / 22
		return gocv.PutText(&s.mat, words, image.Pt(a, b), gocv.FontHersheySimplex, size, t.rgba(), max(1, int(2*size)))
	})
}

// rough varies the brightness by a field of noise with blobs of so many squares.
func (s *sheet) rough(l lots, across, along, by float64) {
	s.do(func() error {
		field, err := noise(l, s.mat.Cols(), s.mat.Rows(), max(across*s.scale, 1), max(along*s.scale, 1))
		if err != nil {
			return err
		}
		px, err := s.mat.DataPtrUint8()
		if err != nil {
			return err
		}
		for i, v := range field {
			f := 1 + float32(by)*v
			for c := 3 * i; c < 3*i+3; c++ {
				px[c] = uint8(min(max(float32(px[c])*f, 0), 255))
			}
		}
		return nil
	})
}
