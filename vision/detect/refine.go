package detect

import (
	"cmp"
	"math"
	"slices"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// refinement is the last fit of a board to its crossings as one picture shows them.
type refinement struct {
	picture     logImage // its scale alone is used later: it is closed
	measurement measurement
	fit         boardFit
	refusal     *Refusal
}

// bestBoard is the board of the refinement in which the crossings determine the corners best.
func (c *candidate) bestBoard(refined []refinement) (Board, *Refusal) {
	best := refined[0]
	for _, s := range refined[1:] {
		if s.refusal == nil && (best.refusal != nil || s.fit.cornerSpread < best.fit.cornerSpread) {
			best = s
		}
	}
	if best.refusal != nil {
		return Board{}, best.refusal
	}
	return c.describe(best.picture, best.measurement, &best.fit), nil
}

// refineAtFullSize is refine at the finest resolution, with or without colours; scale is that of the picture in
// which the candidate was found.
func (s *search) refineAtFullSize(c *candidate, grey bool, at attempt, scale float64,
	axis imaging.Colour) (refinement, error) {
	p, err := s.prepare(grey, attempt{longest: attempts[0].longest, withoutStripes: at.withoutStripes})
	if err != nil {
		return refinement{}, err
	}
	defer p.close()
	return c.refine(p, c.lattice.h.Rescaled(scale, p.scale), axis)
}

// refine measures the clear crossings once more, with sharp and, where these fit badly, soft focus, and fits the
// board to them.
func (c *candidate) refine(p logImage, h imaging.Homography, axis imaging.Colour) (refinement, error) {
	nodes := c.clearNodes()
	m, err := measure(p, &h, nodes, axis, sharp)
	if err != nil {
		return refinement{}, err
	}
	f, ok := fitBoard(p, m, c.window)
	if !ok || f.rms > roughResidual {
		again, err := measure(p, &h, nodes, axis, soft)
		if err != nil {
			return refinement{}, err
		}
		if g, fits := fitBoard(p, again, c.window); fits && (!ok || g.rms < f.rms) {
			m, f, ok = again, g, true
		}
	}
	s := refinement{picture: p, measurement: m, fit: f}
	switch {
	case !ok, len(f.inliers) < fewestCrossings, 3*len(f.inliers) < 2*len(m.nodes): // fewer fit by chance
		s.refusal = &Refusal{"too few crossings of squares fit one board"}
	case h.Narrowness(c.window.middle()) < leastNarrowness:
		s.refusal = &Refusal{"the squares are not those of a board"}
	case f.cornerSpread > mostSpread, f.rms > mostResidual+unsharpResidual/m.size && !f.scatteredByNoise(len(m.nodes)):
		s.refusal = &Refusal{"the crossings of squares do not fit one flat board"}
	}
	return s, nil
}

// scatteredByNoise reports whether crossings that fit badly are scattered by noise alone: nearly all fit, and their
// number makes up for it.
func (f *boardFit) scatteredByNoise(measured int) bool {
	return f.rms < noisyResidual && f.cornerSpread < noisySpread && float64(len(f.inliers)) >
		(1-noisyOutliers)*float64(measured)
}

// clearNodes are the inner nodes of the board that look most like crossings; none where too few do.
func (c *candidate) clearNodes() []node {
	for _, bar := range []float64{clearCrossing, crossingBar} {
		var nodes []node
		for row := 1; row < c.window.squares; row++ {
			for column := 1; column < c.window.squares; column++ {
				n := node{c.window.origin.column + column, c.window.origin.row + row}
				if c.evidence.crossing[c.evidence.at(n.column-c.evidence.first.column, n.row-c.evidence.first.row)] > bar {
					nodes = append(nodes, n)
				}
			}
		}
		if len(nodes) >= fewestCrossings {
			return nodes
		}
	}
	return nil
}

// describe turns a fit into a board in stored pixels, from its top left corner.
func (c *candidate) describe(p logImage, m measurement, f *boardFit) Board {
	around := c.window.corners()
	var at [4]imaging.Point
	area := 0.0
	for i, n := range around {
		at[i] = p.toStored(f.corner(n))
	}
	for i := range at {
		area += at[i].Cross(at[(i+1)%4])
	}
	if area < 0 { // the lattice is a mirror image of what is seen
		around[1], around[3] = around[3], around[1]
		at[1], at[3] = at[3], at[1]
	}
	first := 0
	for i := range at {
		if at[i].X+at[i].Y < at[first].X+at[first].Y {
			first = i
		}
	}
	b := Board{Squares: c.window.squares, Confidence: c.quality.confidence(f)}
	for i := range at {
		v := at[(first+i)%4]
		b.Corners[i] = calibration.Pixel{X: v.X, Y: v.Y}
	}
	origin, right, down := around[first], around[(first+1)%4], around[(first+3)%4]
	n := float64(c.window.squares)
	alongRow, alongColumn := right.point().Minus(origin.point()).Times(1/n), down.point().Minus(origin.point()).Times(1/n)
	for _, i := range f.inliers {
		d := m.nodes[i].point().Minus(origin.point())
		v := p.toStored(m.at[i])
		b.Crossings = append(b.Crossings, Crossing{
			Row:    int(math.Round(d.Dot(alongColumn))),
			Column: int(math.Round(d.Dot(alongRow))),
			At:     calibration.Pixel{X: v.X, Y: v.Y},
		})
	}
	slices.SortFunc(b.Crossings, func(x, y Crossing) int {
		return cmp.Or(cmp.Compare(x.Row, y.Row), cmp.Compare(x.Column, y.Column))
	})
	return b
}

// confidence is 1 for a board as clear as boards usually are in every respect, and falls towards 0 as the worst of
// them nears its threshold.
func (q quality) confidence(f *boardFit) float64 {
	part := func(v, threshold, clear float64) float64 { return (v - threshold) / (clear - threshold) }
	c := min(
		part(q.crossings, thresholds.crossings, clearBoard.crossings),
		part(q.sides, thresholds.sides, clearBoard.sides),
		part(q.margin, thresholds.margin, clearBoard.margin),
		part(f.cornerSpread, mostSpread, clearSpread),
		1,
	)
	return max(c, 0)
}

// errCut refuses a board of which the picture does not show all.
var errCut = &Refusal{"the picture's edge cuts the board: let the camera see all of it"}

// cutByPicture reports whether the picture's edge cuts the candidate.
func (c *candidate) cutByPicture(p logImage) bool {
	var b Board
	b.Squares = c.window.squares
	for i, n := range c.window.corners() {
		at := c.lattice.h.Project(n.point())
		b.Corners[i] = calibration.Pixel{X: at.X, Y: at.Y}
	}
	return cut(b, p.Width, p.Height)
}

// cut reports whether a board reaches farther beyond the edge of a picture of a size than is measurement.
func cut(b Board, width, height int) bool {
	most := mostOutside * b.SquarePX()
	for _, c := range b.Corners {
		if min(c.X, c.Y, float64(width-1)-c.X, float64(height-1)-c.Y) < -most {
			return true
		}
	}
	return false
}
