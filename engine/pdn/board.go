package pdn

import (
	"slices"
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
	// Anew is the board of another game of the kind, at its beginning.
	Anew() Board
	// Into tells a game where it began and its moves.
	Into(*Game)
}

// english is a board of English draughts.
type english struct {
	start, at checkers.Position
	moves     []checkers.Move
	room      []checkers.Move // to list moves in
	fromBlack bool            // letters count with Black at the bottom
}

func (e *english) Legal(text string) bool {
	_, err := e.parse(text)
	return err == nil
}

func (e *english) SecondBegins() bool { return e.start.Turn == checkers.White }

func (e *english) Anew() Board { return &english{start: checkers.Start(), at: checkers.Start()} }

func (e *english) Into(g *Game) { g.Start, g.Moves = e.start, e.moves }

// parse finds a legal move. Most are told by their two ends, and found without the care that the others need.
func (e *english) parse(text string) (checkers.Move, error) {
	text = e.numbered(text)
	from, to, found := ends(text)
	if !found {
		return e.at.ParseMove(text)
	}
	e.room = e.at.AppendMoves(e.room[:0])
	meant := -1
	for i, m := range e.room {
		if m.From() != from || m.To() != to {
			continue
		}
		if meant >= 0 {
			return e.at.ParseMove(text)
		}
		meant = i
	}
	if meant < 0 {
		return e.at.ParseMove(text)
	}
	return e.room[meant], nil
}

// ends is the squares of a move that names two.
func ends(text string) (from, to checkers.Square, found bool) {
	i := strings.IndexAny(text, "-x")
	if i < 0 || len(text) > len("11-15") {
		return 0, 0, false
	}
	from, err := checkers.ParseSquare(text[:i])
	if err != nil {
		return 0, 0, false
	}
	to, err = checkers.ParseSquare(text[i+1:])
	return from, to, err == nil
}

// IsPart reports whether a text names the first jumps of a longer capture.
func (e *english) IsPart(text string) bool {
	text = strings.ReplaceAll(e.numbered(text), "-", "x") + "x"
	return slices.ContainsFunc(e.at.Moves(), func(m checkers.Move) bool {
		return strings.HasPrefix(m.String(), text)
	})
}
