package calibrated

import (
	"errors"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/imaging"
)

// Pieces as they are most often, in squares and in diameters. The height only decides where the camera looks almost
// straight down and cannot tell.
const (
	usualDiameter = 0.7
	usualHeight   = 0.25 // of the diameter
	heightBelief  = 0.02 // what a height is held against by, for the square of its logarithm's difference
)

// ErrNoPieces says that a picture shows no piece that could be measured.
var ErrNoPieces = errors.New("no piece differs from the square it stands on: is the grid the picture's, row for row? " +
	"if it is, state the pieces' diameter and height")

// EstimateDisc returns the diameter and the height of the pieces in a picture of known contents: of an outline that,
// laid over each piece as the camera sees it, has the most piece within and the most board just outside. Of the
// calibration it uses the board and the camera. Pieces that look like the squares they stand on say little;
// ErrNoPieces says that none says anything.
func EstimateDisc(picture gocv.Mat, cal calibration.Calibration, known []Known) (calibration.Disc, error) {
	cal.Colours = nil
	side := cal.Board.SquareMM
	cal.Disc = calibration.Disc{DiameterMM: usualDiameter * side, HeightMM: usualHeight * usualDiameter * side}
	v, err := newBoardView(cal)
	if err != nil {
		return calibration.Disc{}, err
	}
	defer v.close()
	if err := v.take(picture); err != nil {
		return calibration.Disc{}, err
	}
	m, err := newDiscFit(v, cal, known)
	if err != nil {
		return calibration.Disc{}, err
	}
	if len(m.pieces) == 0 {
		return calibration.Disc{}, ErrNoPieces
	}
	best, found := math.Inf(-1), cal.Disc
	for diameter := 0.36; diameter <= 0.98; diameter += 0.02 {
		for height := 0.05; height <= 0.6; height *= 1.25 {
			d := calibration.Disc{DiameterMM: diameter * side, HeightMM: height * side}
			belief := math.Log(height / (usualHeight * diameter))
			if fits := m.fit(cal, d) - heightBelief*belief*belief; fits > best {
				best, found = fits, d
			}
		}
	}
	return found, nil
}

// discFit is the pieces of a picture, prepared for laying outlines over them.
type discFit struct {
	size   int // pixels each way from a square's centre
	mmPX   float64
	pieces []discSample
}

// discSample is one piece and what surrounds it on the playing surface.
type discSample struct {
	centre calibration.BoardPoint
	levels float64   // 2 for a king
	sums   []float32 // of resemblances, along each row from its left end
}

func newDiscFit(v *boardView, cal calibration.Calibration, known []Known) (discFit, error) {
	colours, _, err := v.learn(known)
	if err != nil {
		return discFit{}, err
	}
	flat := cal
	flat.Disc.HeightMM = 0
	p := newLocator(flat, v.grid, v.squares.played)
	around := newIlluminationModel(v.squares, colours.Bare).measure(v.lower.bytes).around
	looks := contentsOf(colours.Tones)
	m := discFit{size: perSquare, mmPX: v.grid.MMPerPX}
	width := 2*m.size + 1
	for number := 1; number < len(known); number++ {
		is, s := known[number], v.squares.played[number]
		piece, empty := fromTone(looks[is.Content].Mean), fromTone(looks[vision.Nothing].Mean)
		if is.Unknown || is.Content == vision.Nothing || toneDistance(piece, empty) < decisiveDistance/2 {
			continue
		}
		one := discSample{centre: cal.Board.Centre(s.row, s.column), levels: 1, sums: make([]float32, width*(width+1))}
		if is.King {
			one.levels = 2
		}
		cx, cy := margin+s.column*perSquare+perSquare/2, margin+s.row*perSquare+perSquare/2
		for y := range width {
			row := one.sums[y*(width+1):][:width+1]
			for x := range width {
				row[x+1] = row[x] + p.resemblance(v.lower.bytes, cx+x-m.size, cy+y-m.size, piece, empty, around[number])
			}
		}
		m.pieces = append(m.pieces, one)
	}
	return m, nil
}

// fit returns how well outlines of a disc lie over the pieces, on average, wherever in its square each stands.
func (m discFit) fit(cal calibration.Calibration, d calibration.Disc) float64 {
	const away = perSquare / 5
	eye := cal.Camera.Eye()
	total := 0.0
	for _, p := range m.pieces {
		h := p.levels * d.HeightMM
		t := h / (eye.Z - h)
		// The top is seen farther from the camera than the foot, and larger.
		topX, topY := (p.centre.X-eye.X)*t/m.mmPX, -(p.centre.Y-eye.Y)*t/m.mmPX
		radius := d.DiameterMM / 2 * (1 + t/2) / m.mmPX
		o := imaging.NewOutline(imaging.Disc{Radius: radius}, imaging.Disc{X: topX, Y: topY, Radius: radius}, rimWidth)
		seen := imaging.Map{Reach: m.size, Sums: p.sums}
		best := math.Inf(-1)
		for y := -away; y <= away; y++ {
			for x := -away; x <= away; x++ {
				best = max(best, fit(seen, &o, x, y))
			}
		}
		total += best
	}
	return total / float64(len(m.pieces))
}
