package calibration_test

import (
	"math"
	"strings"
	"testing"

	"draughtsman/calibration"
	"draughtsman/internal/testkit/optics"
)

// Whatever way the camera is turned, the four corners as found and the lattice between them give the board points
// that the camera really shows there.
func TestOrientation(t *testing.T) {
	for black := calibration.Top; black <= calibration.Left; black++ {
		t.Run(black.String(), func(t *testing.T) {
			// Black at the top is the camera as White sees it; every roll by a quarter turn takes Black clockwise to
			// the next edge.
			c := calibration.Camera{
				Lens: calibration.StraightLens(960, 960, 900),
				Pose: optics.LookFrom(calibration.BoardPoint{Z: 600}, calibration.BoardPoint{}, float64(black)*math.Pi/2),
			}
			low, high := 479.5-900*160/600.0, 479.5+900*160/600.0
			corners := [4]calibration.Pixel{{X: low, Y: low}, {X: high, Y: low}, {X: high, Y: high}, {X: low, Y: high}}
			for _, s := range board.OuterCorners(corners, black) {
				if p := c.Project(s.BoardPoint); math.Hypot(p.X-s.Pixel.X, p.Y-s.Pixel.Y) > 1e-6 {
					t.Errorf("corner %v is paired with %v and seen at %v", s.BoardPoint, s.Pixel, p)
				}
			}
			for row := 0; row <= 8; row++ {
				for column := 0; column <= 8; column++ {
					want := calibration.Pixel{X: low + (high-low)*float64(column)/8, Y: low + (high-low)*float64(row)/8}
					if p := c.Project(board.Crossing(row, column, black)); math.Hypot(p.X-want.X, p.Y-want.Y) > 1e-6 {
						t.Errorf("crossing %d, %d is seen at %v, not %v", row, column, p, want)
					}
				}
			}
		})
	}
}

func TestTurnGrid(t *testing.T) {
	seen := []string{"abc", "def", "ghi"}
	for corners, want := range []string{"abc/def/ghi", "cfi/beh/adg", "ihg/fed/cba", "gda/heb/ifc", "abc/def/ghi"} {
		if got := strings.Join(calibration.TurnGrid(seen, corners), "/"); got != want {
			t.Errorf("from %d corners later: %s, not %s", corners, got, want)
		}
	}
}

func TestBoardSquare(t *testing.T) {
	for _, tt := range []struct {
		board  calibration.Board
		number int
		want   calibration.BoardPoint
	}{
		{board, 1, calibration.BoardPoint{X: -100, Y: 140}},
		{board, 5, calibration.BoardPoint{X: -140, Y: 100}},
		{board, 4, calibration.BoardPoint{X: 140, Y: 140}},
		{board, 29, calibration.BoardPoint{X: -140, Y: -140}},
		{board, 32, calibration.BoardPoint{X: 100, Y: -140}},
		{calibration.Board{Squares: 10, SquareMM: 40}, 50, calibration.BoardPoint{X: 140, Y: -180}},
		{calibration.Board{Squares: 8, SquareMM: 40, Mirrored: true}, 1, calibration.BoardPoint{X: -140, Y: 140}},
		{calibration.Board{Squares: 8, SquareMM: 40, Mirrored: true}, 32, calibration.BoardPoint{X: 140, Y: -140}},
	} {
		if got, err := tt.board.Square(tt.number); err != nil || got != tt.want {
			t.Errorf("square %d of %v is at %v (%v), not %v", tt.number, tt.board, got, err, tt.want)
		}
		all := 0
		for row := range tt.board.Squares {
			for column := range tt.board.Squares {
				number := tt.board.Number(row, column)
				if number == 0 {
					continue
				}
				all++
				if r, c := tt.board.Place(number); number != all || r != row || c != column {
					t.Errorf("%v: square %d of row %d, column %d lies in row %d, column %d", tt.board, number, row, column, r, c)
				}
			}
		}
		if n := tt.board.Squares; all != n*n/2 || tt.board.Number(-1, 0) != 0 || tt.board.Number(0, n+1) != 0 {
			t.Errorf("%v: %d squares have numbers", tt.board, all)
		}
	}
	_, err := calibration.Board{Squares: 6, SquareMM: 40}.Square(19)
	wantError(t, err, "there is no square 19: on a board of 6×6 they are numbered 1 to 18")
}
