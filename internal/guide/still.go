package guide

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/detect"
)

// still tells when a target is held still. The zero value has seen nothing.
type still struct {
	corners [4]calibration.Pixel
	looks   int // in which it has been where it is
}

const (
	trembleShare = 0.0025 // of the picture's width: how far a hand may tremble from picture to picture
	stillLooks   = 3      // in a row
)

// see is told where a target is, and reports whether it is held still.
func (s *still) see(board detect.Board, width int) bool {
	if s.looks == 0 || apart(s.corners, board.Corners) > trembleShare*float64(width) {
		s.looks = 0
	}
	s.corners = board.Corners
	s.looks++
	return s.looks >= stillLooks
}

// lost is told that no target is seen.
func (s *still) lost() { s.looks = 0 }

// apart is the greatest distance between corners, px, whichever of them was counted first.
func apart(a, b [4]calibration.Pixel) float64 {
	least := math.Inf(1)
	for first := range 4 {
		worst := 0.0
		for i := range 4 {
			p, q := a[i], b[(i+first)%4]
			worst = math.Max(worst, math.Hypot(p.X-q.X, p.Y-q.Y))
		}
		least = math.Min(least, worst)
	}
	return least
}
