package moves

import (
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/vision"
)

// Picture is what every playable square shows, by its number; index 0 is unused.
type Picture [checkers.Squares + 1]vision.Content

// PictureOf returns what a position looks like.
func PictureOf(p checkers.Position, blackPieces calibration.Shade) Picture {
	var picture Picture
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		if piece := p.At(s); piece != checkers.Empty {
			picture[s] = contentOf(piece.Side(), blackPieces)
		}
	}
	return picture
}

// Position returns the position that a picture shows: men, but for the kings and what stands where men are crowned.
func (p Picture) Position(kings checkers.Set, blackPieces calibration.Shade, turn checkers.Side) checkers.Position {
	position := checkers.Position{Turn: turn}
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		if p[s] != vision.LightPiece && p[s] != vision.DarkPiece {
			continue
		}
		side := checkers.White
		if p[s] == contentOf(checkers.Black, blackPieces) {
			side = checkers.Black
		}
		piece := checkers.Man(side)
		if kings.Has(s) || checkers.KingRow(side).Has(s) {
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
func (d Difference) String() string { return d.text().String() }

func (d Difference) text() sentence.Text {
	switch seen, expected := contentText(d.Seen), contentText(d.Expected); {
	case d.Expected == vision.Nothing:
		return sentence.Say("square %s should be empty but shows %s", d.Square, seen)
	case d.Seen == vision.Nothing:
		return sentence.Say("square %s should show %s but is empty", d.Square, expected)
	default:
		return sentence.Say("square %s should show %s but shows %s", d.Square, expected, seen)
	}
}

// Turned returns what is seen from the other side of the board: square 1 is square 32.
func Turned(s vision.Sighting) vision.Sighting {
	turned := s
	for n := 1; n <= checkers.Squares; n++ {
		other := checkers.Squares + 1 - n
		turned.Odds[n], turned.Hidden[n] = s.Odds[other], s.Hidden[other]
		turned.Offset[n] = [2]float64{-s.Offset[other][0], -s.Offset[other][1]}
	}
	return turned
}
