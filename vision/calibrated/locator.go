package calibrated

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/imaging"
)

// Where a piece stands is found by laying its outline over the upper sheet: the pixels inside should look like the
// piece and those just outside like the board. The outline is that of a cylinder as the camera sees it, a disc drawn
// out from the top to the foot; those of a man and of a king are tried.
const (
	searchRadius     = perSquare / 4   // pixels each way from the square's centre
	farthest         = perSquare/2 - 1 // pixels each way, for a piece that stands at the rim of those: on its square still
	rimWidth         = 3.0             // pixels outside the outline that should show the board
	kingMargin       = 0.06            // how much better a king's outline must fit
	offCentreCost    = 0.001           // what a pixel off the centre costs, squared
	decisiveDistance = 8.0             // squared distance between looks from which a pixel counts fully
	brightnessSpread = 0.2             // of a pixel's brightness,
	shadowSpread     = 0.4             // in the shadow of its own piece,
	chromaSpread     = 0.1             // and of its colour
)

// locator finds the pieces in one view.
type locator struct {
	grid     grid
	surfaces []surface            // by pixel of the upper view: what would be seen there of an empty board
	outlines [][2]imaging.Outline // by number: of a man, of a king
	sums     []float32            // of the rows of the patch that is searched
}

type surface uint8

const (
	besideBoard surface = iota // outside the playing area
	unplayed
	playedOn
)

func newLocator(cal calibration.Calibration, g grid, squares []square) *locator {
	n := cal.Board.Squares
	p := &locator{grid: g, outlines: make([][2]imaging.Outline, len(squares)), surfaces: make([]surface, g.Size*g.Size)}
	eye, h := cal.Camera.Eye(), upperHeight(cal)
	for y := range g.Size {
		for x := range g.Size {
			mmX, mmY := g.At(x, y)
			mmX += (mmX - eye.X) * h / (eye.Z - h)
			mmY += (mmY - eye.Y) * h / (eye.Z - h)
			column := int(math.Floor((mmX + cal.Board.Half()) / cal.Board.SquareMM))
			row := int(math.Floor((cal.Board.Half() - mmY) / cal.Board.SquareMM))
			switch {
			case row < 0 || column < 0 || row >= n || column >= n:
			case cal.Board.Number(row, column) == 0:
				p.surfaces[y*g.Size+x] = unplayed
			default:
				p.surfaces[y*g.Size+x] = playedOn
			}
		}
	}
	radius := cal.Disc.DiameterMM / 2 / g.MMPerPX
	for s := 1; s < len(squares); s++ {
		centre := cal.Board.Centre(squares[s].row, squares[s].column)
		// The foot of the piece is seen nearer to the camera than its top, the top of a king farther away. The
		// view's y points down.
		footX, footY := (eye.X-centre.X)*h/eye.Z/g.MMPerPX, -(eye.Y-centre.Y)*h/eye.Z/g.MMPerPX
		man, king := 0.0, 0.0
		if h > 0 {
			man, king = cal.Disc.HeightMM/h-1, 2*cal.Disc.HeightMM/h-1
		}
		foot := imaging.Disc{X: footX, Y: footY, Radius: radius}
		p.outlines[s] = [2]imaging.Outline{
			imaging.NewOutline(foot, imaging.Disc{X: -man * footX, Y: -man * footY, Radius: radius}, rimWidth),
			imaging.NewOutline(foot, imaging.Disc{X: -king * footX, Y: -king * footY, Radius: radius}, rimWidth),
		}
	}
	return p
}

