package read

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision"
)

// A hand, a sleeve or a tool is known by what it hides, whatever it looks like:
// the pieces leave the crossings of the board's lines open. At a crossing, a square that is played on and its neighbours
// differ by what they always differ by, in any light and shadow.
const (
	quarter  = 0.12 // squares from a crossing to where its squares are looked at, along x and y
	patch    = 0.05 // half the side of what is looked at there
	lostStep = 0.4  // of the difference: less is none
)

// hands looks for what hides the crossings of a board.
type hands struct {
	cal       calibration.Calibration
	crossings []crossing
}

func newHands(cal calibration.Calibration, v *view) hands {
	return hands{cal: cal, crossings: crossings(cal, v.grid, v.squares.played)}
}

// over counts the crossings that are hidden, where two next to each other are:
// one alone may lie behind a piece that stands askew. It marks the squares that
// meet there as hidden.
func (h hands) over(v *view, looks contents, seen *Board) (count int) {
	empty := fromTone(looks[vision.Nothing].Mean)
	n := h.cal.Board.Squares
	hidden := make([]bool, (n+1)*(n+1))
	for _, c := range h.crossings {
		hidden[c.row*(n+1)+c.column] = h.hides(v, c, empty, seen)
	}
	at := func(row, column int) bool {
		return row >= 0 && column >= 0 && row <= n && column <= n && hidden[row*(n+1)+column]
	}
	for _, c := range h.crossings {
		r, k := c.row, c.column
		if !at(r, k) || !at(r-1, k) && !at(r+1, k) && !at(r, k-1) && !at(r, k+1) {
			continue
		}
		count++
		for number := 1; number < len(v.squares.played); number++ {
			s := v.squares.played[number]
			if (s.row == r || s.row == r-1) && (s.column == k || s.column == k-1) {
				seen.Hidden[number] = true
			}
		}
	}
	return count
}

// crossing is a point where squares meet, and what is seen of each of them next
// to it, beginning far left and going clockwise; nothing beside the board.
type crossing struct {
	row, column int
	quarters    [4]spot
}

// spot is a place of the playing surface.
type spot struct {
	x, y   float64 // mm
	pixels []int   // of the lower sheet
	behind []int   // numbers of the squares on which a piece may hide it
}

// crossings are all those at which two squares meet or four.
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
				x := (float64(column) - float64(n)/2 + quarter*float64(2*to[0]+1)) * side
				y := (float64(n)/2 - float64(row) - quarter*float64(2*to[1]+1)) * side
				c.quarters[i] = spot{x, y, g.box(x, y, patch*side), behind(cal, played, x, y)}
				shown++
			}
			if shown >= 2 {
				list = append(list, c)
			}
		}
	}
	return list
}

// behind lists the squares on which a king may hide a place, wherever it stands.
func behind(cal calibration.Calibration, played []square, x, y float64) (numbers []int) {
	for number := 1; number < len(played); number++ {
		centre := cal.Board.Centre(played[number].row, played[number].column)
		if hides(cal, centre, x, y, farthest) {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// hides reports whether a king about a place may hide another one; more is how
// much larger it is taken to be, in squares.
func hides(cal calibration.Calibration, king calibration.BoardPoint, x, y, more float64) bool {
	reach := cal.Disc.DiameterMM/2 + (more+patch)*cal.Board.SquareMM
	return distanceToSight(cal.Camera.Eye(), x, y, 2*cal.Disc.HeightMM, king) < reach
}

// box lists the pixels of a small square about a place.
func (g grid) box(mmX, mmY, half float64) (pixels []int) {
	cx, cy := g.pixel(mmX, mmY)
	h := max(half/g.mmPerPX, 1)
	for y := int(math.Ceil(cy - h - .5)); float64(y)+.5 <= cy+h; y++ {
		for x := int(math.Ceil(cx - h - .5)); float64(x)+.5 <= cx+h; x++ {
			if x >= 0 && y >= 0 && x < g.size && y < g.size {
				pixels = append(pixels, y*g.size+x)
			}
		}
	}
	return pixels
}

// hides reports whether something lies over a crossing: its squares do not
// differ as an empty one and a bare one do. What pieces hide says nothing.
func (h hands) hides(v *view, c crossing, empty tone, seen *Board) bool {
	bytes := v.lower.bytes
	var tones [4]tone
	var open [4]bool
	for i, s := range c.quarters {
		if open[i] = len(s.pixels) > 0 && !anyClipped(bytes, s.pixels) && !h.behindPiece(v, s, seen); open[i] {
			tones[i] = meanTone(bytes, s.pixels)
		}
	}
	size := empty.dot(empty)
	lost, steps := 0, 0
	for i := range open {
		j := (i + 1) % 4
		if !open[i] || !open[j] {
			continue
		}
		step := tones[j].minus(tones[i])
		if (c.row+c.column+i)%2 != 0 { // quarter i is of a square that is played on
			step = tones[i].minus(tones[j])
		}
		steps++
		if step.dot(empty) < lostStep*size {
			lost++
		}
	}
	return 2*lost > steps
}

// behindPiece reports whether a piece as it was read may hide a place.
func (h hands) behindPiece(v *view, s spot, seen *Board) bool {
	for _, number := range s.behind {
		if is, _ := seen.Odds[number].Best(); is == vision.Nothing {
			continue
		}
		at := h.cal.Board.Centre(v.squares.played[number].row, v.squares.played[number].column)
		at.X, at.Y = at.X+seen.Offset[number][0], at.Y+seen.Offset[number][1]
		if hides(h.cal, at, s.x, s.y, loose/2) {
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
