package pdn

import (
	"strings"

	"draughtsman/engine/checkers"
)

// Board is a game on its way by the rules that its tags name.
type Board interface {
	// Play plays the legal move that a text names. Where the text may mean several it plays the first of them, and
	// gives the boards after the others and an error that says so.
	Play(text string) (others []Board, err error)
	// Legal reports whether a text names a legal move.
	Legal(text string) bool
	// IsPart reports whether a text names the first jumps of a longer capture.
	IsPart(text string) bool
	// SecondBegins is as in Sheet.
	SecondBegins() bool
	// Turned is the game with letters that count from the other side, nil where the rules say from which.
	Turned() Board
	// Plies is how many moves have been played, Common how many of them are another board's too.
	Plies() int
	Common(Board) int
	// CutTo takes back all moves but so many.
	CutTo(plies int)
	// From is the game from where so many moves have been played.
	From(plies int) Board
	// Anew is the board of another game of the kind, at its beginning.
	Anew() Board
	// Into tells a game where it began and its moves.
	Into(*Game)
}

// board is a board of a game that package checkers plays.
type board struct {
	start, at checkers.Position
	moves     []checkers.Move
	room      []checkers.Move // to list moves in
	fromBlack bool            // letters count with Black at the bottom
}

func newBoard(start checkers.Position) *board {
	return &board{start: start, at: start, fromBlack: start.Set.Begins() == checkers.Black}
}

func (b *board) Legal(text string) bool {
	_, err := b.parse(text)
	return err == nil
}

func (b *board) SecondBegins() bool { return b.start.Turn != b.start.Set.Begins() }

func (b *board) Anew() Board { return newBoard(b.start.Set.Start()) }

func (b *board) Into(g *Game) { g.Start, g.Moves = b.start, b.moves }

// parse finds a legal move. Most are told by their two ends, and found without the care that the others need.
func (b *board) parse(text string) (checkers.Move, error) {
	numbers := b.numbered(text)
	if b.fromBlack {
		text = numbers
	}
	from, to, found := b.ends(numbers)
	if !found {
		return b.at.ParseMove(text)
	}
	b.room = b.at.AppendMoves(b.room[:0])
	meant := -1
	for i, m := range b.room {
		if m.From() != from || m.To() != to {
			continue
		}
		if meant >= 0 {
			return b.at.ParseMove(text)
		}
		meant = i
	}
	if meant < 0 {
		return b.at.ParseMove(text)
	}
	return b.room[meant], nil
}

// ends is the squares of a move that names two.
func (b *board) ends(text string) (from, to checkers.Square, found bool) {
	i := strings.IndexAny(text, "-x")
	if i < 0 || len(text) > len("11-15") {
		return 0, 0, false
	}
	from, err := b.start.Set.ParseSquare(text[:i])
	if err != nil {
		return 0, 0, false
	}
	to, err = b.start.Set.ParseSquare(text[i+1:])
	return from, to, err == nil
}

func (b *board) IsPart(text string) bool { return b.at.Begins(b.numbered(text)) }
