// Package uncalibrated reads the squares of a found board from one picture and nothing else: it knows neither the
// pieces nor the light, and judges every board against itself.
//
// There is a file for each step. The board is drawn from straight above (projection.go, rectify.go). Stripes of light
// (package detect) and shadows (shadow.go, levels.go, inpaint.go) are taken away. What its squares look like without
// pieces is told by what pieces leave uncovered (background.go). The top of a piece is looked for where the camera's
// tilt shows it (tilt.go). Every square is measured (features.go). The least conspicuous of a kind are empty, and what
// is unlike them is occupied (occupancy.go, secondpass.go, lowcontrast.go, patch.go). What a hand hides is left out
// (occlusion.go). The pieces' colours fall into two groups (sides.go). Stacks and marks are kings (package kings).
package uncalibrated

import (
	"errors"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/vision/detect"
	"draughtsman/vision/imaging"
	"draughtsman/vision/uncalibrated/network"
)

// Reading is what the squares of a board hold.
type Reading struct {
	// Grid has a string for each row as seen, from Corners[0] of the board: '.' empty, 'l' a man of the
	// lighter-coloured side, 'd' one of the darker side, 'L' and 'D' a king where that can be seen, '?' cannot tell.
	Grid       []string
	PlayOn     string  // "dark" or "light": the kind of square that carries pieces
	Confidence float64 // 0..1: how clearly the least clear tenth of the squares was told
}

// Where the tops of pieces are looked for, in squares. Men are about a quarter of a square high, and what is seen in
// the middle of one is as much side as top: the usual height. Of tall ones rims are seen more clearly at the other.
const (
	usualHeight = 0.12
	tallHeight  = 0.3
)

// Read reads the squares of a board in an 8-bit picture, grey or colour. It is an error when the board's corners do
// not make a board.
func Read(image gocv.Mat, board detect.Board) (Reading, error) {
	n, err := loadNetwork()
	if err != nil {
		return Reading{}, err
	}
	l, err := analyse(image, board)
	if err != nil {
		return Reading{}, err
	}
	l.applyNetwork(n)
	reading, grid := l.interpret(board.Crossings)
	if err := markKings(grid, image, l.projection); err != nil {
		return Reading{}, err
	}
	for _, row := range grid {
		reading.Grid = append(reading.Grid, string(row))
	}
	return reading, nil
}

// analysis is a board as it was measured.
type analysis struct {
	size       int // squares along an edge
	projection projection
	flat       boardView
	tilt       tilt
	background background
	heights    [2][]measurement // the squares as measured at the usual height and at the other,
	squares    []measurement    // and at that at which tops of pieces are
	occupancy  occupancy        // of the kind of square that is played on
	brightest  float64          // what a channel shows at most, log units
}

// samples returns what the network is to look at.
func (l *analysis) samples() []network.Sample {
	return l.occupancy.samples(l.squares, &l.flat, &l.background, l.tilt, l.size)
}

// analyse measures the squares of a board and which of them seem occupied.
func analyse(image gocv.Mat, found detect.Board) (analysis, error) {
	n := found.Squares
	lay, ok := projectionOf(found, image.Cols(), image.Rows())
	if !ok {
		return analysis{}, errors.New("the board's corners do not make a board: find it again")
	}
	p, err := newScaledPicture(image, found.SquarePX())
	if err != nil {
		return analysis{}, err
	}
	defer p.close()
	stripes, striped, err := detect.FindStripes(image)
	if err != nil {
		return analysis{}, err
	}
	if striped && surelyLight(&stripes, found) {
		if err := p.removeStripes(&stripes); err != nil {
			return analysis{}, err
		}
	}
	l := analysis{size: n, brightest: math.Log(math.MaxUint8 + p.dark), projection: lay,
		tilt: tiltOf(&lay.homography, n, image.Cols(), image.Rows())}
	if l.flat, err = p.rectify(lay, n, [2]float64{}); err != nil {
		return analysis{}, err
	}
	offset := l.tilt.topOffset(usualHeight)
	lifted, err := p.rectify(lay, n, offset)
	if err != nil {
		return analysis{}, err
	}
	played := l.measure(&lifted, offset)
	smooth := l.flat.smoothed()
	apart := math.Abs(l.background.kindDifference(0, n).Mean())
	s, shaded := findShadow(smooth, n, 1-played, offset, confirmed)
	if !shaded {
		s, shaded = findShadow(smooth, n, played, offset, corrected)
	}
	shaded = shaded && s.apart() > leastApart*apart
	if shaded {
		s.brighten(&l.flat, [2]float64{})
		s.brighten(&lifted, offset)
		played = l.measure(&lifted, offset)
	}
	offset = l.tilt.topOffset(tallHeight)
	if lifted, err = p.rectify(lay, n, offset); err != nil {
		return analysis{}, err
	}
	if shaded {
		s.brighten(&lifted, offset)
	}
	l.heights = [2][]measurement{l.squares, measure(&lifted, &l.background, n, offset)}
	l.classify(played, playedKind(l.heights[1], n))
	return l, nil
}

// classify says what stands on squares of a kind, or of one kind at each height. The tops are at the height at which
// what stands there has the clearer rims.
func (l *analysis) classify(kinds ...int) {
	for h, squares := range l.heights {
		o := classify(squares, l.size, kinds[min(h, len(kinds)-1)])
		if h == 0 || o.rims(squares) > l.occupancy.rims(l.squares) {
			l.squares, l.occupancy = squares, o
		}
	}
}

