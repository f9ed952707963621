package kings

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// What a pixel may differ from a colour by and still show it, standard deviations of log units.
const (
	brightnessSpread = 0.2 // of its brightness,
	shadowSpread     = 0.4 // of its brightness, in the shadow of its own piece,
	chromaSpread     = 0.1 // and of its colour
	decisiveDistance = 8.0 // squared distance between colours from which on a pixel counts fully
)

// colourDistance returns the squared distance of a colour from another one that may lie in shadow. It is called for a
// million pixels a picture; written channel by channel, the compiler keeps it in registers.
func colourDistance(seen, lit *imaging.Colour) float64 {
	b, g, r := seen[0]-lit[0], seen[1]-lit[1], seen[2]-lit[2]
	mean := (b + g + r) * (1. / 3)
	tone := mean * (1 / brightnessSpread)
	if mean < 0 {
		tone = mean * (1 / shadowSpread)
	}
	return tone*tone + (b*b+g*g+r*r-3*mean*mean)*(1/(chromaSpread*chromaSpread))
}

// pieceView is a picture of a board, prepared for looking at its pieces.
type pieceView struct {
	view       topView
	background []imaging.Colour // see topView.backgrounds
	eye        calibration.BoardPoint
}

// backgroundAt returns the colour without pieces of the square that a pixel shows, or of what lies beside the board
// there.
func (s *pieceView) backgroundAt(x, y int) *imaging.Colour {
	n := s.view.board.Squares + 2
	row := (y - s.view.marginPX + s.view.squarePX) / s.view.squarePX
	column := (x - s.view.marginPX + s.view.squarePX) / s.view.squarePX
	return &s.background[min(max(row, 0), n-1)*n+min(max(column, 0), n-1)]
}

// topOffset returns how far from a place, in pixels, the middle of a disc at a height above it is seen, mm, and how
// much larger than on the board.
func (s *pieceView) topOffset(at calibration.BoardPoint, height float64) (dx, dy, larger float64) {
	t := height / (s.eye.Z - height)
	px := float64(s.view.squarePX) / s.view.board.SquareMM
	return (at.X - s.eye.X) * t * px, -(at.Y - s.eye.Y) * t * px, 1 + t
}

// middle returns the pixel nearest to the middle of a piece's square.
func (s *pieceView) middle(p Piece) (x, y int) {
	c := s.view.board.Centre(p.Row, p.Column)
	fx, fy := s.view.pixel(c.X, c.Y)
	return int(math.Round(fx)), int(math.Round(fy))
}

// priorDisc has the proportions, in squares, by which a piece's colour is looked for before its size is known: on the
// top of a man, on the top or the side of a king.
var priorDisc = calibration.Disc{DiameterMM: 0.4, HeightMM: 0.12}

// topColour returns the colour of a piece between two fractions of the radius of its top.
func (s *pieceView) topColour(p Piece, disc calibration.Disc, from, to float64) imaging.Colour {
	dx, dy, larger := s.topOffset(s.view.board.Centre(p.Row, p.Column), disc.HeightMM)
	x, y := s.middle(p)
	cx, cy := float64(x)+dx, float64(y)+dy
	r := disc.DiameterMM / 2 * larger * float64(s.view.squarePX) / s.view.board.SquareMM
	var seen []imaging.Colour
	for y := math.Ceil(cy - to*r); y <= cy+to*r; y++ {
		for x := math.Ceil(cx - to*r); x <= cx+to*r; x++ {
			if d := math.Hypot(x-cx, y-cy); d >= from*r && d <= to*r {
				seen = append(seen, s.view.Sample(x, y))
			}
		}
	}
	return imaging.MedianColour(seen)
}

// pixelEvidence says of each pixel near a piece whether it looks like the piece (1) or like the board (−1).
func (s *pieceView) pixelEvidence(p Piece, top imaging.Colour) imaging.Map {
	reach := s.view.squarePX * 3 / 2
	width := 2*reach + 1
	out := imaging.Map{Reach: reach, Sums: make([]float32, width*(width+1))}
	cx, cy := s.middle(p)
	size := s.view.grid.Size
	for y := range width {
		row := out.Sums[y*(width+1):][:width+1]
		py := cy + y - reach
		for x := range width {
			row[x+1] = row[x]
			px := cx + x - reach
			if px < 0 || py < 0 || px >= size || py >= size {
				continue
			}
			seen := s.view.At(px, py)
			nearer := colourDistance(&seen, s.backgroundAt(px, py)) - colourDistance(&seen, &top)
			row[x+1] += float32(min(max(nearer/decisiveDistance, -1), 1))
		}
	}
	return out
}
