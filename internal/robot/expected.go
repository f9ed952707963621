package robot

import (
	"math"
	"slices"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// expected is what the table should be after a transfer, and what was tried already to bring it about.
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

// tried is what was done so far to put a transfer right.
type tried struct {
	remedies     int
	misses       map[planner.Place]int            // by where a disc was not lifted
	fetched      []calibration.BoardPoint         // where discs were taken for strays
	straightened map[checkers.Square][][2]float64 // where discs were, mm off the middle, when they were to be set in it
	faulty       bool                             // the arm has failed in the last attempt
	made         bool                             // the transfer was made once without a fault, as far as the arm can tell
}

// add counts a remedy that the arm is about to carry out.
func (t *tried) add(r remedy) {
	t.remedies++
	switch {
	case r.kind == retryLower && !t.faulty:
		t.misses[r.transfer.From]++
	case r.from.Slot != 0:
		t.misses[r.from]++
	case r.kind == straighten:
		square := r.transfer.From.Square
		t.straightened[square] = append(t.straightened[square], r.transfer.FromOffset)
	}
	if r.stray != nil {
		t.fetched = append(t.fetched, *r.stray)
	}
}

// forget takes back what add has noted of a disc that the arm did not come to, or not without a fault. As a remedy that
// was tried it counts.
func (t *tried) forget(r remedy) {
	switch {
	case r.from.Slot != 0:
		t.misses[r.from]--
	case r.kind == straighten:
		square := r.transfer.From.Square
		t.straightened[square] = t.straightened[square][:len(t.straightened[square])-1]
	}
	if r.stray != nil {
		t.fetched = t.fetched[:len(t.fetched)-1]
	}
}

// Thresholds of what is seen.
const (
	sureOdds = 0.75 // from which on a square surely shows a piece
	// Offset from its square's middle, in squares, from which a piece was knocked towards the edge: it may stand
	// across it, for it is not looked for much farther.
	leastPush = 0.25
	// Distance, in diameters, of two discs that do not lie on each other, less the errors of where they stand and are
	// seen.
	leastDistance = 0.9
	// Squares at least on which a move changes what is seen.
	leastMoveSquares = 2
)

// puzzle is what to tell a person where something stays over the board: with the squares that cannot be read because
// of it.
func (w expected) puzzle(now vision.Sighting) moves.Match {
	squares, text := moves.Doubtful(now, w.moves)
	if len(squares) == 0 {
		return moves.Match{Text: sentence.Say("Something lies over the board, and it cannot be made out what.")}
	}
	return moves.Match{Unread: squares, Text: sentence.Say("Something lies over the board. %s", text)}
}

// captured reports whether the table after a human's answer lacks the piece that the transfer has set down.
func (w expected) captured(answer planner.Table) bool {
	to := w.transfer.To.Square
	return to != 0 && answer.Position.At(to) == checkers.Empty
}

// shows reports whether a square surely shows a piece of a side.
func (w expected) shows(now vision.Sighting, square checkers.Square, side checkers.Side) bool {
	is, odds := now.Odds[square].Best()
	return is != vision.Nothing && w.sideOf(is) == side && odds >= sureOdds
}

// blind reports whether the transfer changes more than the colours of squares: the height of a stack, or the tray.
func (w expected) blind() bool {
	t := w.transfer
	return t.FromLevel > 0 || t.ToLevel > 0 || t.From.Slot != 0 || t.To.Slot != 0
}

// heightTells reports whether the height of a piece says something of what became of the transfer: its disc was on
// another one on a square, or should be.
func (w expected) heightTells() bool {
	t := w.transfer
	return t.From.Square != 0 && t.FromLevel > 0 || t.To.Square != 0 && t.ToLevel > 0
}

// unseeable reports whether a transfer's disc ends where the colours of squares do not show it: in the tray, or on
// another disc.
func unseeable(t planner.Transfer) bool { return t.To.Slot != 0 || t.ToLevel > 0 }

// lies reports whether the disc is where it belongs as far as a survey tells, on a table whose colours are right.
func (w expected) lies(s Survey) bool {
	return !w.stays(s) && !w.lacks(s, disorder{}) && (w.transfer.To.Slot == 0 || len(s.of(w.transfer.Side)) == 0)
}

// elsewhere reports whether the transfer has come about, on a table on which somebody has laid pieces on other squares.
func (w expected) elsewhere(seen observed) bool {
	differences := seen.match.Differences
	return w.laid(differences) && !w.concerned(differences) && (!w.blind() || w.lies(seen.survey))
}

// concerned reports whether a square where the transfer's disc is to be taken or set down is among those that differ.
func (w expected) concerned(differences []moves.Difference) bool {
	return slices.ContainsFunc(differences, func(d moves.Difference) bool {
		return d.Square == w.transfer.From.Square || d.Square == w.transfer.To.Square
	})
}

// laid reports whether pieces surely stand where they should not, and none is missing but has gone there: as where
// somebody has laid or moved them. The transfer's own disc does not count.
func (w expected) laid(differences []moves.Difference) bool {
	var more [2]int // pieces than there should be, by side
	laid := false
	for _, d := range differences {
		if d.Expected != vision.Nothing && d.Square != w.transfer.To.Square {
			more[w.sideOf(d.Expected)]--
		}
		if d.Seen != vision.Nothing && d.Square != w.transfer.From.Square {
			more[w.sideOf(d.Seen)]++
			laid = true
		}
	}
	return laid && min(more[0], more[1]) >= 0
}

// stays reports whether a king still has the upper disc that the transfer should have taken off it, or has it again
// because it fell back there. Only a survey tells.
func (w expected) stays(s Survey) bool {
	t := w.transfer
	if t.FromLevel == 0 || t.From.Square == 0 || !unseeable(t) {
		return false
	}
	// A change is surer than a height. A disc that fell back on its king has changed it, too.
	switch here, king := s.Same.at(t.From), s.Kings.Has(t.From.Square); {
	case w.late: // nothing has come from the tool; the height tells only after another try
		return here && s.Same.at(t.To) && (w.tried.misses[t.From] == 0 || king)
	case s.Same.Known: // if it is not seen elsewhere
		return here || s.Same.at(t.To) && len(s.of(t.Side)) == 0
	default:
		return king
	}
}

// lacks reports whether the disc that the transfer should have set on a king, or in the tray, is missing. A disc that
// has left its place is taken to be there unless it is seen elsewhere and is not a neighbour that was knocked away.
// Heights alone do not decide: a single disc may look like a king, most of all where another one leans on it, and a
// king like a single disc.
func (w expected) lacks(s Survey, d disorder) bool {
	t := w.transfer
	known := s.Same.Known && !w.late
	if t.To.Slot != 0 {
		return known && s.Same.at(t.To)
	}
	if t.ToLevel == 0 || t.To.Square == 0 {
		return false
	}
	king, beside := s.Kings.Has(t.To.Square), len(s.of(t.Side)) > 0
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

// neverThere reports whether the upper disc of a king, which could not be lifted, seems never to have lain there: the
// piece looks as it did, and not like two discs.
func (w expected) neverThere(s Survey) bool {
	t := w.transfer
	return t.FromLevel > 0 && t.From.Square != 0 && w.tried.misses[t.From] > 0 && s.Same.at(t.From) &&
		!s.Kings.Has(t.From.Square)
}

// fallen is a disc on those of a slot that may be the transfer's, which has left its place and is nowhere else. ok is
// false where there is none that has not been tried.
func (w expected) fallen(s Survey, d disorder) (found Fallen, ok bool) {
	t := w.transfer
	if !s.Same.Known || w.late || s.Same.at(t.From) || len(d.loose(t.Side, 0)) > 0 {
		return found, false
	}
	i := slices.IndexFunc(s.Fallen, func(f Fallen) bool {
		place := planner.InSlot(f.Slot)
		return f.Side == t.Side && place != t.From && place != t.To && w.tried.misses[place] == 0
	})
	if i < 0 {
		return found, false
	}
	return s.Fallen[i], true
}

// of are the strays of one side.
func (s Survey) of(side checkers.Side) (list []Stray) {
	for _, stray := range s.Strays {
		if stray.Side == side {
			list = append(list, stray)
		}
	}
	return list
}

// askew is a square whose disc has to be set in the middle, or 0: the transfer has set it down so far off the middle
// that nothing can be set on it, or it was knocked towards the edge. A disc that was straightened once, or missed
// twice, is left.
func (w expected) askew(seen observed) checkers.Square {
	if seen.replied {
		return 0
	}
	for square := range w.after.Position.Occupied().All() {
		off, stood, tries := seen.sighting.Offset[square], w.stood[square], w.tried.straightened[square]
		if len(tries) == mostMisses || len(tries) > 0 && !w.missed(tries, off) ||
			w.after.Discs(planner.OnSquare(square)) != 1 {
			continue
		}
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

// unmoved reports whether a disc that was straightened is seen where it was before. The picture may then be older
// than that, which colours do not tell.
func (w expected) unmoved(now vision.Sighting) bool {
	for square, tries := range w.tried.straightened {
		if w.missed(tries, now.Offset[square]) {
			return true
		}
	}
	return false
}

// missed reports whether a disc that was to be straightened is seen, off its square's middle, where it was before the
// last try.
func (w expected) missed(tries [][2]float64, off [2]float64) bool {
	if len(tries) == 0 {
		return false
	}
	was := tries[len(tries)-1]
	return math.Hypot(off[0]-was[0], off[1]-was[1]) < w.askewMM()/2
}

// should is the table as it should be, and the squares that surely differ from it: the table after the transfer, or
// after a human's answer to it where that explains two squares more. Otherwise the answer would be taken for
// disorder, and undone. Of answers that explain as much it is the one that leaves missing discs nearest to their
// squares.
func (w expected) should(seen observed) (planner.Table, moves.Match) {
	should, best := w.after, seen.match
	now := seen.sighting
	now.Obstructed, now.Moving = false, false // by what lies still, if by anything
	least := len(moves.Compare(now, w.picture(w.after.Position), w.moves).Differences) - leastMoveSquares
	closest := math.Inf(1)
	for _, reply := range w.replies {
		match := moves.Compare(now, w.picture(reply.Position), w.moves)
		differ, apart := len(match.Differences), w.apart(w.disorder(seen, reply, match.Differences), reply)
		if differ < least || differ == least && apart < closest {
			should, best, least, closest = reply, match, differ, apart
		}
	}
	return should, best
}

// apart is the sum of the distances, in mm, from the squares that miss a disc to the nearest loose one of their side,
// on a table as it should be. What lies nowhere to be seen does not count.
func (w expected) apart(d disorder, should planner.Table) (sum float64) {
	for square := range d.missing.All() {
		home := w.at(should, planner.OnSquare(square))
		if loose := d.loose(should.Position.At(square).Side(), 0); len(loose) > 0 {
			sum += nearest(loose, home).at.Distance(home)
		}
	}
	return sum
}

// answer is the index of the reply that a sighting shows, or -1.
func (w expected) answer(s vision.Sighting) int {
	s.Obstructed = false // by what lies still, if by anything
	return slices.IndexFunc(w.replies, func(reply planner.Table) bool {
		return moves.Compare(s, w.picture(reply.Position), w.moves).Shown
	})
}
