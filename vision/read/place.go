package read

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision"
)

// Where a piece stands is found by laying its outline over the upper sheet: the
// pixels inside should look like the piece and those just outside like the
// board. The outline is that of a cylinder as the camera sees it, a disc drawn
// out from the top to the foot; those of a man and of a king are tried.
const (
	searched     = perSquare / 4 // pixels each way from the square's centre
	ring         = 3.0           // pixels outside the outline that should show the board
	likelyMan    = 0.06          // how much better a king's outline must fit
	stray        = 0.001         // what a pixel off the centre costs, squared
	decisive     = 8.0           // squared distance between looks from which a pixel counts fully
	toneSpread   = 0.2           // of a pixel's brightness,
	shadeSpread  = 0.4           // in the shadow of its own piece,
	chromaSpread = 0.1           // and of its colour
)

// placer finds the pieces of one view.
type placer struct {
	grid     grid
	ground   []ground     // by pixel of the upper sheet: what would be seen there of an empty board
	outlines [][2]outline // by number: of a man, of a king
	sums     []float32    // of the rows of the patch that is searched
}

type ground uint8

const (
	beside ground = iota // outside the playing area
	bare
	played
)

// outline is a shape in rows of pixels about its centre.
type outline struct {
	rows   []outlineRow
	reach  int // pixels from the centre, at most
	inside int // pixels
	around int
}

// outlineRow is one row: the pixels from in[0] up to in[1] are inside, the
// others from out[0] up to out[1] around.
type outlineRow struct {
	y       int
	in, out [2]int
}

func newPlacer(cal calibration.Calibration, g grid, squares []square) *placer {
	n := cal.Board.Squares
	p := &placer{grid: g, outlines: make([][2]outline, len(squares)), ground: make([]ground, g.size*g.size)}
	eye, h := cal.Camera.Eye(), upperHeight(cal)
	for y := range g.size {
		for x := range g.size {
			mmX, mmY := g.at(x, y)
			mmX += (mmX - eye.X) * h / (eye.Z - h)
			mmY += (mmY - eye.Y) * h / (eye.Z - h)
			column := int(math.Floor((mmX + cal.Board.Half()) / cal.Board.SquareMM))
			row := int(math.Floor((cal.Board.Half() - mmY) / cal.Board.SquareMM))
			switch {
			case row < 0 || column < 0 || row >= n || column >= n:
			case !isPlayed(n, row, column):
				p.ground[y*g.size+x] = bare
			default:
				p.ground[y*g.size+x] = played
			}
		}
	}
	radius := cal.Disc.DiameterMM / 2 / g.mmPerPX
	for s := 1; s < len(squares); s++ {
		centre := cal.Board.Centre(squares[s].row, squares[s].column)
		// The foot of the piece is seen nearer to the camera than its top, the
		// top of a king farther away. The sheet's y points down.
		footX, footY := (eye.X-centre.X)*h/eye.Z/g.mmPerPX, -(eye.Y-centre.Y)*h/eye.Z/g.mmPerPX
		man, king := 0.0, 0.0
		if h > 0 {
			man, king = cal.Disc.HeightMM/h-1, 2*cal.Disc.HeightMM/h-1
		}
		p.outlines[s] = [2]outline{
			newOutline(radius, -man*footX, -man*footY, footX, footY),
			newOutline(radius, -king*footX, -king*footY, footX, footY),
		}
	}
	return p
}

// newOutline is what lies within a radius of a line.
func newOutline(radius, x0, y0, x1, y1 float64) outline {
	reach := int(math.Ceil(radius + ring + max(math.Hypot(x0, y0), math.Hypot(x1, y1))))
	o := outline{reach: reach}
	for y := -reach; y <= reach; y++ {
		row := outlineRow{y: y}
		for x := -reach; x <= reach; x++ {
			d := distanceToLine(float64(x), float64(y), x0, y0, x1, y1)
			grow(&row.in, x, d <= radius-.5)
			grow(&row.out, x, d <= radius+ring)
		}
		if row.out[1] > row.out[0] {
			o.rows = append(o.rows, row)
			o.inside += row.in[1] - row.in[0]
			o.around += row.out[1] - row.out[0] - (row.in[1] - row.in[0])
		}
	}
	return o
}

// grow extends a span, which a convex shape has one of in each row.
func grow(span *[2]int, x int, belongs bool) {
	if !belongs {
		return
	}
	if span[1] == span[0] {
		*span = [2]int{x, x + 1}
		return
	}
	span[1] = x + 1
}

