package analysis

import (
	"fmt"
	"strings"

	"draughtsman/engine/checkers"
)

// squareSize is the edge of a square in a diagram's units.
const squareSize = 10

// diagram is a position to be drawn, with White's side at the bottom.
type diagram struct {
	ID     string
	Label  string // what it shows, for people who do not see it
	Marked []place
	Pieces []piece
	Ways   []way
}

// place is the upper left corner of a square.
type place struct{ X, Y int }

// piece is a piece on its square; its kind names the symbol in the page that draws it.
type piece struct {
	place
	Kind string
}

// way is a move drawn as an arrow through the middles of its squares.
type way struct{ Kind, Points string }

var kinds = map[checkers.Piece]string{
	checkers.BlackMan: "bm", checkers.BlackKing: "bk", checkers.WhiteMan: "wm", checkers.WhiteKing: "wk",
}

// diagramOf is the position of a FEN.
func diagramOf(fen, label string) (diagram, error) {
	p, err := checkers.ParseFEN(fen)
	if err != nil {
		return diagram{}, fmt.Errorf("draw a board: %w", err)
	}
	d := diagram{Label: label}
	for s := range p.Occupied().All() {
		d.Pieces = append(d.Pieces, piece{placeOf(s), kinds[p.At(s)]})
	}
	return d, nil
}

func placeOf(s checkers.Square) place {
	row, column := checkers.Board8.Place(s)
	return place{column * squareSize, row * squareSize}
}

// wayOf is the way of a move that is written in full.
func wayOf(kind, move string) (way, error) {
	squares, err := squaresOf(move)
	if err != nil {
		return way{}, err
	}
	points := make([]string, len(squares))
	for i, s := range squares {
		at := placeOf(s)
		points[i] = fmt.Sprintf("%d,%d", at.X+squareSize/2, at.Y+squareSize/2)
	}
	return way{kind, strings.Join(points, " ")}, nil
}

// squaresOf are the squares that a move visits, the first and last included.
func squaresOf(move string) ([]checkers.Square, error) {
	var squares []checkers.Square
	for text := range strings.FieldsFuncSeq(move, func(r rune) bool { return strings.ContainsRune("-x:", r) }) {
		s, err := checkers.English.SquareNamed(text)
		if err != nil {
			return nil, fmt.Errorf("draw the move %q: %w", move, err)
		}
		squares = append(squares, s)
	}
	return squares, nil
}

// named are the playable squares with their names in a game, in the order of their numbers.
func named(game checkers.RuleSet) []square {
	var squares []square
	for s := range checkers.Board8.All().All() {
		squares = append(squares, square{placeOf(s), game.Name(s)})
	}
	return squares
}

type square struct {
	place
	Name string
}
