package analysis

import (
	"fmt"
	"strings"

	"draughtsman/engine/checkers"
)

// squareSize is the edge of a square in a diagram's units, and rim the width of what is round the board.
const squareSize, rim = 10, 2

// diagram is a position to be drawn, with White's side at the bottom.
type diagram struct {
	extent
	ID     string
	Label  string // what it shows, for people who do not see it
	Marked []place
	Pieces []piece
	Ways   []way
}

// extent is the edge of a board, and of one with its rim.
type extent struct{ Edge, Wide int }

func extentOf(game checkers.RuleSet) extent {
	edge := game.Board().Size() * squareSize
	return extent{edge, edge + 2*rim}
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

// diagramOf is the position of a game's FEN.
func diagramOf(game checkers.RuleSet, fen, label string) (diagram, error) {
	p, err := game.ParseFEN(fen)
	if err != nil {
		return diagram{}, fmt.Errorf("draw a board: %w", err)
	}
	d := diagram{extent: extentOf(game), Label: label}
	for s := range p.Occupied().All() {
		d.Pieces = append(d.Pieces, piece{placeOf(game, s), kinds[p.At(s)]})
	}
	return d, nil
}

func placeOf(game checkers.RuleSet, s checkers.Square) place {
	row, column := game.Board().Place(s)
	return place{column * squareSize, row * squareSize}
}

// wayOf is the way of a game's move that is written in full.
func wayOf(game checkers.RuleSet, kind, move string) (way, error) {
	squares, err := squaresOf(game, move)
	if err != nil {
		return way{}, err
	}
	points := make([]string, len(squares))
	for i, s := range squares {
		at := placeOf(game, s)
		points[i] = fmt.Sprintf("%d,%d", at.X+squareSize/2, at.Y+squareSize/2)
	}
	return way{kind, strings.Join(points, " ")}, nil
}

// squaresOf are the squares that a game's move visits, the first and last included.
func squaresOf(game checkers.RuleSet, move string) ([]checkers.Square, error) {
	var squares []checkers.Square
	for text := range strings.FieldsFuncSeq(move, func(r rune) bool { return strings.ContainsRune("-x:", r) }) {
		s, err := game.SquareNamed(text)
		if err != nil {
			return nil, fmt.Errorf("draw the move %q: %w", move, err)
		}
		squares = append(squares, s)
	}
	return squares, nil
}

// named are the playable squares with their names and numbers in a game.
func named(game checkers.RuleSet) []square {
	var squares []square
	for s := range game.Board().All().All() {
		squares = append(squares, square{placeOf(game, s), game.Name(s), game.Number(s)})
	}
	return squares
}

type square struct {
	place
	Name, Number string
}