func distanceToLine(x, y, x0, y0, x1, y1 float64) float64 {
	dx, dy := x1-x0, y1-y0
	along := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		along = min(max(((x-x0)*dx+(y-y0)*dy)/length, 0), 1)
	}
	return math.Hypot(x-x0-along*dx, y-y0-along*dy)
}

// find is how far from its square's centre a piece stands, board millimetres.
func (p *placer) find(bytes []uint8, number int, s square, looks contents, is vision.Content, around tone) (offset [2]float64) {
	reach := p.outlines[number][1].reach + searched + 1 // of the patch, pixels from the square's centre
	width := 2*reach + 1
	cx := margin + s.column*perSquare + perSquare/2
	cy := margin + s.row*perSquare + perSquare/2
	// Sums of each row from its left end let an outline's rows be added up at once.
	if need := width * (width + 1); len(p.sums) < need {
		p.sums = make([]float32, need)
	}
	piece, empty := fromTone(looks[is].Mean), fromTone(looks[vision.Nothing].Mean)
	for y := range width {
		row := p.sums[y*(width+1):][:width+1]
		for x := range width {
			row[x+1] = row[x] + p.resemblance(bytes, cx+x-reach, cy+y-reach, piece, empty, around)
		}
	}
	score := func(o outline, x, y int) float64 { return o.over(p.sums, reach, x, y) }
	best := math.Inf(-1)
	for kind, o := range p.outlines[number] {
		x, y, value := climb(func(x, y int) float64 { return score(o, x, y) })
		if kind == 1 {
			value -= likelyMan
		}
		if value > best {
			best = value
			dx := vertex(score(o, x-1, y), score(o, x, y), score(o, x+1, y))
			dy := vertex(score(o, x, y-1), score(o, x, y), score(o, x, y+1))
			// The sheet's pixels lie half a pixel off the square's centre.
			offset = [2]float64{(float64(x) + dx + .5) * p.grid.mmPerPX, -(float64(y) + dy + .5) * p.grid.mmPerPX}
		}
	}
	return offset
}

// over is how much more of the piece than of the board there is inside the
// outline than just outside it, when it is laid off the centre of a patch. The
// patch has reach pixels each way; sums are of its rows, from their left ends.
func (o outline) over(sums []float32, reach, x, y int) float64 {
	width := 2*reach + 1
	var in, all float32
	for _, r := range o.rows {
		yy := y + r.y + reach
		if yy < 0 || yy >= width {
			continue
		}
		row := sums[yy*(width+1):]
		at := func(x int) float32 { return row[min(max(x+reach, 0), width)] }
		in += at(x+r.in[1]) - at(x+r.in[0])
		all += at(x+r.out[1]) - at(x+r.out[0])
	}
	return float64(in)/float64(o.inside) - float64(all-in)/float64(o.around) - stray*float64(x*x+y*y)
}

// climb looks for the highest score at every other pixel, then next to it.
func climb(score func(x, y int) float64) (bestX, bestY int, best float64) {
	best = math.Inf(-1)
	try := func(x, y int) {
		if v := score(x, y); v > best {
			bestX, bestY, best = x, y, v
		}
	}
	for y := -searched; y <= searched; y += 2 {
		for x := -searched; x <= searched; x += 2 {
			try(x, y)
		}
	}
	x, y := bestX, bestY
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			try(x+dx, y+dy)
		}
	}
	return bestX, bestY, best
}

// vertex is where a parabola through three values at −1, 0 and 1 is highest.
func vertex(before, at, after float64) float64 {
	bend := before - 2*at + after
	if bend >= 0 {
		return 0
	}
	return min(max((before-after)/(2*bend), -.5), .5)
}

// resemblance is how much more a pixel looks like the piece than like the board
// there: from −1 to 1, 0 beside the board.
func (p *placer) resemblance(bytes []uint8, x, y int, piece, empty, around tone) float32 {
	if x < 0 || y < 0 || x >= p.grid.size || y >= p.grid.size {
		return 0
	}
	at := y*p.grid.size + x
	var board tone
	switch p.ground[at] {
	case beside:
		return 0
	case played:
		board = empty
	}
	seen := sampleAt(bytes, at).minus(around)
	return min(max((apart(seen, board)-apart(seen, piece))/decisive, -1), 1)
}

// apart is the squared distance of a tone from another that may lie in shadow.
func apart(seen, lit tone) float32 {
	d := seen.minus(lit)
	b := d[0] / toneSpread
	if d[0] < 0 {
		b = d[0] / shadeSpread
	}
	return b*b + (d[1]*d[1]+d[2]*d[2])/(chromaSpread*chromaSpread)
}
