package world

import (
	"math"
	"slices"
	"time"

	"draughtsman/engine/checkers"
)

// crownPatience is how long a man may stand on its king row, with nothing held and no hand over the board, before it
// counts as a king without a second disc. An arm that means to stack one needs less to fetch it.
const crownPatience = 20 * time.Second

// referee notices when a move has been made, whoever made it: nothing is held, no hand is over the board, and what
// stands there is the result of a legal move.
//
// It notices, too, when moves have been taken back: for a while the board has shown the game as it stood earlier.
type referee struct {
	// games is the game so far, the position that stands now last; what is not in it has been set up anew
	games []checkers.Position
	bare  checkers.Set      // kings that stand as a single disc
	hand  bool              // a hand has moved a disc last, and not the arm
	seen  checkers.Position // what stood on the board at the last look
	since time.Duration     // since when
	shown view              // the last look
}

// view is what a referee sees, and what it makes of it. Most looks see what the one before saw.
type view struct {
	discs []Disc
	game  checkers.Position
	board checkers.Position // what stands on it
	sound bool
}

// of is the board as it stands, with nothing in the air.
func (v *view) of(l Layout, s *State) (checkers.Position, bool) {
	if v.game != s.Game || !slices.Equal(v.discs, s.Discs) {
		v.discs, v.game = append(v.discs[:0], s.Discs...), s.Game
		v.board, v.sound = l.Position(s)
	}
	return v.board, v.sound
}

// look plays the move that has been made, if one has.
func (r *referee) look(l Layout, s *State) (checkers.Move, bool) {
	if s.Tool.Held != NoDisc || s.Hand.Held != NoDisc || l.handOver(s.Hand) {
		r.seen, r.hand = checkers.Position{}, s.Tool.Held == NoDisc && (r.hand || s.Hand.Held != NoDisc)
		return checkers.Move{}, false
	}
	p, sound := r.shown.of(l, s)
	if p != r.seen {
		r.seen, r.since = p, s.Now
	}
	if n := len(r.games); n == 0 || r.games[n-1] != s.Game {
		r.games = []checkers.Position{s.Game}
	}
	if !sound || p.Black == s.Game.Black && p.White == s.Game.White {
		return checkers.Move{}, false
	}
	for _, m := range awaited(s) {
		after := s.Game.Play(m)
		if p.Black != after.Black || p.White != after.White || p.Kings&^after.Kings != 0 {
			continue
		}
		single := after.Kings &^ p.Kings
		bare := r.bare
		if bare.Has(m.From()) {
			bare |= setOf(m.To())
		}
		if !l.FlatKings && single&^bare != 0 && s.Now-r.since < crownPatience && l.spare(s, s.Game.Turn, r.hand) {
			continue // the crown is still to come
		}
		r.bare, s.Game = single, after
		r.games = append(r.games, after)
		return m, true
	}
	r.takeBack(l, s, p)
	return checkers.Move{}, false
}

// awaited is the moves that may be the next one: those that end as the robot has announced, or all that are legal.
func awaited(s *State) []checkers.Move {
	var announced []checkers.Move
	legal := s.Game.Moves()
	for _, m := range legal {
		if s.Game.Play(m) == s.Announced {
			announced = append(announced, m)
		}
	}
	if len(announced) == 0 {
		return legal
	}
	return announced
}

// backPatience is how long the board must show an earlier position until moves are taken back: longer than an arm that
// takes back several rests between two of them.
const backPatience = 5 * time.Second

// takeBack goes back to where the game stood as the board shows it, unless that is a mistake.
func (r *referee) takeBack(l Layout, s *State, p checkers.Position) {
	if s.Hand.Errs || s.Now-r.since < backPatience {
		return
	}
	for i, earlier := range slices.Backward(r.games[:len(r.games)-1]) {
		single := earlier.Kings &^ p.Kings
		if p.Black != earlier.Black || p.White != earlier.White || p.Kings&^earlier.Kings != 0 ||
			!l.FlatKings && single&^r.bare != 0 {
			continue
		}
		s.Note("took back %d", len(r.games)-1-i)
		r.bare, r.games, s.Game = single, r.games[:i+1], earlier
		return
	}
}

func setOf(s checkers.Square) checkers.Set { return 1 << (s - 1) }

// spare reports whether a disc of a side lies beside the board: to a hand, at its seat. What lies in the arm's tray is
// the arm's.
func (l Layout) spare(s *State, side checkers.Side, toHand bool) bool {
	for _, d := range s.Discs {
		if _, on := l.SquareAt(d.At); !on && d.Side == side && (!toHand || l.AtSeat(d.At, side)) {
			return true
		}
	}
	return false
}

// AtSeat reports whether a place lies between the board and a side's edge of the table, where the hand of that side
// keeps discs.
func (l Layout) AtSeat(p Point, side checkers.Side) bool {
	beyond, edge := p.Y, l.Half()+l.Frame
	if side == checkers.White {
		beyond = -beyond
	}
	return beyond > edge && math.Abs(p.X) < edge+l.DiscDiameter/2
}
