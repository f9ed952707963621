package calibrated

import (
	"math"

	"draughtsman/calibration"
)

// maxOffCentre is how far off its square's centre a piece is expected, squares.
const maxOffCentre = 0.18

// tolerance is how far off a piece may stand, in squares, without hiding a corner of its square.
const tolerance = 0.08

// layout is the places in the rectified views at which the squares of a board are looked at.
type layout struct {
	size     int      // squares along an edge of the board
	core     float64  // mm: the radius of what is looked at of a piece's top
	played   []square // by number, as calibration.Board counts; the first is not used
	unplayed []unplayedSquare
}

// square is a square that is played on.
type square struct {
	row, column int
	// In the upper view, on the top of a man and on that of a king: one place that is on the top wherever in its
	// square a piece stands, or several of which one is where pieces are too small for that.
	man, king [][]int
	top       []int // in the upper view: all of a man's top
	corners   []int // in the lower view: the corners of the square, beside the piece
}

// cellOfBoard is a square by its place, from the far left.
type cellOfBoard struct{ row, column int }

// isPlayed reports whether a square of a board may be played on. The frame of the board is laid so that its far left
// corner is not, on a board of any size and whichever colour is played on.
func isPlayed(size, row, column int) bool {
	return row >= 0 && column >= 0 && row < size && column < size && (row+column)%2 == 1
}

// unplayedSquare is a square that is never played on.
type unplayedSquare struct {
	row, column int
	visible     []int // in the lower view: what no piece on a neighbour hides
}

func newLayout(cal calibration.Calibration, g grid) layout {
	s := layout{size: cal.Board.Squares, played: make([]square, 1, cal.Board.Squares*cal.Board.Squares/2+1)}
	radius := cal.Disc.DiameterMM / 2
	core, places := coreOf(radius, cal.Board.SquareMM)
	s.core = core
	for row := range s.size {
		for column := range s.size {
			if !isPlayed(s.size, row, column) {
				s.unplayed = append(s.unplayed, unplayedSquare{row, column, visibleOf(cal, g, row, column)})
				continue
			}
			centre := cal.Board.Centre(row, column)
			s.played = append(s.played, square{
				row: row, column: column,
				man: g.circles(centre, core, places),
				top: g.circle(centre, radius),
				corners: g.within(centre, func(x, y float64) bool {
					return distanceToSight(cal.Camera.Eye(), x, y, 2*cal.Disc.HeightMM, centre) > radius+tolerance*cal.Board.SquareMM
				}),
				king: g.circles(throughUpper(cal, centre, 2*cal.Disc.HeightMM), core, places),
			})
		}
	}
	return s
}

// coreOf returns the radius of a circle within a piece's top, and the places where it is laid, mm from the square's
// centre.
func coreOf(radius, side float64) (core float64, places [][2]float64) {
	const small = 0.3 // squares: a radius from which on one place is enough
	if radius >= small*side {
		return max(radius-maxOffCentre*side, radius/3), [][2]float64{{}}
	}
	core = 0.6 * radius
	step := (side/2 - radius) / 2 // to the square's edge
	for x := -2.0; x <= 2; x++ {
		for y := -2.0; y <= 2; y++ {
			places = append(places, [2]float64{x * step, y * step})
		}
	}
	return core, places
}

// circles returns the pixels of a circle in each of some places.
func (g grid) circles(centre calibration.BoardPoint, radius float64, places [][2]float64) (all [][]int) {
	for _, p := range places {
		all = append(all, g.circle(calibration.BoardPoint{X: centre.X + p[0], Y: centre.Y + p[1]}, radius))
	}
	return all
}

// throughUpper returns where the line of sight to what is at a height above a place passes the height of the upper
// view.
func throughUpper(cal calibration.Calibration, at calibration.BoardPoint, height float64) calibration.BoardPoint {
	eye := cal.Camera.Eye()
	t := (upperHeight(cal) - height) / (eye.Z - height)
	return calibration.BoardPoint{X: at.X + t*(eye.X-at.X), Y: at.Y + t*(eye.Y-at.Y)}
}

// upperHeight is that of the upper sheet, mm: of a man's top, or lower where that would be seen over the next square.
// What is then seen in the middle of a square is a tall piece's side and top, or the empty square itself.
func upperHeight(cal calibration.Calibration) float64 {
	const most = 0.25 // squares that what is looked at may be seen off the square's middle
	eye := cal.Camera.Eye()
	return min(cal.Disc.HeightMM, most*cal.Board.SquareMM*eye.Z/math.Hypot(eye.X, eye.Y))
}

// circle lists the pixels of a circle.
func (g grid) circle(centre calibration.BoardPoint, radius float64) []int {
	return g.within(centre, func(x, y float64) bool { return math.Hypot(x-centre.X, y-centre.Y) <= radius })
}

// within returns the pixels of a square about a centre, with a twentieth left out at each edge, for which the place
// satisfies a condition.
func (g grid) within(centre calibration.BoardPoint, holds func(mmX, mmY float64) bool) []int {
	const half = 0.45 * perSquare
	var pixels []int
	cx, cy := g.Pixel(centre.X, centre.Y)
	for y := max(int(math.Ceil(cy-half-.5)), 0); float64(y)+.5 <= cy+half && y < g.Size; y++ {
		for x := max(int(math.Ceil(cx-half-.5)), 0); float64(x)+.5 <= cx+half && x < g.Size; x++ {
			if mmX, mmY := g.At(x, y); holds(mmX, mmY) {
				pixels = append(pixels, y*g.Size+x)
			}
		}
	}
	return pixels
}

// visibleOf returns the pixels of an unplayed square that no king on a neighbouring square hides, wherever in its
// square it stands; where that leaves too little (a low camera) no man; and where that still does, the part that is
// hidden least often.
func visibleOf(cal calibration.Calibration, g grid, row, column int) []int {
	const least = perSquare * perSquare / 10
	centre := cal.Board.Centre(row, column)
	for _, generous := range []struct{ height, off float64 }{{2, maxOffCentre}, {1, maxOffCentre}, {1, 0}, {0, 0}} {
		pixels := g.within(centre, func(x, y float64) bool {
			for _, beside := range [][2]int{{row - 1, column}, {row + 1, column}, {row, column - 1}, {row, column + 1}} {
				if !isPlayed(cal.Board.Squares, beside[0], beside[1]) {
					continue
				}
				piece := cal.Board.Centre(beside[0], beside[1])
				reach := cal.Disc.DiameterMM/2 + generous.off*cal.Board.SquareMM
				if distanceToSight(cal.Camera.Eye(), x, y, generous.height*cal.Disc.HeightMM, piece) < reach {
					return false
				}
			}
			return true
		})
		if len(pixels) >= least {
			return pixels
		}
	}
	return nil
}

// distanceToSight returns how near, seen from above, the line of sight to a place of the playing surface comes to a
// piece's axis below the given height.
func distanceToSight(eye calibration.BoardPoint, x, y, height float64, piece calibration.BoardPoint) float64 {
	t := height / eye.Z
	dx, dy := t*(eye.X-x), t*(eye.Y-y)
	along := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		along = min(max(((piece.X-x)*dx+(piece.Y-y)*dy)/length, 0), 1)
	}
	return math.Hypot(x+along*dx-piece.X, y+along*dy-piece.Y)
}
