// Package find finds a checkers board in a single picture: of any usual size,
// turned any way, from above or obliquely, with pieces on it and other things
// around it.
//
// Crossings of four squares are looked for at several scales (saddle.go), four
// of them that make a square are a seed (seed.go), the best seeds grow into lattices
// (lattice.go), each of which is laid over the picture (evidence.go, refine.go) to see where on
// it a board lies (window.go). What remains is measured to a fraction of a
// pixel, the bend of the lens included (lens.go). A board that is not clear is refused.
package find

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// Options narrow the search.
type Options struct {
	Squares int // along an edge of the board; 0 when it is not known
}

// The sizes of board that are considered when none is told.
var usualSizes = []int{6, 8, 10, 12}

// LargestBoard is the most squares along an edge that Find looks for, and SmallestBoard the fewest.
const (
	SmallestBoard = 5
	LargestBoard  = 14
)

// Board is a board as found in a picture.
type Board struct {
	Squares    int                  // along an edge
	Corners    [4]calibration.Pixel // of the playing area: first the top left one as seen (least x + y), then clockwise
	Crossings  []Crossing           // the inner crossings that were measured, by rows
	Confidence float64              // 0..1: how clearly it passed the tests for being a board
}

// Crossing is a point where four squares meet, as measured. Rows run along
// Corners[0]→Corners[3] and columns along Corners[0]→Corners[1]; the corner
// Corners[0] is row 0, column 0, so that crossings inside the board have 1..Squares−1.
type Crossing struct {
	Row, Column int
	At          calibration.Pixel
}

// Refusal is the error for a picture in which no board was found for certain.
type Refusal struct {
	Reason string // short, for people
}

func (r *Refusal) Error() string { return "no board found: " + r.Reason }

// look is one way of searching a picture.
type look struct {
	longest int     // longer side of the picture that is searched, pixels
	stretch float64 // how much taller it is made while crossings are looked for
	grey    bool    // colours are left out: a camera's film has them at half the resolution; for boards of known size
}

// looks are taken one after the other until a board is found: coarser ones since
// rounded squares become crossings once blurred; then one at the picture made
// taller, in which a board that lies cornerwise before an oblique camera, its
// squares narrow diamonds, is seen as from higher up (after Morel and Yu, ASIFT:
// a new framework for fully affine invariant image comparison, 2009), and the same in grey.
var looks = []look{
	{longest: 1000, stretch: 1}, {longest: 600, stretch: 1}, {longest: 400, stretch: 1},
	{longest: 1000, stretch: 1.6}, {longest: 1000, stretch: 1.6, grey: true},
}

// Find finds the board in an 8-bit picture, grey or colour. A picture without a clear
// board is a *Refusal; other errors say that the picture cannot be worked on.
func Find(image gocv.Mat, o Options) (Board, error) {
	if image.Empty() || min(image.Cols(), image.Rows()) < 48 {
		return Board{}, &Refusal{"the picture is empty or tiny"}
	}
	sizes := usualSizes
	if o.Squares != 0 {
		if o.Squares < SmallestBoard || o.Squares > LargestBoard {
			return Board{}, &Refusal{"boards of this size cannot be found"}
		}
		sizes = []int{o.Squares}
	}
	var first *Refusal
	for _, l := range looks {
		switch {
		case l.longest < looks[0].longest && l.longest > max(image.Cols(), image.Rows()):
			continue
		case l.grey && o.Squares == 0: // too little to tell a size by as well
			continue
		}
		board, refusal, err := findAt(image, l, sizes)
		if err != nil {
			return Board{}, err
		}
		if refusal == nil {
			return board, nil
		}
		if first == nil {
			first = refusal
		}
	}
	return Board{}, first
}

// candidate is a lattice with the best place for a board on it.
type candidate struct {
	lattice  lattice
	evidence evidence
	window   window
	quality  quality
}

// How many lattices are grown, and what a seed needs to be tried.
const (
	mostLattices = 8
	fewestVotes  = 1
)

// findAt is Find by one look.
func findAt(image gocv.Mat, at look, sizes []int) (Board, *Refusal, error) {
	grey := gocv.NewMat()
	defer grey.Close()
	if len(sizes) == 1 && image.Type() == gocv.MatTypeCV8UC3 {
		if err := gocv.CvtColor(image, &grey, gocv.ColorBGRToGray); err != nil {
			return Board{}, nil, fmt.Errorf("taking the colours out of the picture: %w", err)
		}
	}
	if at.grey {
		if grey.Empty() {
			return Board{}, &Refusal{"nothing looks like a board of squares"}, nil
		}
		image = grey
	}
	p, err := prepare(image, at.longest)
	if err != nil {
		return Board{}, nil, err
	}
	defer p.close()
	best, ok, err := bestCandidate(p, at.stretch, sizes)
	if err != nil {
		return Board{}, nil, err
	}
	if !ok {
		return Board{}, &Refusal{"nothing looks like a board of squares"}, nil
	}
	if reason := best.quality.refusal(); reason != "" {
		return Board{}, &Refusal{reason}, nil
	}
	s, err := best.settle(p, best.lattice.h, best.evidence.axis)
	if err != nil {
		return Board{}, nil, err
	}
	settled := []settlement{s}
	if at.longest < looks[0].longest {
		// It is known where to look: the finest picture tells more exactly.
		if s, err = best.settleFinely(image, p.scale, best.evidence.axis); err != nil {
			return Board{}, nil, err
		}
		settled = append(settled, s)
	}
	if !grey.Empty() && !at.grey {
		// Where colours are coarse, brightness tells more exactly.
		if s, err = best.settleFinely(grey, p.scale, colour{1, 0, 0}); err != nil {
			return Board{}, nil, err
		}
		settled = append(settled, s)
	}
	board, refusal := best.board(settled)
	return board, refusal, nil
}

