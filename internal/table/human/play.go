package human

import (
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
)

// A doubt is a way of not being sure.
type doubt int

const (
	none          doubt = iota
	hovers              // over a piece, and away again
	putsBack            // a piece that was lifted already
	stops               // with the piece in the hand
	leavesHalfway       // of a capture, and comes back
	doubts              // how many there are
)

// play makes the hand make a legal move.
func (h *Human) play(s *world.State, move checkers.Move) {
	g := h.begin(s)
	d := none
	if h.chance.random.Float64() < h.options.Hesitations {
		d = 1 + doubt(h.chance.random.IntN(int(doubts-1)))
	}
	other := h.mind.somePiece(h.hand.side, move.From())
	piece, found := g.bottom(other)
	switch {
	case d == hovers && found:
		g.over(h.chance.near(piece.At, 10))
		g.wait(300*time.Millisecond + h.chance.upTo(500*time.Millisecond))
		g.pause(400 * time.Millisecond)
	case d == putsBack && found:
		g.lift(piece)
		g.wait(h.chance.upTo(600 * time.Millisecond))
		g.put(h.chance.sloppy(other))
	}
	g.carry(move, d)
	captured := move.CapturedInOrder()
	if len(captured) > 0 && h.chance.random.Float64() < h.options.Forgets {
		s.Note("human leaves %s on the board in %s", captured[len(captured)-1], move)
		captured = captured[:len(captured)-1]
	}
	g.takeOff(captured)
	if h.mind.game.Position().Crowns(move) {
		g.putCrown(move.To())
	}
	g.perform()
}

// carry takes the piece that moves along its path.
func (g *gesture) carry(move checkers.Move, d doubt) {
	h, path := g.h, move.Path()
	piece, found := g.bottom(move.From())
	if !found {
		return
	}
	g.lift(piece)
	if d == stops {
		g.wait(400*time.Millisecond + h.chance.upTo(800*time.Millisecond))
	}
	for i, square := range path[1 : len(path)-1] {
		if i == 0 && d == leavesHalfway {
			g.put(h.chance.sloppy(square))
			g.pause(600*time.Millisecond + h.chance.upTo(600*time.Millisecond))
			if piece, found = g.bottom(square); found {
				g.lift(piece)
			}
			continue
		}
		g.touch(square)
	}
	g.put(h.chance.sloppy(move.To()))
	if d == leavesHalfway && move.IsCapture() && len(path) == 2 {
		g.pause(600*time.Millisecond + h.chance.upTo(600*time.Millisecond))
	}
}

// takeOff carries captured pieces to the human's side of the table.
func (g *gesture) takeOff(captured []checkers.Square) {
	for _, square := range captured {
		if piece, found := g.bottom(square); found {
			g.lift(piece)
			g.put(g.h.chance.near(g.freePlace(), 1.5))
		}
	}
}

// putCrown makes a king of the man on a square: it sets a disc of the reserve on it, or in its place; with none left,
// or where kings do not show, the man stays as it is.
func (g *gesture) putCrown(square checkers.Square) {
	crown, left := g.crown()
	man, found := g.bottom(square)
	if !left || !found || g.h.options.Kings == "virtual" {
		return
	}
	if g.h.options.Kings == "swap" {
		g.h.swapped++
		g.lift(man)
		g.put(g.h.chance.near(g.freePlace(), 1.5))
		g.lift(crown)
		g.put(g.h.chance.sloppy(square))
		return
	}
	g.lift(crown)
	at := g.h.chance.near(man.At, 1.5)
	at.Z = g.h.layout.DiscHeight
	g.put(at)
}

// somePiece is the square of one of the human's pieces: any but the one named, if there is another.
func (m *mind) somePiece(side checkers.Side, but checkers.Square) checkers.Square {
	var squares []checkers.Square
	for square := range m.game.Position().Of(side).All() {
		if square != but {
			squares = append(squares, square)
		}
	}
	if len(squares) == 0 {
		return but
	}
	return squares[m.random.IntN(len(squares))]
}
