package calibrated

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/imaging"
)

// A hand, a sleeve or a tool is known by what it hides, whatever it looks like: the pieces leave the crossings of the
// board's lines open. At a crossing, a square that is played on and its neighbours differ by what they always differ
// by, in any light and shadow.
const (
	probeOffset  = 0.12 // squares from a crossing to where its squares are looked at, along x and y
	probeHalf    = 0.05 // half the side of what is looked at there
	minStepShare = 0.4  // of the difference: less is none
)

// occlusionDetector looks for what hides the crossings of a board.
type occlusionDetector struct {
	cal       calibration.Calibration
	crossings []crossing
}

func newOcclusionDetector(cal calibration.Calibration, v *boardView) occlusionDetector {
	return occlusionDetector{cal: cal, crossings: crossings(cal, v.grid, v.squares.played)}
}

// occlusion is what is seen of the lines between the squares.
type occlusion struct {
	states        map[[2]int]crossingState // by row and column of the crossing
	hidden        int                      // crossings that are covered or reflect light, next to another such one
	covered       int                      // and those of them over which something lies
	coveredCorner []bool                   // by number: something lies over a corner of the square
	open          []bool                   // by number: most of its corners are open
}

// corners returns the crossings at a square's corners.
func corners(row, column int) [4][2]int {
	return [4][2]int{{row, column}, {row, column + 1}, {row + 1, column}, {row + 1, column + 1}}
}

// coveredNear reports whether a corner of a square, played on or not, is hidden by something that does not only
// reflect light there.
func (l occlusion) coveredNear(s cellOfBoard) bool {
	for _, corner := range corners(s.row, s.column) {
		if at := l.states[corner]; at.hidden() && !at.reflects {
			return true
		}
	}
	return false
}

// detect returns which crossings are hidden, where two next to each other are: one alone may lie behind a piece that
// stands askew.
func (h occlusionDetector) detect(v *boardView, empty tone, light light, seen *BoardReading) occlusion {
	at := make(map[[2]int]crossingState, len(h.crossings))
	for _, c := range h.crossings {
		at[[2]int{c.row, c.column}] = h.crossingState(v, c, empty, light, seen)
	}
	hidden := func(row, column int) bool { return at[[2]int{row, column}].hidden() }
	found := occlusion{states: at, coveredCorner: make([]bool, len(v.squares.played)),
		open: make([]bool, len(v.squares.played))}
	covered := make(map[[2]int]bool)
	for _, c := range h.crossings {
		r, k := c.row, c.column
		if hidden(r, k) && (hidden(r-1, k) || hidden(r+1, k) || hidden(r, k-1) || hidden(r, k+1)) {
			found.hidden++
			if !at[[2]int{r, k}].reflects {
				found.covered++
				covered[[2]int{r, k}] = true
			}
		}
	}
	for number := 1; number < len(v.squares.played); number++ {
		s, open := v.squares.played[number], 0
		for _, corner := range corners(s.row, s.column) {
			found.coveredCorner[number] = found.coveredCorner[number] || covered[corner]
			if at[corner].open() {
				open++
			}
		}
		found.open[number] = open > 2
	}
	return found
}

// crossing is a point where squares meet, and a probe in each of them next to it, beginning far left and going
// clockwise; beside the board there is none.
type crossing struct {
	row, column int
	quarters    [4]probe
}

// probe is a small place of the playing surface.
type probe struct {
	x, y          float64 // mm
	pixels        []int   // of the lower view
	hidingSquares []int   // numbers of the squares on which a piece may hide it
}

// crossings returns all those at which two squares meet or four.
func crossings(cal calibration.Calibration, g grid, played []square) (list []crossing) {
	n, side := cal.Board.Squares, cal.Board.SquareMM
	for row := 0; row <= n; row++ {
		for column := 0; column <= n; column++ {
			c := crossing{row: row, column: column}
			shown := 0
			for i, to := range [4][2]int{{-1, -1}, {0, -1}, {0, 0}, {-1, 0}} {
				r, k := row+to[1], column+to[0]
				if r < 0 || k < 0 || r >= n || k >= n {
					continue
				}
				x := (float64(column) - float64(n)/2 + probeOffset*float64(2*to[0]+1)) * side
				y := (float64(n)/2 - float64(row) - probeOffset*float64(2*to[1]+1)) * side
				c.quarters[i] = probe{x, y, g.box(x, y, probeHalf*side), hidingSquares(cal, played, x, y)}
				shown++
			}
			if shown >= 2 {
				list = append(list, c)
			}
		}
	}
	return list
}

