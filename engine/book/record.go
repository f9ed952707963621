package book

import (
	"encoding/binary"
	"errors"
	"fmt"

	"draughtsman/engine/checkers"
)

// A position without kings and moves of it are written as little-endian numbers: the squares of both sides, the side to
// move, how many moves there are, and these. A move is what it takes, its ends and two numbers.
type (
	stands struct {
		Black, White uint32
		Turn, Moves  uint8
	}
	numbered struct {
		Captured uint32
		From, To uint8
		Score    int16
		Weight   uint8
	}
)

// AppendRecord writes a position and its moves.
func AppendRecord(to []byte, p checkers.Position, moves []Choice) ([]byte, error) {
	record := make([]numbered, len(moves))
	for i, m := range moves {
		record[i] = numbered{uint32(m.Move.Captured()), uint8(m.Move.From()), uint8(m.Move.To()), int16(m.Score),
			uint8(m.Weight)}
	}
	to, err := binary.Append(to, binary.LittleEndian,
		stands{uint32(p.Black), uint32(p.White), uint8(p.Turn), uint8(len(moves))})
	if err != nil {
		return nil, err
	}
	return binary.Append(to, binary.LittleEndian, record)
}

// ErrShort says that a record ends before it should.
var ErrShort = errors.New("it ends within a position")

// CutRecord reads the record that bytes begin with, and gives the rest. A position that no game can have and a move
// that is not legal are errors.
func CutRecord(from []byte) (p checkers.Position, moves []Choice, rest []byte, err error) {
	var head stands
	n, err := binary.Decode(from, binary.LittleEndian, &head)
	if err != nil {
		return p, nil, nil, ErrShort
	}
	record := make([]numbered, head.Moves)
	size, err := binary.Decode(from[n:], binary.LittleEndian, record)
	if err != nil {
		return p, nil, nil, ErrShort
	}
	p = checkers.Position{Black: checkers.Set(head.Black), White: checkers.Set(head.White),
		Mover: checkers.Mover{Turn: checkers.Side(head.Turn)}}
	if err := p.Validate(); err != nil {
		return p, nil, nil, fmt.Errorf("%s is no position of a game: %w", p.FEN(), err)
	}
	legal := Distinct(p)
	for _, r := range record {
		m, found := moveOf(legal, r)
		if !found {
			return p, nil, nil, fmt.Errorf("%s has no move from %d to %d that takes what is written", p.FEN(), r.From, r.To)
		}
		moves = append(moves, Choice{Scored{m, int(r.Score)}, int(r.Weight)})
	}
	return p, moves, from[n+size:], nil
}

func moveOf(legal []checkers.Move, r numbered) (checkers.Move, bool) {
	for _, m := range legal {
		if m.From() == checkers.Square(r.From) && m.To() == checkers.Square(r.To) &&
			m.Captured() == checkers.Set(r.Captured) {
			return m, true
		}
	}
	return checkers.Move{}, false
}

// Distinct are the moves of a position, the first of those that lead to the same one.
func Distinct(p checkers.Position) (moves []checkers.Move) {
	seen := map[checkers.Position]bool{}
	for _, m := range p.Moves() {
		if after := p.Play(m); !seen[after] {
			seen[after] = true
			moves = append(moves, m)
		}
	}
	return moves
}
