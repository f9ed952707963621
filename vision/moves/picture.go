package moves

import (
	"slices"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/vision"
)

// Picture is what every playable square shows, by its number; index 0 is unused.
type Picture [checkers.MostSquares + 1]vision.Content

// PictureOf returns what a position looks like.
func PictureOf(p checkers.Position, blackPieces calibration.Shade) Picture {
	var picture Picture
	for s := range p.Occupied().All() {
		picture[s] = contentOf(p.At(s).Side(), blackPieces)
	}
	return picture
}

// seat is which pieces are Black's, and whether the board is seen from the other side: square 1 is seen as the last.
type seat struct {
	black  calibration.Shade
	turned bool
	board  checkers.Board
}

// picture returns what a position looks like.
func (s seat) picture(p checkers.Position) Picture { return s.numbered(PictureOf(p, s.black)) }

// numbered returns a picture with its squares numbered as they are seen, or one that is so as they are played.
func (s seat) numbered(p Picture) Picture {
	if s.turned {
		slices.Reverse(p[1 : s.board.Squares()+1])
	}
	return p
}

// evidence returns a reading with its squares numbered as they are played.
func (s seat) evidence(e evidence) evidence {
	if s.turned {
		slices.Reverse(e[1 : s.board.Squares()+1])
	}
	return e
}

// squares returns squares as they are played, given as they are seen.
func (s seat) squares(of checkers.Set) checkers.Set {
	if s.turned {
		return s.board.Turned(of)
	}
	return of
}

// put puts on an empty board what a picture shows: men, but for the kings and what stands where men are crowned.
func (p Picture) put(position checkers.Position, kings checkers.Set, blackPieces calibration.Shade) checkers.Position {
	board := position.Set.Board()
	for s := range board.All().All() {
		if p[s] != vision.LightPiece && p[s] != vision.DarkPiece {
			continue
		}
		side := checkers.White
		if p[s] == contentOf(checkers.Black, blackPieces) {
			side = checkers.Black
		}
		piece := checkers.Man(side)
		if kings.Has(s) || board.KingRow(side).Has(s) {
			piece = checkers.King(side)
		}
		position = position.Put(s, piece)
	}
	return position
}

// contentOf returns what a side's pieces look like.
func contentOf(side checkers.Side, blackPieces calibration.Shade) vision.Content {
	if (side == checkers.Black) == (blackPieces == calibration.Dark) {
		return vision.DarkPiece
	}
	return vision.LightPiece
}

// Difference is a square that does not show what it should.
type Difference struct {
	Square   checkers.Square
	Expected vision.Content
	Seen     vision.Content
}

// String is the difference in words: "square 18 should be empty but shows a dark piece".
func (d Difference) String() string { return d.text(d.Square.String()).String() }

func (d Difference) text(square string) sentence.Text {
	switch seen, expected := contentText(d.Seen), contentText(d.Expected); {
	case d.Expected == vision.Nothing:
		return sentence.Say("square %s should be empty but shows %s", square, seen)
	case d.Seen == vision.Nothing:
		return sentence.Say("square %s should show %s but is empty", square, expected)
	default:
		return sentence.Say("square %s should show %s but shows %s", square, expected, seen)
	}
}
