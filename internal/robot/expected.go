package robot

import (
	"math"
	"slices"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// expected is what a transfer should make of the table, and what was tried for that.
type expected struct {
	layout
	transfer planner.Transfer
	after    planner.Table
	replies  []planner.Table // what the table may be at once, because a quick human has answered
	last     bool            // the game is over with it, and a quick human clears the table

	stood [checkers.Squares + 1][2]float64 // where pieces stood before, mm off the middles of their squares
	held  *planner.Transfer                // whose disc the tool may hold; nil: it holds none
	late  bool                             // surveys compare with the table after the disc had left its place, if it had
	tried tried
}

// tried is what was done for a transfer.
type tried struct {
	remedies     int
	misses       map[planner.Place]int          // by where a disc was not lifted
	fetched      []calibration.BoardPoint       // where discs were taken for strays
	straightened map[checkers.Square][2]float64 // where discs were, mm off the middle, that were set in it
	faulty       bool                           // the arm has failed in the last attempt
}

// add takes note of a remedy that the arm carries out.
func (t *tried) add(r remedy) {
	t.remedies++
	switch {
	case r.kind == retryLower && !t.faulty:
		t.misses[r.transfer.From]++
	case r.kind == straighten:
		t.straightened[r.transfer.From.Square] = r.transfer.FromOffset
	}
	if r.stray != nil {
		t.fetched = append(t.fetched, *r.stray)
	}
}

// Thresholds of what is seen.
const (
	sureOdds = 0.75 // from which on a square surely shows a piece
	// From so far off its square's middle, in squares, a piece is seen that was knocked towards the edge: it may
	// stand across it, for it is not looked for much farther.
	leastPush = 0.25
	// So many diameters two discs are apart that do not lie on each other, less what they may stand and be seen
	// off their places.
	leastDistance = 0.9
	// On so many squares a move changes what is seen, at the least.
	leastMoveSquares = 2
)

// puzzle is said where something stays over the board, with the squares that cannot be made out for it.
func (w expected) puzzle(now vision.Sighting) moves.Match {
	squares, text := moves.Doubtful(now, w.moves)
	if len(squares) == 0 {
		return moves.Match{Text: "Something lies over the board, and it cannot be made out what."}
	}
	return moves.Match{Unread: squares, Text: "Something lies over the board. " + text}
}

// captured reports whether what the transfer has set down is no longer there in an answer to it.
func (w expected) captured(answer planner.Table) bool {
	to := w.transfer.To.Square
	return to != 0 && answer.Position.At(to) == checkers.Empty
}

// shows reports whether a square surely shows a piece of a side.
func (w expected) shows(now vision.Sighting, square checkers.Square, side checkers.Side) bool {
	is, odds := now.Odds[square].Best()
	return is != vision.Nothing && w.sideOf(is) == side && odds >= sureOdds
}

// blind reports whether the colours on the squares do not tell all of the transfer.
func (w expected) blind() bool {
	t := w.transfer
	return t.FromLevel > 0 || t.ToLevel > 0 || t.From.Slot != 0 || t.To.Slot != 0
}

// unseeable reports whether the colours on the squares do not tell that a transfer's disc has arrived.
func unseeable(t planner.Transfer) bool { return t.To.Slot != 0 || t.ToLevel > 0 }

// lies reports whether, on a table whose colours are right, the disc is where it belongs as far as can be told.
func (w expected) lies(s Survey) bool {
	return !w.stays(s) && !w.lacks(s, disorder{}) && (w.transfer.To.Slot == 0 || len(s.of(w.transfer.Side)) == 0)
}

// stays reports a king that should have been left a single disc, where nothing else tells.
func (w expected) stays(s Survey) bool {
	t := w.transfer
	if t.FromLevel == 0 || t.From.Square == 0 || t.To.Slot == 0 {
		return false
	}
	// A change is surer than a height. A disc that fell back on its king has changed it, too.
	switch here, king := s.Same.at(t.From), s.Kings.Has(t.From.Square); {
	case w.late: // nothing has come from the tool; the height tells only after another try
		return here && s.Same.at(t.To) && (w.tried.misses[t.From] == 0 || king)
	case s.Same.Known:
		return here || king && s.Same.at(t.To) && len(s.of(t.Side)) == 0
	default:
		return king
	}
}

// lacks reports a king whose upper disc should have been set on it, on a table in some disorder. A disc that has left
// its place is there unless it is seen elsewhere, and is not a neighbour that was knocked away; a single disc may
// look like a king, most of all where another one leans on it, and a king like a single disc.
func (w expected) lacks(s Survey, d disorder) bool {
	t := w.transfer
	if t.ToLevel == 0 || t.To.Square == 0 {
		return false
	}
	king, beside := s.Kings.Has(t.To.Square), len(s.of(t.Side)) > 0
	known := s.Same.Known && !w.late
	switch {
	case known && (s.Same.at(t.To) || t.From.Slot != 0 && s.Same.at(t.From)):
		return true
	case king:
		return beside && d.missing == 0
	case known:
		return beside && d.strayed == 0
	}
	return beside || t.From.Slot != 0
}

// of is the strays of one side.
func (s Survey) of(side checkers.Side) (list []Stray) {
	for _, stray := range s.Strays {
		if stray.Side == side {
			list = append(list, stray)
		}
	}
	return list
}

// askew is a square on which a disc is not where it should be, 0 if there is none: it came about
// that square, but so far from the middle that nothing can be set on it, for it was dropped there;
// or it was knocked towards the edge. Once it was set right it is left.
func (w expected) askew(seen observed) checkers.Square {
	if seen.replied {
		return 0
	}
	for square := range w.after.Position.Occupied().All() {
		if _, tried := w.tried.straightened[square]; tried || w.after.Discs(planner.OnSquare(square)) != 1 {
			continue
		}
		off, stood := seen.sighting.Offset[square], w.stood[square]
		far := math.Hypot(off[0], off[1])
		switch {
		case square == w.transfer.To.Square:
			if far > w.askewMM() {
				return square
			}
		case far > leastPush*w.setup.Board.SquareMM && math.Hypot(off[0]-stood[0], off[1]-stood[1]) > w.askewMM():
			return square
		}
	}
	return 0
}

// unmoved reports whether a disc that was straightened is seen where it was before: colours do not tell a picture
// from before that from one after it.
func (w expected) unmoved(now vision.Sighting) bool {
	for square, was := range w.tried.straightened {
		if off := now.Offset[square]; math.Hypot(off[0]-was[0], off[1]-was[1]) < w.askewMM()/2 {
			return true
		}
	}
	return false
}

// should is the table as it should be, and what surely is otherwise: as after the transfer, or as after a quick
// human's answer to it, where somebody has answered although something else is not as it should be. Otherwise the
// answer would be taken for disorder, and undone.
func (w expected) should(seen observed) (planner.Table, moves.Match) {
	should, best := w.after, seen.match
	now := seen.sighting
	now.Obstructed, now.Moving = false, false // by what lies still, if by anything
	least := len(moves.Compare(now, w.picture(w.after.Position), w.moves).Differences)
	for _, reply := range w.replies {
		match := moves.Compare(now, w.picture(reply.Position), w.moves)
		if len(match.Differences)+leastMoveSquares <= least {
			should, best, least = reply, match, len(match.Differences)
		}
	}
	return should, best
}

// answer is which answer to what the table should be it shows; −1 for none.
func (w expected) answer(s vision.Sighting) int {
	s.Obstructed = false // by what lies still, if by anything
	return slices.IndexFunc(w.replies, func(reply planner.Table) bool {
		return moves.Compare(s, w.picture(reply.Position), w.moves).Shown
	})
}