// bestCandidate grows lattices from the seeds with the most votes until one
// passes every test, or else the one with the best score is it. In a picture made taller
// diamonds are tried after squares.
func bestCandidate(p picture, stretch float64, sizes []int) (best candidate, ok bool, err error) {
	byWidth, all, err := saddlesStretched(p, stretch)
	if err != nil {
		return best, false, err
	}
	shapes := []*[4]index{&aSquare}
	if stretch != 1 {
		shapes = append(shapes, &aDiamond)
	}
	for _, shape := range shapes {
		var proposals []seed
		for _, of := range append(byWidth, all) {
			proposals = append(proposals, seeds(of, all, float64(max(p.width, p.height)), shape)...)
		}
		c, judged, err := bestOf(proposals, p, stretch, all, sizes)
		if err != nil {
			return best, false, err
		}
		if judged && (!ok || c.quality.score > best.quality.score) {
			best, ok = c, true
		}
		if ok && best.quality.refusal() == "" {
			break
		}
	}
	return best, ok, nil
}

// bestOf is bestCandidate among some seeds.
func bestOf(proposals []seed, p picture, stretch float64, all []saddle, sizes []int) (best candidate, ok bool, err error) {
	slices.SortStableFunc(proposals, func(a, b seed) int { return cmp.Compare(b.votes, a.votes) })
	used := make([]bool, len(proposals))
	tried := 0
	for k := range proposals[:min(len(proposals), 300)] {
		if used[k] {
			continue
		}
		if proposals[k].votes < fewestVotes || tried == mostLattices {
			break
		}
		tried++
		l, grown := grow(&proposals[k], all)
		if !grown || len(l.nodes) < 6 {
			continue
		}
		for j := k + 1; j < len(proposals); j++ {
			used[j] = used[j] || l.holds(&proposals[j])
		}
		c, judged, err := consider(p, l.squeezed(stretch), sizes)
		if err != nil {
			return best, false, err
		}
		if judged && (!ok || c.quality.score > best.quality.score) {
			best, ok = c, true
		}
		if ok && best.quality.refusal() == "" {
			break
		}
	}
	return best, ok, nil
}

// holds says whether a seed's corners all lie on a lattice that was grown already.
func (l *lattice) holds(s *seed) bool {
	for _, c := range s.corners {
		if !slices.ContainsFunc(l.at, func(at vec) bool {
			return max(math.Abs(at.x-c.at.x), math.Abs(at.y-c.at.y)) < 4
		}) {
			return false
		}
	}
	return true
}

// consider completes a lattice and finds the best place for a board on it.
func consider(p picture, l lattice, sizes []int) (candidate, bool, error) {
	l, e, ok, err := complete(p, l)
	if !ok || err != nil {
		return candidate{}, false, err
	}
	ranked := windows(&e, sizes)
	if len(ranked) == 0 {
		return candidate{}, false, nil
	}
	w, q := choose(&e, ranked, len(sizes) == 1)
	return candidate{l, e, w, q}, true, nil
}

// What the last fit must reach.
const (
	fewestCrossings = 12
	mostSpread      = 0.06 // squares
	mostResidual    = 0.05 // squares, root mean square
	roughResidual   = 0.02 // squares: from here on blur or noise is likely
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

// settleFinely is settle in another picture of the same, at the finest resolution;
// scale is that of the picture in which the candidate was found.
func (c *candidate) settleFinely(image gocv.Mat, scale float64, axis colour) (settlement, error) {
	p, err := prepare(image, looks[0].longest)
	if err != nil {
		return settlement{}, err
	}
	defer p.close()
	return c.settle(p, c.lattice.h.rescaled(scale, p.scale), axis)
}

// settle measures the clear crossings once more, sharply or, where these fit
// badly, softly, and fits the board to them strictly.
func (c *candidate) settle(p picture, h homography, axis colour) (settlement, error) {
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
	case !ok || len(f.inliers) < fewestCrossings:
		s.refusal = &Refusal{"too few crossings of squares fit one board"}
	case f.spread > mostSpread || f.rms > mostResidual:
		s.refusal = &Refusal{"the crossings of squares do not fit one flat board"}
	}
	return s, nil
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
	var at [4]vec
	area := 0.0
	for i, n := range around {
		at[i] = p.stored(f.corner(n))
	}
	for i := range at {
		area += at[i].cross(at[(i+1)%4])
	}
	if area < 0 { // the lattice is a mirror image of what is seen
		around[1], around[3] = around[3], around[1]
		at[1], at[3] = at[3], at[1]
	}
	first := 0
	for i := range at {
		if at[i].x+at[i].y < at[first].x+at[first].y {
			first = i
		}
	}
	b := Board{Squares: c.window.squares, Confidence: c.quality.confidence(f)}
	for i := range at {
		v := at[(first+i)%4]
		b.Corners[i] = calibration.Pixel{X: v.x, Y: v.y}
	}
	origin, right, down := around[first], around[(first+1)%4], around[(first+3)%4]
	n := float64(c.window.squares)
	alongRow, alongColumn := right.vec().sub(origin.vec()).times(1/n), down.vec().sub(origin.vec()).times(1/n)
	for _, i := range f.inliers {
		d := m.nodes[i].vec().sub(origin.vec())
		v := p.stored(m.at[i])
		b.Crossings = append(b.Crossings, Crossing{
			Row:    int(math.Round(d.dot(alongColumn))),
			Column: int(math.Round(d.dot(alongRow))),
			At:     calibration.Pixel{X: v.x, Y: v.y},
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
