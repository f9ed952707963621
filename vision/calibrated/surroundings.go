package calibrated

import (
	"math"
	"slices"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// What reaches over the board comes from beside it. The table around the board is remembered in small cells; where it
// looks different in one piece from the board's edge far outwards, something reaches in, even if over the board it
// looks like the squares. Discs that are laid down beside the board are not as long, and whatever lies still for a
// while belongs to the table.
const (
	cellsPerSquare = 4   // along a square
	surroundWidth  = 2.5 // squares around the board
	limbStart      = 0.5 // squares from the board: what reaches in begins there
	limbEnd        = 1.5 // and goes on as far as here, or to the edge of the picture
	minLimbLength  = 1.2 // squares: how long it is at least; discs laid down are not, with their shadows
	maxLimbPart    = 4   // one part of so many of the table is more than a limb covers
	looseLimbStart = 1.0 // squares: as limbStart, where squares of the board are unexplained
	minLimbCells   = 3   // cells that something reaching in covers at least
	// squares from an unexplained square to so few cells: the edge of the board between them may look like what reaches in
	limbGap         = 2.0
	movingPart      = 4    // one part of so many of what lies still may seem to move: dark cells are noisy
	brightnessNoise = 0.1  // of brightness: less is noise and slow light
	lightStep       = 0.2  // of brightness: what departs more from the light's even change is something else
	sunStep         = 0.45 // of brightness: a shadow that goes makes the table brighter by less
)

// What a cell may differ from what it showed by and still show it. The three parts are taken together: a cell at two
// thirds of two limits is past both.
const (
	deepestShadow  = 0.75            // of brightness: the table half as bright
	otherColour    = 0.12            // of red and blue
	backgroundTime = 3 * time.Second // how long something must look the same to belong to the table
)

// cellNoise is that of a cell in good light.
var cellNoise = tone{0.03, 0.03, 0.03}

// surroundings remembers the table around the board.
type surroundings struct {
	cells        []surroundingCell
	size         int         // cells along an edge of the grid
	at           []int       // index of the cell at each place of the grid, or -1
	known        []tone      // what each cell looks like when nothing reaches in; nil: nothing is known
	since        time.Time   // when that began to be learnt
	former       []tone      // what it showed before that: what lay still for a while may go again
	raw          []tone      // what it last showed with nothing there, whatever the light
	last         []tone      // what it looked like when something last moved there,
	restingSince []time.Time // and when that was
}

// surroundingCell is a small square of the table around the board.
type surroundingCell struct {
	row, column   int
	away          float64 // squares from the playing area
	atPictureEdge bool    // the picture ends next to it
	samples       [4]int  // first bytes of pixels of the picture
}

func newSurroundings(cal calibration.Calibration) *surroundings {
	width := int(surroundWidth * cellsPerSquare)
	size := cal.Board.Squares*cellsPerSquare + 2*width
	a := &surroundings{size: size, at: slices.Repeat([]int{-1}, size*size)}
	side := cal.Board.SquareMM / cellsPerSquare
	half := float64(size) / 2
	lens := cal.Camera.Lens
	for row := range size {
		for column := range size {
			outside := max(width-row, row+1-(size-width), width-column, column+1-(size-width))
			if outside <= 0 {
				continue
			}
			c := surroundingCell{row: row, column: column, away: float64(outside) / cellsPerSquare}
			seen := true
			for i := range c.samples {
				p := cal.Camera.Project(calibration.BoardPoint{
					X: (float64(column) - half + .25 + .5*float64(i%2)) * side,
					Y: (half - float64(row) - .25 - .5*float64(i/2)) * side,
				})
				x, y := int(math.Round(p.X)), int(math.Round(p.Y))
				if seen = seen && !math.IsNaN(p.X) && x >= 0 && y >= 0 && x < lens.Width && y < lens.Height; seen {
					c.samples[i] = 3 * (y*lens.Width + x)
				}
			}
			if seen {
				a.at[row*size+column] = len(a.cells)
				a.cells = append(a.cells, c)
			}
		}
	}
	for i, c := range a.cells {
		for _, d := range neighbours {
			row, column := c.row+d[0], c.column+d[1]
			inside := row >= width && row < size-width && column >= width && column < size-width
			if !inside && (min(row, column) < 0 || max(row, column) >= size || a.at[row*size+column] < 0) {
				a.cells[i].atPictureEdge = true
			}
		}
	}
	return a
}

var neighbours = [4][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}

// reachedInto reports whether something reaches in over the board in a picture that was taken at a time, and learns
// what the table looks like. If squares of the board are unexplained, less of it has to be seen.
func (a *surroundings) reachedInto(picture gocv.Mat, at time.Time, strange []cellOfBoard) (bool, error) {
	bytes, err := picture.DataPtrUint8()
	if err != nil {
		return false, err
	}
	now := make([]tone, len(a.cells))
	for i, c := range a.cells {
		var t tone
		for _, s := range c.samples {
			t = t.plus(toneOf(bytes[s], bytes[s+1], bytes[s+2]))
		}
		now[i] = tone{t[0] / 4, t[1] / 4, t[2] / 4}
	}
	if a.known == nil {
		a.since = at
		a.known, a.former, a.raw, a.last, a.restingSince = now, slices.Clone(now), slices.Clone(now), slices.Clone(now),
			slices.Repeat([]time.Time{at}, len(now))
		return len(strange) > 0, nil
	}
	raw := slices.Clone(now)
	a.level(now)
	noise := a.noise(now)
	differs := make([]bool, len(now))
	for i := range now {
		// Where most of the table has come to lie in a shadow the rest is as it was.
		differs[i] = !sameCell(now[i], a.known[i], noise) && !(limits{lightStep, lightStep}).shows(raw[i].minus(a.raw[i]),
			noise)
		if differs[i] && sameCell(now[i], a.former[i], noise) {
			a.known[i], a.former[i], differs[i] = a.former[i], a.known[i], false
		}
		if !(limits{brightnessNoise, brightnessNoise}).shows(now[i].minus(a.last[i]), noise) {
			a.last[i], a.restingSince[i] = now[i], at
		}
	}
	reaching := len(strange) > 0 && at.Sub(a.since) < backgroundTime // it may have been there from the beginning
	for _, piece := range a.components(differs) {
		moving := 0
		for _, i := range piece {
			if at.Sub(a.restingSince[i]) < backgroundTime {
				moving++
			}
		}
		if moving > len(piece)/movingPart {
			reaching = reaching || a.isLimb(piece, strange)
			for _, i := range piece {
				raw[i] = a.raw[i]
			}
			continue
		}
		for _, i := range piece {
			a.known[i], a.former[i] = now[i], a.known[i]
		}
	}
	const slowly = 0.1
	for i := range now {
		d := now[i].minus(a.known[i])
		switch {
		case differs[i]:
		case abs(d[0]) < brightnessNoise:
			a.known[i] = a.known[i].plus(tone{slowly * d[0], slowly * d[1], slowly * d[2]})
		case at.Sub(a.restingSince[i]) >= backgroundTime: // a shadow that stays
			a.known[i] = a.known[i].plus(d)
		}
	}
	a.raw = raw
	return reaching, nil
}

// sameCell reports whether a cell shows what it did, perhaps in shadow.
func sameCell(now, known, noise tone) bool {
	return limits{deepestShadow, sunStep}.shows(now.minus(known), noise)
}

// noise returns by how much cells differ from what they showed: the dimmer the light, the more. Most of them lie
// still.
func (a *surroundings) noise(now []tone) (noise tone) {
	for part := range noise {
		values := make([]float32, len(now))
		for i := range now {
			values[i] = abs(now[i][part] - a.known[i][part])
		}
		noise[part] = max(1.48*imaging.Median(values), cellNoise[part])
	}
	return noise
}

// level removes how the light has changed since the cells were learnt: lamps fade evenly over the table.
func (a *surroundings) level(now []tone) {
	const some = 7 // every seventh cell speaks for the others
	var colour tone
	values := make([]float32, 0, len(now)/some+1)
	for part := range colour {
		values = values[:0]
		for i := 0; i < len(now); i += some {
			values = append(values, now[i][part]-a.known[i][part])
		}
		colour[part] = imaging.Median(values)
	}
	half := float64(a.size) / 2
	bright := plane{half: half, offset: float64(colour[0])}
	for _, reach := range [4]float32{.8, .4, lightStep, lightStep} {
		sum := planeFit{half: half}
		for i := 0; i < len(now); i += some {
			c, d := a.cells[i], now[i][0]-a.known[i][0]
			if r := (d - bright.at(c.row, c.column)) / reach; r > -1 && r < 1 {
				sum.add(c.row, c.column, float64(d), float64((1-r*r)*(1-r*r)))
			}
		}
		bright = sum.solve()
	}
	for i, c := range a.cells {
		now[i] = now[i].minus(tone{bright.at(c.row, c.column), colour[1], colour[2]})
	}
}

// components returns the connected cells among some.
func (a *surroundings) components(among []bool) [][]int {
	marked := make([]bool, len(a.at))
	for i, is := range among {
		marked[a.cells[i].row*a.size+a.cells[i].column] = is
	}
	pieces := imaging.Components(marked, a.size, false)
	for _, piece := range pieces {
		for k, place := range piece {
			piece[k] = a.at[place]
		}
	}
	return pieces
}

// isLimb reports whether connected cells reach from the board far outwards, or are what a limb shows beside a board
// on which some squares are unexplained.
func (a *surroundings) isLimb(piece []int, strange []cellOfBoard) bool {
	nearest, farthest, ends := math.Inf(1), 0.0, false
	for _, i := range piece {
		c := a.cells[i]
		nearest, farthest = min(nearest, c.away), max(farthest, c.away)
		ends = ends || c.atPictureEdge
	}
	if len(piece) > len(a.cells)/maxLimbPart { // the light has changed
		return false
	}
	near := limbStart
	if len(strange) > 0 {
		near = looseLimbStart
	}
	long := farthest-nearest+1./cellsPerSquare >= minLimbLength && (ends || farthest >= limbEnd)
	return nearest <= near && (long || len(piece) >= minLimbCells && a.isNear(piece, strange))
}

// isNear reports whether connected cells are near one of some squares.
func (a *surroundings) isNear(piece []int, strange []cellOfBoard) bool {
	const width = int(surroundWidth * cellsPerSquare)
	for _, s := range strange {
		for _, i := range piece {
			c := a.cells[i]
			if max(gap(c.row-width, s.row), gap(c.column-width, s.column)) <= limbGap*cellsPerSquare {
				return true
			}
		}
	}
	return false
}

// gap returns how many cells there are from one to a square, in a row or a column of the grid.
func gap(cell, square int) float64 {
	return float64(max(square*cellsPerSquare-cell, cell-(square+1)*cellsPerSquare+1))
}

// limits are how far a cell's brightness may be below and above what it showed.
type limits struct{ darker, brighter float32 }

// shows reports whether a difference is within limits, and noise.
func (l limits) shows(difference tone, noise tone) bool {
	const deviations = 3
	limit := l.brighter
	if difference[0] < 0 {
		limit = l.darker
	}
	brightness := difference[0] / float32(math.Hypot(float64(limit), deviations*float64(noise[0])))
	red := difference[1] / (otherColour + 2*noise[1])
	blue := difference[2] / (otherColour + 2*noise[2])
	return brightness*brightness+red*red+blue*blue < 1
}
