package overlay

import (
	"strconv"

	"draughtsman/calibration"
	"draughtsman/vision"
)

// Drawing is what is drawn on a picture besides the board's lines. The zero value is nothing.
type Drawing struct {
	Marks   []Mark
	Banner  string // across the top: what is in the way; ASCII, as all texts
	Caption string // across the bottom

	Fine    bool      // the banner is good news
	Corners [4]string // names of the board's corners, in the order of calibration.Board.Corners
	Sides   bool      // say where Black and White sit
	Aim     *Cell     // a square that something is to be brought to
	Sketch            // what is told in pixels
}

// Cell is a square by row (0 at Black's side) and column (0 at White's left).
type Cell struct{ Row, Column int }

// Mark is what was read on a square.
type Mark struct {
	Cell
	Label      string // the square's number or name; may be empty
	Content    vision.Content
	King       bool
	Unknown    bool       // covered, or too unsure to say: drawn as a question mark
	Confidence float64    // 0 to 1
	OffsetMM   [2]float64 // of the piece from the square's centre
}

// MarkOf is what was read on a playable square of a board, by its number.
func MarkOf(board calibration.Board, number int, content vision.Content, confidence float64,
	offsetMM [2]float64) Mark {
	row, column := board.Place(number)
	return Mark{Cell: Cell{Row: row, Column: column}, Label: strconv.Itoa(number), Content: content,
		Confidence: confidence, OffsetMM: offsetMM}
}
