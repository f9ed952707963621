package detect

import (
	"math"

	"draughtsman/calibration"
)

// Corresponding pairs what was seen of a board, its four corners first and then its crossings, with the points of a
// board that has Black sit at an edge of the picture's.
func (b Board) Corresponding(board calibration.Board, black calibration.Edge) []calibration.Correspondence {
	seen := board.OuterCorners(b.Corners, black)
	for _, c := range b.Crossings {
		seen = append(seen, calibration.Correspondence{Pixel: c.At, BoardPoint: board.Crossing(c.Row, c.Column, black)})
	}
	return seen
}

// NearestEdge is the edge at which Black sits if a board has hardly moved since a camera was calibrated with it.
func (b Board) NearestEdge(board calibration.Board, camera calibration.Camera) (nearest calibration.Edge) {
	least := math.Inf(1)
	for edge := calibration.Top; edge <= calibration.Left; edge++ {
		sum := 0.0
		for _, s := range board.OuterCorners(b.Corners, edge) {
			p := camera.Project(s.BoardPoint)
			sum += math.Hypot(p.X-s.Pixel.X, p.Y-s.Pixel.Y)
		}
		if sum < least {
			least, nearest = sum, edge
		}
	}
	return nearest
}
