package overlay

import (
	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// Drawing is what is drawn on a picture besides the board's lines. The zero
// value is nothing.
type Drawing struct {
	Marks   []Mark
	Banner  string // across the top: what is in the way; ASCII, as all texts
	Caption string // across the bottom
	Path    []Cell // of a move, drawn as an arrow
	Taken   []Cell // crossed out

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

// unsure is the confidence below which a reading is drawn as unknown.
const unsure = 0.6

// Seen is the drawing of a sighting. Kings cannot always be told from a
// picture; they are those the game knows.
func Seen(s vision.Sighting, kings checkers.Set) Drawing {
	var d Drawing
	for square := checkers.Square(1); square <= checkers.Squares; square++ {
		content, confidence := s.Odds[square].Best()
		d.Marks = append(d.Marks, Mark{
			Cell: cellOf(square), Label: square.String(),
			Content: content, King: kings.Has(square) && content != vision.Nothing,
			Unknown: confidence < unsure, Confidence: confidence, OffsetMM: s.Offset[square],
		})
	}
	switch {
	case s.Obstructed:
		d.Banner = "something is over the board"
	case s.Moving:
		d.Banner = "something moves"
	}
	return d
}

// WithMove adds a move to the drawing.
func (d Drawing) WithMove(m checkers.Move) Drawing {
	d.Path, d.Taken = nil, nil
	for _, s := range m.Path() {
		d.Path = append(d.Path, cellOf(s))
	}
	for _, s := range m.CapturedInOrder() {
		d.Taken = append(d.Taken, cellOf(s))
	}
	return d
}

func cellOf(s checkers.Square) Cell { return Cell{s.Row(), s.Column()} }
