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

// NearestEdge is the edge at which Black sits if a board has hardly been turned since a camera was calibrated with it:
// the one that faces as Black's side did, wherever the board lies now and whatever camera sees it.
func (b Board) NearestEdge(board calibration.Board, camera calibration.Camera) (nearest calibration.Edge) {
	far, was := camera.Project(calibration.BoardPoint{Y: board.Half()}), camera.Project(calibration.BoardPoint{})
	var middle calibration.Pixel
	for _, c := range b.Corners {
		middle.X, middle.Y = middle.X+c.X/4, middle.Y+c.Y/4
	}
	best := math.Inf(-1)
	for edge := calibration.Top; edge <= calibration.Left; edge++ {
		p, q := b.Corners[edge], b.Corners[(edge+1)%4]
		x, y := (p.X+q.X)/2-middle.X, (p.Y+q.Y)/2-middle.Y
		if along := ((far.X-was.X)*x + (far.Y-was.Y)*y) / math.Hypot(x, y); along > best {
			best, nearest = along, edge
		}
	}
	return nearest
}
