package book

import (
	"math"
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
	Signature uint64 `json:"signature"` // of the engine that searched for it, see Signature
	Positions int    `json:"positions"`
	Moves     int    `json:"moves"`
}

// Choice is a move of a book. One of twice the weight is played twice as often.
type Choice struct {
	Scored
	Weight int // 1 to 100
}

// Book is the book that the construction has come to.
func (c *Construction) Book(signature uint64) *Book {
	b := &Book{positions: make(map[checkers.Position][]Choice, len(c.open))}
	for p, moves := range c.open.judged(c.open.ordered()) {
		for _, m := range moves {
			worse := moves[0].Score - m.Score
			if worse > c.task.Margin {
				break
			}
			weight := max(1, int(math.Round(fullWeight*math.Exp2(-float64(worse)/halfWeight))))
			b.positions[p] = append(b.positions[p], Choice{m, weight})
		}
		b.Moves += len(b.positions[p])
	}
	b.Settings, b.Signature, b.Positions = c.task.Settings, signature, len(b.positions)
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