// find returns how far from its square's centre a piece stands, board millimetres, and how well its outline lies over
// it: up to 2, over an empty square less than 0.8.
func (p *locator) find(bytes []uint8, number int, s square, looks looks, is vision.Content,
	around tone) (offset [2]float64, fits float64) {
	patch := p.patch(bytes, number, s, searchRadius, looks, is, around)
	var x, y int
	o, best := &p.outlines[number][0], math.Inf(-1)
	for kind := range p.outlines[number] {
		tried := &p.outlines[number][kind]
		atX, atY, value := imaging.GridSearch(searchRadius, func(x, y int) float64 { return fit(patch, tried, x, y) })
		if kind == 1 {
			value -= kingMargin
		}
		if value > best {
			best, o, x, y = value, tried, atX, atY
		}
	}
	if max(x, -x, y, -y) >= searchRadius {
		patch = p.patch(bytes, number, s, farthest, looks, is, around)
		x, y = climb(patch, o, x, y)
	}
	dx := imaging.Peak(fit(patch, o, x-1, y), fit(patch, o, x, y), fit(patch, o, x+1, y))
	dy := imaging.Peak(fit(patch, o, x, y-1), fit(patch, o, x, y), fit(patch, o, x, y+1))
	// The view's pixels lie half a pixel off the square's centre.
	return [2]float64{(float64(x) + dx + .5) * p.grid.MMPerPX, -(float64(y) + dy + .5) * p.grid.MMPerPX}, best
}

// patch is how much the surroundings of a square look like a piece, for outlines up to so many pixels off its middle.
func (p *locator) patch(bytes []uint8, number int, s square, off int, looks looks, is vision.Content,
	around tone) imaging.Map {
	reach := p.outlines[number][1].Reach + off + 1 // pixels from the square's centre
	width := 2*reach + 1
	cx := margin + s.column*perSquare + perSquare/2
	cy := margin + s.row*perSquare + perSquare/2
	// Sums of each row from its left end let an outline's rows be added up at once.
	if need := width * (width + 1); len(p.sums) < need {
		p.sums = make([]float32, need)
	}
	piece, empty := looks[is], looks[vision.Nothing]
	for y := range width {
		row := p.sums[y*(width+1):][:width+1]
		row[0] = 0
		for x := range width {
			row[x+1] = row[x] + p.resemblance(bytes, cx+x-reach, cy+y-reach, piece, empty, around)
		}
	}
	return imaging.Map{Reach: reach, Sums: p.sums}
}

// climb goes uphill, from a place at the rim of what was searched, to where the outline fits best: a piece stands
// there, far off the middle.
func climb(m imaging.Map, o *imaging.Outline, x, y int) (bestX, bestY int) {
	best := m.Contrast(o, x, y)
	for uphill := true; uphill; {
		uphill = false
		fromX, fromY := x, y
		for atY := max(fromY-1, -farthest); atY <= min(fromY+1, farthest); atY++ {
			for atX := max(fromX-1, -farthest); atX <= min(fromX+1, farthest); atX++ {
				if value := m.Contrast(o, atX, atY); value > best {
					x, y, best, uphill = atX, atY, value, true
				}
			}
		}
	}
	return x, y
}

// fit returns how well an outline fits a piece, off the middle of its square.
func fit(m imaging.Map, o *imaging.Outline, x, y int) float64 {
	return m.Contrast(o, x, y) - offCentreCost*float64(x*x+y*y)
}

// resemblance returns how much more a pixel looks like the piece than like the board there: from −1 to 1, 0 beside
// the board.
func (p *locator) resemblance(bytes []uint8, x, y int, piece, empty, around tone) float32 {
	if x < 0 || y < 0 || x >= p.grid.Size || y >= p.grid.Size {
		return 0
	}
	at := y*p.grid.Size + x
	var board tone
	switch p.surfaces[at] {
	case besideBoard:
		return 0
	case playedOn:
		board = empty
	}
	seen := sampleAt(bytes, at).minus(around)
	return min(max((toneDistance(seen, board)-toneDistance(seen, piece))/decisiveDistance, -1), 1)
}

// toneDistance returns the squared distance of a tone from another one that may lie in shadow.
func toneDistance(seen, lit tone) float32 {
	d := seen.minus(lit)
	b := d[0] / brightnessSpread
	if d[0] < 0 {
		b = d[0] / shadowSpread
	}
	return b*b + (d[1]*d[1]+d[2]*d[2])/(chromaSpread*chromaSpread)
}
