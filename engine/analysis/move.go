package analysis

import (
	"draughtsman/engine/checkers"
)

// Move is a move that was played. Moves are written in full, as in "11-15" and "15x22x31". The plies to the end of a
// game are counted from before the move in both of its scores.
type Move struct {
	Number  int      `json:"number"` // Black and White make move 1 each
	Side    string   `json:"side"`   // "Black" or "White"
	Text    string   `json:"move"`
	Forced  bool     `json:"forced"`        // there was no other
	Before  Score    `json:"before"`        // with the best move, as the side that moved sees it; its opponent sees the negative
	After   Score    `json:"after"`         // with the move that was played, as the side that moved sees it
	Loss    int      `json:"loss"`          // in hundredths of a man, 0 or more
	Blunder bool     `json:"blunder"`       // it lost the threshold or more
	Best    []string `json:"best"`          // the best move and the line expected after it
	Why     string   `json:"why,omitempty"` // the best move is that, as the end of a sentence, where another one lost
	Ply     int      `json:"ply"`           // the first move of the game is 1
	Black   Seen     `json:"black"`         // what the move did, as Black sees it
	FEN     string   `json:"fen"`           // the position after it
}

// Seen is a score before and after a move as one side sees both.
type Seen struct {
	Before Score `json:"before"`
	After  Score `json:"after"`
}

// MoveOf is the move of a ply, the first being 1, which leads to the position after. A move that loses threshold
// hundredths of a man or more is a blunder.
func MoveOf(ply int, j Judgement, after checkers.Position, threshold int) Move {
	m := Move{
		Number: j.Number, Side: j.Side.String(), Text: j.Played.String(), Forced: j.Forced,
		Before: Score(j.Before), After: Score(j.After), Loss: j.Loss(), Blunder: !j.Forced && j.Loss() >= threshold,
		Ply: ply, FEN: after.FEN(), Why: j.Why,
	}
	for _, best := range j.Best {
		m.Best = append(m.Best, best.String())
	}
	m.Black = Seen{m.Before, m.After}
	if j.Side == checkers.White {
		m.Black = Seen{-m.Before, -m.After}
	}
	return m
}

// better reports whether another move is known to have been better.
func (m Move) better() bool { return m.Loss > 0 && len(m.Best) > 0 && m.Best[0] != m.Text }
