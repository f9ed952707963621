// Package vision turns pictures of the table into positions and moves.
package vision

import (
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
)

// BrokenPictures is what people are told whose camera sends many of them.
var BrokenPictures = sentence.Say("The camera sends broken pictures, which are left out. Try another cable, a socket " +
	"of the computer itself in place of a hub, or a smaller camera.size.")

// Content is what a playable square can show. A camera above the table tells a
// king from a man only sometimes; the rules carry crowns from move to move.
type Content uint8

// The contents of a square.
const (
	Nothing Content = iota
	LightPiece
	DarkPiece
	Contents // how many there are
)

// String returns the content as it ends "square 18 shows …": "a dark piece".
func (c Content) String() string {
	switch c {
	case Nothing:
		return "nothing"
	case LightPiece:
		return "a light piece"
	case DarkPiece:
		return "a dark piece"
	}
	return "something unknown"
}

// Odds are the probabilities of each content of one square; they add up to 1.
type Odds [Contents]float64

// Best returns the likeliest content and its probability.
func (o Odds) Best() (Content, float64) {
	best := Nothing
	for c := range Contents {
		if o[c] > o[best] {
			best = c
		}
	}
	return best, o[best]
}

// Sighting is what one picture of the table says.
type Sighting struct {
	Time       time.Time                      // when the picture was received
	Odds       [checkers.MostSquares + 1]Odds // by square number; index 0 is unused
	Moving     bool                           // the picture differs from the one before it
	Obstructed bool                           // something other than pieces is over the board
	// by square number: something seems to lie over the square, perhaps a reflection; its odds say little
	Hidden [checkers.MostSquares + 1]bool
	// by square number: from the square's centre to the piece's centre, board x and y in mm; 0 where empty
	Offset [checkers.MostSquares + 1][2]float64
}