// measure measures background and squares, and returns the kind of square on which there seem to be pieces.
func (l *analysis) measure(lifted *boardView, offset [2]float64) (played int) {
	l.background = backgroundOf(&l.flat, l.size)
	l.squares = measure(lifted, &l.background, l.size, offset)
	return playedKind(l.squares, l.size)
}

// playedKind returns the kind of square on which there seem to be pieces.
func playedKind(squares []measurement, n int) int {
	if conspicuity(squares, n, 1) >= conspicuity(squares, n, 0) {
		return 1
	}
	return 0
}

// Which stripes of light are taken away before a board is read.
const (
	faintestStripes = 0.07 // log units, root mean square; pieces are read well enough in fainter ones
	offLines        = 0.1  // sine of 6°, to all sides of the board
)

// surelyLight reports whether stripes are surely of light: those along the board's lines may be rows of pieces, or a
// table's edge.
func surelyLight(s *detect.Stripes, board detect.Board) bool {
	x, y := s.Along()
	for i, from := range board.Corners {
		to := board.Corners[(i+1)%len(board.Corners)]
		if math.Abs(x*(to.Y-from.Y)-y*(to.X-from.X)) < offLines*math.Hypot(to.X-from.X, to.Y-from.Y) {
			return false
		}
	}
	return s.Strength() > faintestStripes
}

// interpret decides which squares are occupied, and by whom.
func (l *analysis) interpret(crossings []detect.Crossing) (Reading, [][]byte) {
	squares, g, o, n := l.squares, &l.background, &l.occupancy, l.size
	grid := make([][]byte, n)
	for r := range grid {
		grid[r] = slices.Repeat([]byte{'.'}, n)
	}
	var occupied []int
	var pieces []pieceColours
	var lit imaging.Colour
	for _, of := range g.light {
		lit = lit.Plus(of.Times(1 / float64(len(g.light))))
	}
	covered := occluded(squares, g, n, o, crossings)
	tint := lampTint(lit)
	usual := usualOwn(g, o.squares).Exp()
	for i, k := range o.squares {
		if o.distance[i] > o.threshold && !slices.Contains(covered, k) {
			occupied = append(occupied, k)
			pieces = append(pieces, pieceColours{squares[k].colours(g.own[k], g.contrast*math.Sqrt(3)), g.light[k].Minus(lit),
				l.glare(g.own[k], usual)})
		}
	}
	var own [2][]float64
	for i, c := range g.own {
		own[kind(i/n, i%n)] = append(own[kind(i/n, i%n)], luminance(c.Minus(tint)))
	}
	lightness := [2]float64{imaging.Median(own[0]), imaging.Median(own[1])}
	played := kind(o.squares[0]/n, o.squares[0]%n)
	for i, darker := range splitSides(pieces, tint, (lightness[0]+lightness[1])/2, startMen(n), l.brightest) {
		k := occupied[i]
		grid[k/n][k%n] = 'l'
		if darker {
			grid[k/n][k%n] = 'd'
		}
	}
	for _, k := range covered {
		grid[k/n][k%n] = '?'
	}
	reading := Reading{PlayOn: "light", Confidence: o.clarity()}
	if lightness[played] < lightness[1-played] {
		reading.PlayOn = "dark"
	}
	return reading, grid
}

// glare returns what the background reflects where it has a colour of its own, beyond what it usually does. Lamps are
// grey, more or less: channels that are about as bright as can be anyway reflect as much as the others.
func (l *analysis) glare(own, usual imaging.Colour) imaging.Colour {
	const bright = 0.85
	veil := own.Exp().Minus(usual)
	most := max(veil[0], veil[1], veil[2])
	for c := range veil {
		if usual[c] > bright*math.Exp(l.brightest) {
			veil[c] = most
		}
	}
	return veil
}

// usualOwn returns the colour that most of some squares have of their own.
func usualOwn(g *background, squares []int) imaging.Colour {
	own := make([]imaging.Colour, len(squares))
	for i, k := range squares {
		own[i] = g.own[k]
	}
	return imaging.MedianColour(own)
}

// startMen returns how many men a side has at the start on a board of so many squares along an edge: it never has
// more pieces.
func startMen(squares int) int { return squares / 2 * (squares/2 - 1) }

// warmest is the most that a lamp is taken to lighten red and darken blue, log units.
const warmest = 0.2

// lampTint returns the tint of the light that a board shows, which as a whole is taken to be grey as far as lamps and
// daylight differ: from blue to red. A red board's red is its own.
func lampTint(lit imaging.Colour) imaging.Colour {
	warm := min(max((lit[2]-lit[0])/2, -warmest), warmest)
	return imaging.Colour{-warm, 0, warm}
}

// conspicuity returns how unlike the plain background the most conspicuous quarter of the squares of a kind is.
func conspicuity(squares []measurement, n, of int) float64 {
	var changes, boundaries []float64
	for i := range squares {
		if kind(i/n, i%n) == of {
			changes = append(changes, squares[i].change.Length())
			boundaries = append(boundaries, squares[i].boundary)
		}
	}
	top := func(values []float64) float64 {
		slices.Sort(values)
		quarter := values[len(values)-max(3, len(values)/4):]
		total := 0.0
		for _, v := range quarter {
			total += v
		}
		return total / float64(len(quarter))
	}
	return top(changes) + 0.5*top(boundaries)
}

// clarity returns how far from the threshold the distances of the least clear tenth of the squares are: 1 for a
// factor of two.
func (o *occupancy) clarity() float64 {
	ratios := make([]float64, len(o.distance))
	for i, d := range o.distance {
		ratios[i] = math.Abs(math.Log((d + 0.5) / (o.threshold + 0.5)))
	}
	slices.Sort(ratios)
	return min(ratios[len(ratios)/10]/math.Ln2, 1)
}
