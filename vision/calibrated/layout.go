package calibrated

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/squares"
)

// maxOffCentre is how far off its square's centre a piece is expected, squares.
const maxOffCentre = 0.18

// layout is the places in the rectified views at which the squares of a board are looked at.
type layout struct {
	size     int      // squares along an edge of the board
	seen     []int    // by rows of the board: where each square is among all as seen, which go by rows as well
	played   []square // by number, as calibration.Board counts; the first is not used
	unplayed []unplayedSquare
}

// square is a square that is played on.
type square struct {
	cellOfBoard
	top []int // in the upper view: on the top of a piece, wherever in its square that stands
}

// cellOfBoard is a square by its place, from the far left.
type cellOfBoard struct{ row, column int }

// newSeen is layout.seen of a board at an edge of which, as seen, Black sits.
func newSeen(size int, black calibration.Edge) []int {
	seen := make([]int, size*size)
	for i := range seen {
		row, column := calibration.OnBoard(size, i/size, i%size, black)
		seen[row*size+column] = i
	}
	return seen
}

// index is where a square is among all as seen.
func (s layout) index(c cellOfBoard) int { return s.seen[c.row*s.size+c.column] }

// unplayedSquare is a square that is never played on.
type unplayedSquare struct {
	cellOfBoard
	visible []int // in the lower view: what no piece on a neighbour hides
}

func newLayout(cal calibration.Calibration, g grid) layout {
	_, black := squares.BoardOf(cal)
	n := cal.Board.Squares
	s := layout{size: n, seen: newSeen(n, black), played: make([]square, 1, n*n/2+1)}
	radius := cal.Disc.DiameterMM / 2
	core := max(radius-maxOffCentre*cal.Board.SquareMM, radius/3)
	for row := range s.size {
		for column := range s.size {
			if cal.Board.Number(row, column) == 0 {
				s.unplayed = append(s.unplayed, unplayedSquare{cellOfBoard{row, column}, visibleOf(cal, g, row, column)})
				continue
			}
			s.played = append(s.played, square{cellOfBoard{row, column}, g.circle(cal.Board.Centre(row, column), core)})
		}
	}
	return s
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
				if cal.Board.Number(beside[0], beside[1]) == 0 {
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
