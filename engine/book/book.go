package book

import (
	"math/rand/v2"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// Book is positions of openings with their good moves. It is not changed once it is made, and safe for use by several
// goroutines at once. A nil book knows nothing.
type Book struct {
	Provenance
	positions map[checkers.Position][]Choice
}

// Provenance is where a book comes from.
type Provenance struct {
	Settings
	Signature uint64 `json:"signature"` // of the engine that searched for it
	Positions int    `json:"positions"`
	Moves     int    `json:"moves"`
}

// Scored is a move, and what it is worth to the side that makes it, in hundredths of a man or as search.Win says.
type Scored struct {
	Move  checkers.Move
	Score int
}

// FullWeight is the weight of the best move.
const FullWeight = 100

// Choice is a move of a book. One of twice the weight is played twice as often.
type Choice struct {
	Scored
	Weight int // 1 to FullWeight
}

// New is a book of positions with their moves, the best first.
func New(settings Settings, signature uint64, positions map[checkers.Position][]Choice) *Book {
	b := &Book{Provenance{settings, signature, len(positions), 0}, positions}
	for _, choices := range positions {
		b.Moves += len(choices)
	}
	return b
}

// Choices are the moves that the book has for a position, the best first; none where it does not know it.
func (b *Book) Choices(p checkers.Position) []Choice {
	if b == nil {
		return nil
	}
	return b.positions[p]
}

// Pick draws one of the moves that the book has for a position, by their weights; false where it has none. The same
// seed draws the same move of the same position.
func (b *Book) Pick(p checkers.Position, seed uint64) (Choice, bool) {
	choices := b.Choices(p)
	total := 0
	for _, c := range choices {
		total += c.Weight
	}
	if total == 0 {
		return Choice{}, false
	}
	drawn := rand.New(rand.NewPCG(seed, search.English{}.Hash(p))).IntN(total)
	for _, c := range choices {
		if drawn -= c.Weight; drawn < 0 {
			return c, true
		}
	}
	panic("unreachable")
}

// Known is the number of positions that the book has with a side to move.
func (b *Book) Known(side checkers.Side) (positions int) {
	for p := range b.positions {
		if p.Turn == side {
			positions++
		}
	}
	return positions
}
