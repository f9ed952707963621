package kings

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
	"draughtsman/vision/outline"
)

// What a pixel may differ from a colour by and still show it, standard deviations of log units.
const (
	toneSpread   = 0.2 // of its brightness,
	shadeSpread  = 0.4 // in the shadow of its own piece,
	chromaSpread = 0.1 // and of its colour
	decisive     = 8.0 // squared distance between colours from which a pixel counts fully
)

// apart is the squared distance of a colour from another that may lie in shadow. It is asked of a million pixels a
// picture, and channel by channel the compiler keeps it in registers.
func apart(seen, lit *imaging.Colour) float64 {
	b, g, r := seen[0]-lit[0], seen[1]-lit[1], seen[2]-lit[2]
	mean := (b + g + r) * (1. / 3)
	tone := mean * (1 / toneSpread)
	if mean < 0 {
		tone = mean * (1 / shadeSpread)
	}
	return tone*tone + (b*b+g*g+r*r-3*mean*mean)*(1/(chromaSpread*chromaSpread))
}

// scene is a picture of a board, prepared for looking at its pieces.
type scene struct {
	sheet  sheet
	ground []imaging.Colour // of the squares without pieces and of what lies around the board, row by row
	eye    calibration.BoardPoint
}

// groundAt is the colour without pieces of the square that a pixel shows, or of what lies beside the board there.
func (s *scene) groundAt(x, y int) *imaging.Colour {
	n := s.sheet.board.Squares + 2
	row := (y - s.sheet.margin + s.sheet.perSquare) / s.sheet.perSquare
	column := (x - s.sheet.margin + s.sheet.perSquare) / s.sheet.perSquare
	return &s.ground[min(max(row, 0), n-1)*n+min(max(column, 0), n-1)]
}

// lean is where the middle of a disc at a height, mm, above a place is seen from there, pixels, and how
// much larger than on the board.
func (s *scene) lean(at calibration.BoardPoint, height float64) (dx, dy, larger float64) {
	t := height / (s.eye.Z - height)
	px := float64(s.sheet.perSquare) / s.sheet.board.SquareMM
	return (at.X - s.eye.X) * t * px, -(at.Y - s.eye.Y) * t * px, 1 + t
}

// middle is the pixel nearest to the middle of a piece's square.
func (s *scene) middle(p Piece) (x, y int) {
	c := s.sheet.board.Centre(p.Row, p.Column)
	fx, fy := s.sheet.pixel(c.X, c.Y)
	return int(math.Round(fx)), int(math.Round(fy))
}

// usual are the proportions, in squares, by which a piece's colour is looked
// for before its size is known: on the top of a man, on the top or the side of a king.
var usual = calibration.Disc{DiameterMM: 0.4, HeightMM: 0.12}

// top is the colour of a piece, taken between two fractions of the radius of its top.
func (s *scene) top(p Piece, disc calibration.Disc, from, to float64) imaging.Colour {
	dx, dy, larger := s.lean(s.sheet.board.Centre(p.Row, p.Column), disc.HeightMM)
	x, y := s.middle(p)
	cx, cy := float64(x)+dx, float64(y)+dy
	r := disc.DiameterMM / 2 * larger * float64(s.sheet.perSquare) / s.sheet.board.SquareMM
	var seen []imaging.Colour
	for y := math.Ceil(cy - to*r); y <= cy+to*r; y++ {
		for x := math.Ceil(cx - to*r); x <= cx+to*r; x++ {
			if d := math.Hypot(x-cx, y-cy); d >= from*r && d <= to*r {
				seen = append(seen, s.sheet.Sample(x, y))
			}
		}
	}
	return imaging.MedianColour(seen)
}

// evidence compares all that is near a piece with it and with the board.
func (s *scene) evidence(p Piece, top imaging.Colour) outline.Map {
	reach := s.sheet.perSquare * 3 / 2
	width := 2*reach + 1
	out := outline.Map{Reach: reach, Sums: make([]float32, width*(width+1))}
	cx, cy := s.middle(p)
	size := s.sheet.grid.Size
	for y := range width {
		row := out.Sums[y*(width+1):][:width+1]
		py := cy + y - reach
		for x := range width {
			row[x+1] = row[x]
			px := cx + x - reach
			if px < 0 || py < 0 || px >= size || py >= size {
				continue
			}
			seen := s.sheet.At(px, py)
			row[x+1] += float32(min(max((apart(&seen, s.groundAt(px, py))-apart(&seen, &top))/decisive, -1), 1))
		}
	}
	return out
}