// hidingSquares returns the squares on which a king may hide a place, wherever it stands.
func hidingSquares(cal calibration.Calibration, played []square, x, y float64) (numbers []int) {
	for number := 1; number < len(played); number++ {
		centre := cal.Board.Centre(played[number].row, played[number].column)
		if hides(cal, centre, x, y, maxOffCentre) {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// hides reports whether a king about one place may hide another one; more is how much larger it is taken to be, in
// squares.
func hides(cal calibration.Calibration, king calibration.BoardPoint, x, y, more float64) bool {
	reach := cal.Disc.DiameterMM/2 + (more+probeHalf)*cal.Board.SquareMM
	return distanceToSight(cal.Camera.Eye(), x, y, 2*cal.Disc.HeightMM, king) < reach
}

// box returns the pixels of a small square about a place.
func (g grid) box(mmX, mmY, half float64) (pixels []int) {
	cx, cy := g.Pixel(mmX, mmY)
	h := max(half/g.MMPerPX, 1)
	for y := int(math.Ceil(cy - h - .5)); float64(y)+.5 <= cy+h; y++ {
		for x := int(math.Ceil(cx - h - .5)); float64(x)+.5 <= cx+h; x++ {
			if x >= 0 && y >= 0 && x < g.Size && y < g.Size {
				pixels = append(pixels, y*g.Size+x)
			}
		}
	}
	return pixels
}

// crossingState is what is seen of a crossing.
type crossingState struct {
	edges    int  // between squares, that no piece hides
	lost     int  // of these, those over which the squares do not differ as an empty one and an unplayed one do
	reflects bool // but all do under a reflection
}

func (s crossingState) hidden() bool { return 2*s.lost > s.edges }
func (s crossingState) open() bool   { return s.edges > 0 && (s.lost == 0 || s.reflects) }

// The difference in light over an edge that reflects, of what is expected.
const (
	leastLight = 0.5
	mostLight  = 2
)

// crossingState looks at a crossing.
func (h occlusionDetector) crossingState(v *boardView, c crossing, empty tone, light light,
	seen *BoardReading) crossingState {
	bytes := v.lower.bytes
	var tones [4]tone
	var open [4]bool
	for i, s := range c.quarters {
		if open[i] = len(s.pixels) > 0 && !anyClipped(bytes, s.pixels) && !h.hiddenByPiece(v, s, seen); open[i] {
			tones[i] = meanTone(bytes, s.pixels)
		}
	}
	found := crossingState{}
	for _, e := range edges(c, open) {
		found.edges++
		if tones[e.played].minus(tones[e.other]).dot(empty) < minStepShare*empty.dot(empty) {
			found.lost++
		}
	}
	if found.lost > 0 {
		bare := light.bare.at(c.row, c.column)
		found.reflects = isReflection(tones, edges(c, open), lightOf(bare), lightOf(bare.plus(empty)))
	}
	return found
}

// edge is an edge between two squares at a crossing, as indices of their probes.
type edge struct{ played, other int }

// edges returns those both sides of which are open.
func edges(c crossing, open [4]bool) (list []edge) {
	for i := range open {
		j := (i + 1) % 4
		switch {
		case !open[i] || !open[j]:
		case (c.row+c.column+i)%2 != 0: // quarter i is of a square that is played on
			list = append(list, edge{i, j})
		default:
			list = append(list, edge{j, i})
		}
	}
	return list
}

// isReflection reports whether the light from squares that are not played on and from empty ones, as expected,
// differs over all edges, with more light added to both. What a surface reflects is added to all squares alike. It
// leaves their difference, but not that of logarithms.
func isReflection(tones [4]tone, edges []edge, bare, empty tone) bool {
	step := bare.minus(empty)
	for _, e := range edges {
		played, other := lightOf(tones[e.played]), lightOf(tones[e.other])
		added, share := played.minus(empty), other.minus(played).dot(step)/step.dot(step)
		if share < leastLight || share > mostLight || added[0]+added[1]+added[2] < 0 {
			return false
		}
	}
	return true
}

// lightOf returns the light, 0 to 1, of blue, green and red.
func lightOf(t tone) tone {
	green := float64(t[0] - (t[1]+t[2])/3)
	of := func(l float64) float32 { return float32(light01(math.Exp(l) - imaging.CalibratedDark)) }
	return tone{of(green + float64(t[2])), of(green), of(green + float64(t[1]))}
}

// hiddenByPiece reports whether a piece as it was read may hide a probe.
func (h occlusionDetector) hiddenByPiece(v *boardView, s probe, seen *BoardReading) bool {
	for _, number := range s.hidingSquares {
		if is, _ := seen.Odds[number].Best(); is == vision.Nothing {
			continue
		}
		at := h.cal.Board.Centre(v.squares.played[number].row, v.squares.played[number].column)
		at.X, at.Y = at.X+seen.Offset[number][0], at.Y+seen.Offset[number][1]
		if hides(h.cal, at, s.x, s.y, tolerance/2) {
			return true
		}
	}
	return false
}

func (t tone) dot(u tone) float32 { return t[0]*u[0] + t[1]*u[1] + t[2]*u[2] }

func meanTone(bytes []uint8, pixels []int) (sum tone) {
	for _, p := range pixels {
		sum = sum.plus(sampleAt(bytes, p))
	}
	n := 1 / float32(len(pixels))
	return tone{sum[0] * n, sum[1] * n, sum[2] * n}
}

func anyClipped(bytes []uint8, pixels []int) bool {
	for _, p := range pixels {
		if max(bytes[3*p], bytes[3*p+1], bytes[3*p+2]) >= clipped {
			return true
		}
	}
	return false
}

// light01 returns the light, 0 to 1, of a sample.
func light01(sample float64) float64 { return math.Pow(max(sample, 0)/255, 2.2) }

// clipped is the sample from which on a colour is not to be trusted: light that the sensor cannot show is missing
// from it.
const clipped = 250
