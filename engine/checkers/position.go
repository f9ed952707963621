package checkers

import "strings"

// Position is what stands on the board, whose turn it is, and which game is played. It is a plain value: copied,
// compared with ==, usable as a map key.
type Position struct {
	Black, White Set // occupied squares; never overlapping
	Kings        Set // the crowned ones among them
	Mover
}

// Mover is who moves, and in which game. It is a part of its own since the compiler keeps values of more than four
// fields in memory, where moves would be found half as fast; for the same reason methods that are asked often take no
// pointer to a position.
type Mover struct {
	Turn  Side // the side to move
	Set   RuleSet
	Rules Rules // those of the set, unless somebody has made up others, with the runs of kings
}

// Start is the start position of English draughts: twelve men each, Black to move.
func Start() Position { return English.Start() }

// NewPosition is an empty board with a side to move, in English draughts.
func NewPosition(turn Side) Position { return English.NewPosition(turn) }

// At is the content of a square.
func (p Position) At(s Square) Piece {
	switch b := s.set(); {
	case p.Black&p.Kings&b != 0:
		return BlackKing
	case p.Black&b != 0:
		return BlackMan
	case p.White&p.Kings&b != 0:
		return WhiteKing
	case p.White&b != 0:
		return WhiteMan
	}
	return Empty
}

// Put is the position with a square's content replaced.
func (p Position) Put(s Square, piece Piece) Position {
	b := s.set()
	p.Black, p.White, p.Kings = p.Black&^b, p.White&^b, p.Kings&^b
	if piece == Empty {
		return p
	}
	*p.of(piece.Side()) |= b
	if piece.IsKing() {
		p.Kings |= b
	}
	return p
}

// Of is the set of squares that a side occupies.
func (p Position) Of(s Side) Set {
	if s == Black {
		return p.Black
	}
	return p.White
}

// Occupied is the set of squares with a piece on them.
func (p Position) Occupied() Set { return p.Black | p.White }

// Empty is the set of squares with nothing on them.
func (p Position) Empty() Set { return p.grid().all &^ (p.Black | p.White) }

func (p *Position) of(s Side) *Set {
	if s == Black {
		return &p.Black
	}
	return &p.White
}

// String draws the board as a person at White's side sees it, one row a line.
func (p Position) String() string {
	var b strings.Builder
	board := p.Set.Board()
	for row := range board.Size() {
		for column := range board.Size() {
			if column > 0 {
				b.WriteByte(' ')
			}
			if s := board.At(row, column); s != 0 {
				b.WriteString(p.At(s).String())
			} else {
				b.WriteByte(' ')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
