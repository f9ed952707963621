package world

import (
	"time"

	"draughtsman/engine/checkers"
)

// crownPatience is how long a man may stand on its king row, with nothing held and no hand over the board, before it
// counts as a king without a second disc. An arm that means to stack one needs less to fetch it.
const crownPatience = 20 * time.Second

// referee notices when a move has been made, whoever made it: nothing is held, no hand is over the board, and what
// stands there is the result of a legal move.
type referee struct {
	bare  checkers.Set      // kings that stand as a single disc
	seen  checkers.Position // what stood on the board at the last look
	since time.Duration     // since when
}

// look plays the move that has been made, if one has.
func (r *referee) look(l Layout, s *State) (checkers.Move, bool) {
	if s.Tool.Held != NoDisc || s.Hand.Held != NoDisc || l.handOver(s.Hand) {
		r.seen = checkers.Position{}
		return checkers.Move{}, false
	}
	p, sound := l.Position(s)
	if p != r.seen {
		r.seen, r.since = p, s.Now
	}
	if !sound || p.Black == s.Game.Black && p.White == s.Game.White {
		return checkers.Move{}, false
	}
	for _, m := range s.Game.Moves() {
		after := s.Game.Play(m)
		if p.Black != after.Black || p.White != after.White || p.Kings&^after.Kings != 0 {
			continue
		}
		single := after.Kings &^ p.Kings
		bare := r.bare
		if bare.Has(m.From()) {
			bare |= setOf(m.To())
		}
		if !l.FlatKings && single&^bare != 0 && s.Now-r.since < crownPatience && l.spare(s, s.Game.Turn) {
			continue // the crown is still to come
		}
		r.bare, s.Game = single, after
		return m, true
	}
	return checkers.Move{}, false
}

func setOf(s checkers.Square) checkers.Set { return 1 << (s - 1) }

// spare reports whether a disc of a side lies beside the board.
func (l Layout) spare(s *State, side checkers.Side) bool {
	for _, d := range s.Discs {
		if _, on := l.SquareAt(d.At); !on && d.Side == side {
			return true
		}
	}
	return false
}

// handOver reports whether a hand is over the board, its frame included.
func (l Layout) handOver(h Hand) bool {
	reach := l.Half() + l.Frame
	if !h.Visible || h.At.X < -reach || h.At.X > reach {
		return false
	}
	if h.Seat == checkers.Black {
		return h.At.Y < reach
	}
	return h.At.Y > -reach
}
