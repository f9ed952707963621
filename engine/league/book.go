package league

import (
	"draughtsman/engine/book"
	"draughtsman/engine/variant"
)

// FromBook is a move that a book has for a position, drawn by its weights and a seed; false where it has none, or where
// the game is not English draughts on 8×8. A nil book has none.
func FromBook(b *book.Book, rules variant.Rules, p variant.Position, seed uint64) (variant.Move, bool) {
	if rules.Name != variant.English().Name {
		return variant.Move{}, false
	}
	on8, fits := rules.Checkers(p)
	if !fits {
		return variant.Move{}, false
	}
	choice, known := b.Pick(on8, seed)
	return rules.FromCheckersMove(choice.Move), known
}
