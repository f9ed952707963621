package detect

import (
	"cmp"
	"math"
	"slices"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// settlement is the strict fit of a board to its crossings as one picture shows them.
type settlement struct {
	picture     picture // only its scale outlives the settling
	measurement measurement
	fit         fit
	refusal     *Refusal
}

// board is the board of the settlement of which the crossings tell the corners best.
func (c *candidate) board(settled []settlement) (Board, *Refusal) {
	best := settled[0]
	for _, s := range settled[1:] {
		if s.refusal == nil && (best.refusal != nil || s.fit.spread < best.fit.spread) {
			best = s
		}
	}
	if best.refusal != nil {
		return Board{}, best.refusal
	}
	return c.describe(best.picture, best.measurement, &best.fit), nil
}

// settleFinely is settleIn at the finest resolution, with or without colours; scale is that of the picture in
// which a look found the candidate.
func (s *search) settleFinely(c *candidate, grey bool, at look, scale float64, axis imaging.Colour) (settlement,
	error) {
	p, err := s.prepare(grey, look{longest: looks[0].longest, even: at.even})
	if err != nil {
		return settlement{}, err
	}
	defer p.close()
	return c.settleIn(p, c.lattice.h.Rescaled(scale, p.scale), axis)
}

// settleIn measures the clear crossings once more, sharply or, where these fit
// badly, softly, and fits the board to them strictly.
func (c *candidate) settleIn(p picture, h imaging.Homography, axis imaging.Colour) (settlement, error) {
	nodes := c.clearNodes()
	m, err := measure(p, &h, nodes, axis, sharp)
	if err != nil {
		return settlement{}, err
	}
	f, ok := fitStrictly(p, m, c.window)
	if !ok || f.rms > roughResidual {
		again, err := measure(p, &h, nodes, axis, soft)
		if err != nil {
			return settlement{}, err
		}
		if g, fits := fitStrictly(p, again, c.window); fits && (!ok || g.rms < f.rms) {
			m, f, ok = again, g, true
		}
	}
	s := settlement{picture: p, measurement: m, fit: f}
	switch {
	case !ok, len(f.inliers) < fewestCrossings, 3*len(f.inliers) < 2*len(m.nodes): // fewer fit by chance
		s.refusal = &Refusal{"too few crossings of squares fit one board"}
	case h.Narrowness(c.window.middle()) < leastNarrowness:
		s.refusal = &Refusal{"the squares are not those of a board"}
	case f.spread > mostSpread, f.rms > mostResidual+unsharpResidual/m.size && !f.sure(len(m.nodes)):
		s.refusal = &Refusal{"the crossings of squares do not fit one flat board"}
	}
	return s, nil
}

// sure says that crossings are scattered by noise: nearly all fit, and their number makes up for it.
func (f *fit) sure(measured int) bool {
	return f.rms < noisyResidual && f.spread < noisySpread && float64(len(f.inliers)) > (1-noisyOutliers)*float64(measured)
}

// clearNodes are the inner nodes of the board that look most like crossings.
func (c *candidate) clearNodes() []index {
	for _, bar := range []float64{0.55, crossingBar} {
		var nodes []index
		for row := 1; row < c.window.squares; row++ {
			for column := 1; column < c.window.squares; column++ {
				n := index{c.window.origin.column + column, c.window.origin.row + row}
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
func (c *candidate) describe(p picture, m measurement, f *fit) Board {
	around := c.window.corners()
	var at [4]imaging.Point
	area := 0.0
	for i, n := range around {
		at[i] = p.stored(f.corner(n))
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
	alongRow, alongColumn := right.vec().Minus(origin.vec()).Times(1/n), down.vec().Minus(origin.vec()).Times(1/n)
	for _, i := range f.inliers {
		d := m.nodes[i].vec().Minus(origin.vec())
		v := p.stored(m.at[i])
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

// confidence is 1 for a board as clear as boards usually are in every respect,
// and falls towards 0 as the worst of them nears its threshold.
func (q quality) confidence(f *fit) float64 {
	part := func(v, threshold, clear float64) float64 { return (v - threshold) / (clear - threshold) }
	c := min(
		part(q.crossings, least.crossings, 0.75),
		part(q.sides, least.sides, 0.8),
		part(q.margin, least.margin, 0.12),
		part(f.spread, mostSpread, 0.01),
		1,
	)
	return max(c, 0)
}

// errCut refuses a board of which the picture does not show all.
var errCut = &Refusal{"the picture's edge cuts the board: let the camera see all of it"}

// beyond says whether a candidate reaches so far beyond the edge of the picture.
func (c *candidate) beyond(p picture) bool {
	var b Board
	b.Squares = c.window.squares
	for i, n := range c.window.corners() {
		at := c.lattice.h.Project(n.vec())
		b.Corners[i] = calibration.Pixel{X: at.X, Y: at.Y}
	}
	return cut(b, p.Width, p.Height)
}

// cut says whether a board reaches beyond the edge of a picture of such a size.
func cut(b Board, width, height int) bool {
	most := mostOutside * b.SquarePX()
	for _, c := range b.Corners {
		if min(c.X, c.Y, float64(width-1)-c.X, float64(height-1)-c.Y) < -most {
			return true
		}
	}
	return false
}
