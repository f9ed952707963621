package kings

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/outline"
)

// ring is the width, in squares, of what is compared with a piece around it.
const ring = 0.12

// outline is that of a piece in the middle of its square, mm.
func (s *scene) outline(p Piece, diameter, height float64) outline.Outline {
	px := float64(s.sheet.perSquare) / s.sheet.board.SquareMM
	dx, dy, larger := s.lean(s.sheet.board.Centre(p.Row, p.Column), height)
	r := diameter / 2 * px
	return outline.New(outline.Disc{Radius: r}, outline.Disc{X: dx, Y: dy, Radius: r * larger},
		ring*float64(s.sheet.perSquare))
}

// off is how far off its square's middle a piece may stand, pixels.
func (s *scene) off() int { return s.sheet.perSquare / 5 }

// misfit is of an outline that lies over nothing of a piece.
const misfit = -2

// fit is how well a cylinder lies over a piece where in its square it fits best, so many pixels off the middle.
func (s *scene) fit(p Piece, e outline.Map, diameter, height float64) (offX, offY int, fit float64) {
	dx, dy, _ := s.lean(s.sheet.board.Centre(p.Row, p.Column), height)
	if math.Hypot(dx, dy) > float64(e.Reach) { // under a camera that can hardly be: what is so far off is not seen
		return 0, 0, misfit
	}
	o := s.outline(p, diameter, height)
	return outline.GridSearch(s.off(), func(x, y int) float64 { return e.Contrast(&o, x, y) })
}

// measured is how many pieces the size of all is taken from.
const measured = 12

// kingDoubt is how much better a stack's outline must fit to count as one.
const kingDoubt = 0.12

// Sizes that pieces may have, in squares, and what is believed of them.
const (
	narrowest, widest = 0.38, 0.98
	flattest, tallest = 0.04, 1.1 // of a stack
	usualFlatness     = 0.3       // a man's height to its diameter
	flatnessBelief    = 0.02      // what it is held against by, for the square of its logarithm's difference
)

// disc measures the pieces, of which most are men: the diameter that fits best,
// and the height that fits best where kings have twice that.
func (s *scene) disc(pieces []Piece) calibration.Disc {
	side := s.sheet.board.SquareMM
	guess := calibration.Disc{DiameterMM: usual.DiameterMM * side, HeightMM: usual.HeightMM * side}
	maps := make([]outline.Map, len(pieces))
	for i, p := range pieces {
		maps[i] = s.evidence(p, s.top(p, guess, 0, 1))
	}
	every := max(1, len(pieces)/measured)
	best, diameter := math.Inf(-1), 0.0
	for d := narrowest; d <= widest; d += 0.05 {
		for _, flatness := range [...]float64{0.15, 0.35, 0.7} {
			sum, n := 0.0, 0
			for i := 0; i < len(pieces); i += every {
				_, _, fit := s.fit(pieces[i], maps[i], d*side, flatness*d*side)
				sum += fit
				n++
			}
			belief := math.Log(flatness / usualFlatness)
			if v := sum/float64(n) - flatnessBelief*belief*belief; v > best {
				best, diameter = v, d*side
			}
		}
	}
	// A man's height fits men, and twice that kings, of which there are fewer.
	const step = 3 // of the heights that are tried doubles them
	var heights []float64
	for z := flattest * side; z <= tallest*side; z *= math.Exp2(1.0 / step) {
		heights = append(heights, z)
	}
	fits := make([]float64, len(heights)-step)
	for i, p := range pieces {
		own := make([]float64, len(heights))
		for k, z := range heights {
			_, _, own[k] = s.fit(p, maps[i], diameter, z)
		}
		for k := range fits {
			fits[k] += max(own[k], own[k+step]-kingDoubt) / float64(len(pieces))
		}
	}
	best = math.Inf(-1)
	height := 0.0
	for k, fit := range fits {
		belief := math.Log(heights[k] / (usualFlatness * diameter))
		if v := fit - flatnessBelief*belief*belief; v > best {
			best, height = v, heights[k]
		}
	}
	return calibration.Disc{DiameterMM: diameter, HeightMM: height}
}
