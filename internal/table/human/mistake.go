package human

import (
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
)

// realise is how long it takes to notice a mistake of one's own.
func (c *chance) realise() time.Duration { return 3*time.Second + c.upTo(2*time.Second) }

// err makes the hand do something that the rules do not allow instead of a move, or leave the move unfinished, and put
// it right after a while. It reports false when no mistake comes to mind.
func (h *Human) err(s *world.State, move checkers.Move) bool {
	captured := move.CapturedInOrder()
	if len(captured) > 0 && h.chance.random.IntN(2) == 0 {
		// A captured piece is forgotten. The crown would come after it.
		s.Note("human forgets to take %s off in %s", captured[len(captured)-1], move)
		g := h.begin(s)
		g.carry(move, none)
		g.takeOff(captured[:len(captured)-1])
		g.pause(h.chance.realise())
		g.takeOff(captured[len(captured)-1:])
		if h.mind.game.Position().Crowns(move) {
			g.putCrown(move.To())
		}
		g.perform()
		return true
	}
	from, to, ok := h.mind.illegal(h.hand.side)
	if !ok {
		return false
	}
	g := h.begin(s)
	piece, found := g.bottom(from)
	if !found {
		return false
	}
	s.Note("human moves %s to %s against the rules", from, to)
	g.lift(piece)
	g.put(h.chance.sloppy(to))
	g.pause(h.chance.realise())
	if piece, found = g.bottom(to); found {
		g.lift(piece)
		g.put(h.chance.sloppy(from))
	}
	g.perform()
	return true
}

// illegal is a piece of the human's and an empty square near it to which it may not go, and which no legal move could
// explain; false when there is none.
func (m *mind) illegal(side checkers.Side) (from, to checkers.Square, ok bool) {
	p := m.game.Position()
	type board struct{ black, white checkers.Set }
	legal := map[board]bool{}
	for _, move := range p.Moves() {
		after := p.Play(move)
		legal[board{after.Black, after.White}] = true
	}
	grid := p.Set.Board()
	type step struct{ from, to checkers.Square }
	var steps []step
	for from := range p.Of(side).All() {
		row, column := grid.Place(from)
		for to := range p.Empty().All() {
			toRow, toColumn := grid.Place(to)
			if rows, columns := toRow-row, toColumn-column; max(rows, -rows, columns, -columns) > 2 {
				continue
			}
			after := p.Put(to, p.At(from)).Put(from, checkers.Empty)
			if !legal[board{after.Black, after.White}] {
				steps = append(steps, step{from, to})
			}
		}
	}
	if len(steps) == 0 {
		return 0, 0, false
	}
	s := steps[m.random.IntN(len(steps))]
	return s.from, s.to, true
}
