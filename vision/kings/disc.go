package kings

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// rimWidth is the width of what is compared with a piece around it, squares.
const rimWidth = 0.12

// outline returns the outline of a piece in the middle of its square, as the camera sees it; lengths are mm.
func (s *pieceView) outline(p Piece, diameter, height float64) imaging.Outline {
	px := float64(s.view.squarePX) / s.view.board.SquareMM
	dx, dy, larger := s.topOffset(s.view.board.Centre(p.Row, p.Column), height)
	r := diameter / 2 * px
	return imaging.NewOutline(imaging.Disc{Radius: r}, imaging.Disc{X: dx, Y: dy, Radius: r * larger},
		rimWidth*float64(s.view.squarePX))
}

// searchRadius is how far off its square's middle a piece is looked for, pixels.
func (s *pieceView) searchRadius() int { return s.view.squarePX / 5 }

// worstFit is the fit of an outline that covers nothing of a piece.
const worstFit = -2

// fit returns how well a cylinder fits a piece where in its square it fits best, and so many pixels off the middle.
func (s *pieceView) fit(p Piece, e imaging.Map, diameter, height float64) (offX, offY int, fit float64) {
	dx, dy, _ := s.topOffset(s.view.board.Centre(p.Row, p.Column), height)
	if math.Hypot(dx, dy) > float64(e.Reach) { // under a camera that can hardly be: what is so far off is not seen
		return 0, 0, worstFit
	}
	o := s.outline(p, diameter, height)
	return imaging.GridSearch(s.searchRadius(), func(x, y int) float64 { return e.Contrast(&o, x, y) })
}

// sizeSamples is how many pieces the diameter is measured on.
const sizeSamples = 12

// stackMargin is how much better a stack's outline must fit to count as one.
const stackMargin = 0.12

// Sizes that pieces may have, in squares, and the prior of their flatness.
const (
	minDiameter, maxDiameter = 0.38, 0.98
	minHeight, maxHeight     = 0.04, 1.1 // of a stack
	priorFlatness            = 0.3       // a man's height to its diameter, usually
	priorWeight              = 0.02      // what the square of the difference in logarithms costs
)

// estimateDisc measures the pieces, most of which are men: the diameter that fits best, and the height that fits best
// if kings have twice that.
func (s *pieceView) estimateDisc(pieces []Piece) calibration.Disc {
	side := s.view.board.SquareMM
	guess := calibration.Disc{DiameterMM: priorDisc.DiameterMM * side, HeightMM: priorDisc.HeightMM * side}
	maps := make([]imaging.Map, len(pieces))
	atOnce(pieces, func(i int, p Piece) { maps[i] = s.pixelEvidence(p, s.topColour(p, guess, 0, 1)) })
	diameter := s.estimateDiameter(pieces, maps)
	// A man's height fits men, and twice that kings, of which there are fewer.
	const step = 3 // of the heights that are tried doubles them
	var heights []float64
	for z := minHeight * side; z <= maxHeight*side; z *= math.Exp2(1.0 / step) {
		heights = append(heights, z)
	}
	own := make([][]float64, len(pieces))
	atOnce(pieces, func(i int, p Piece) {
		own[i] = make([]float64, len(heights))
		for k, z := range heights {
			_, _, own[i][k] = s.fit(p, maps[i], diameter, z)
		}
	})
	fits := make([]float64, len(heights)-step)
	for _, fit := range own {
		for k := range fits {
			fits[k] += max(fit[k], fit[k+step]-stackMargin) / float64(len(pieces))
		}
	}
	best, height := math.Inf(-1), 0.0
	for k, fit := range fits {
		offPrior := math.Log(heights[k] / (priorFlatness * diameter))
		if v := fit - priorWeight*offPrior*offPrior; v > best {
			best, height = v, heights[k]
		}
	}
	return calibration.Disc{DiameterMM: diameter, HeightMM: height}
}

// estimateDiameter is the diameter, mm, that fits best some of the pieces, whose maps these are.
func (s *pieceView) estimateDiameter(pieces []Piece, maps []imaging.Map) float64 {
	side := s.view.board.SquareMM
	var sizes []calibration.Disc
	for d := minDiameter; d <= maxDiameter; d += 0.05 {
		for _, flatness := range [...]float64{0.15, 0.35, 0.7} {
			sizes = append(sizes, calibration.Disc{DiameterMM: d * side, HeightMM: flatness * d * side})
		}
	}
	fits := make([][]float64, len(pieces)) // of each size
	every := max(1, len(pieces)/sizeSamples)
	atOnce(pieces, func(i int, p Piece) {
		if i%every != 0 {
			return
		}
		for _, size := range sizes {
			_, _, fit := s.fit(p, maps[i], size.DiameterMM, size.HeightMM)
			fits[i] = append(fits[i], fit)
		}
	})
	best, diameter := math.Inf(-1), 0.0
	for k, size := range sizes {
		sum, n := 0.0, 0
		for i := 0; i < len(pieces); i += every {
			sum += fits[i][k]
			n++
		}
		offPrior := math.Log(size.HeightMM / size.DiameterMM / priorFlatness)
		if v := sum/float64(n) - priorWeight*offPrior*offPrior; v > best {
			best, diameter = v, size.DiameterMM
		}
	}
	return diameter
}
