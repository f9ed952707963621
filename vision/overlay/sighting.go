package overlay

import (
	"draughtsman/calibration"
	"draughtsman/vision"
)

const sureContent = 0.6 // the probability from which on a square's content is told

// Read is what was read in a sighting of a board.
func Read(board calibration.Board, s vision.Sighting) (d Drawing) {
	if s.Obstructed {
		d.Banner = "something is over the board"
	}
	for n := 1; n < len(s.Odds); n++ {
		if s.Odds[n] == (vision.Odds{}) { // while the board moves
			continue
		}
		content, confidence := s.Odds[n].Best()
		mark := MarkOf(board, n, content, confidence, s.Offset[n])
		mark.Unknown = confidence < sureContent || s.Hidden[n]
		d.Marks = append(d.Marks, mark)
	}
	return d
}
