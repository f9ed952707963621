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

// remedyKind is what to do after a transfer was looked at.
type remedyKind int

// noRemedy to planAnew end a transfer, as letClear to tellHuman do; setDown to straighten are for the arm.
const (
	noRemedy   remedyKind = iota // all is as it should be
	planAnew                     // somebody has changed the table, and whoever asked for the transfer plans again
	letClear                     // the game is over, and people clear the table
	askHuman                     // only a person can put it right
	tellHuman                    // something seems wrong that the colours do not tell; the game goes on
	setDown                      // the disc that the tool may hold goes where it belongs
	retryLower                   // the transfer is made once more, the tip a little lower
	fetch                        // the disc is fetched from where it lies
	putBack                      // another disc, which was knocked away, goes back to its square
	straighten                   // a disc goes to the middle of the square on which it stands
)

// String is the kind in words: "retry lower".
func (k remedyKind) String() string {
	return [...]string{"none", "plan anew", "let clear", "ask", "tell", "set down", "retry lower", "fetch", "put back",
		"straighten"}[k]
}

// remedy is what to do next for a transfer.
type remedy struct {
	kind    remedyKind
	attempt                         // of one for the arm: what it does
	said    sentence.Text           // how that is said; nothing where it is not
	stray   *calibration.BoardPoint // where the disc lies, if that is between the squares or beside the board
	from    planner.Place           // the slot of the tray on which it lies, and does not belong
}

// forArm reports whether it is the arm that carries the remedy out.
func (r remedy) forArm() bool { return r.kind >= setDown }

// try is a remedy that the arm was about to carry out.
type try struct {
	remedy
	after bool // an attempt in which the arm has not failed: the disc was missed there
	vain  bool // the arm did not come to the disc, or not without a fault: it need not have been missed here
}

// tries are what was done so far to put a transfer right.
type tries []try

// misses is how often a disc was not lifted from a place.
func (list tries) misses(p planner.Place) (n int) {
	for _, t := range list {
		if t.kind == retryLower && t.after && t.transfer.From == p || t.from == p && !t.vain {
			n++
		}
	}
	return n
}

// strays is how often a disc was to be fetched within a distance, in mm, from a point between the squares.
func (list tries) strays(at calibration.BoardPoint, within float64) (n int) {
	for _, t := range list {
		if t.stray != nil && !t.vain && t.stray.Distance(at) < within {
			n++
		}
	}
	return n
}

// straightened is how often the disc on a square was to be set in its middle; and where it stood before the last time,
// in mm off that.
func (list tries) straightened(square checkers.Square) (n int, off [2]float64) {
	for _, t := range list {
		if t.kind == straighten && !t.vain && t.transfer.From.Square == square {
			n, off = n+1, t.transfer.FromOffset
		}
	}
	return n, off
}

// farther reports whether two places of a disc on a square, in mm off its middle, are so far apart.
func farther(a, b [2]float64, mm float64) bool { return math.Hypot(a[0]-b[0], a[1]-b[1]) > mm }

// Bounds of what is tried for one transfer.
const (
	mostRemedies = 6   // until the human is asked
	mostMisses   = 2   // of those, times that a disc was not lifted from one place
	mostChanges  = 10  // times that the table changes before something is put right
	mostHomings  = 4   // after faults of the arm, until the game ends
	lowerMM      = 0.4 // that the tip goes down farther where it has missed
)

// leastPush is the offset from its square's middle, in squares, from which a piece was knocked towards the edge: it may
// stand across it, for it is not looked for much farther.
const leastPush = 0.25

// state is how far a transfer has come: what it should make of the table, and what was done to that end. It is a value:
// what is done next follows from it and from what is seen, and from nothing else.
type state struct {
	want    expected
	before  planner.Table // the transfer, its pieces where they were seen last
	anew    bool          // whoever asked for it plans again where somebody has changed the table
	resumed bool          // by a process that does not remember the table as it was before

	held    *planner.Transfer // whose disc the tool may hold; nil: it holds none
	late    bool              // surveys compare with the table after the disc had left its place, if it had
	tried   tries
	faulty  bool // the arm has failed in the last attempt
	made    bool // the transfer was made once without a fault, as far as the arm can tell
	changes int  // times that the table has changed before something was put right
	homings int
}

// begun is the state when the arm is about to carry a remedy out.
func (s state) begun(r remedy) state {
	s.tried = append(slices.Clip(s.tried), try{remedy: r, after: !s.faulty})
	s.late = s.late || s.resumed && r.kind == setDown
	return s
}

// attempted is the state after an attempt in which the arm may have failed; held is the transfer whose disc the tool
// may hold then.
func (s state) attempted(a attempt, failed bool, held *planner.Transfer) state {
	s.faulty, s.held = failed, nil
	if failed {
		s.held = held
	}
	s.made = s.made || !failed && !a.held && a.transfer.From == s.want.transfer.From
	return s
}

// vain is the state after an attempt in which the arm did not come to the disc, or not without a fault.
func (s state) vain() state {
	s.tried = slices.Clone(s.tried)
	s.tried[len(s.tried)-1].vain = true
	return s
}

// patient reports whether the table has not changed so often that its changes are put up with.
func (s state) patient() bool { return s.changes < mostChanges }

// asPlanned reports whether a sighting shows what the transfer was planned for, or an answer of the human's that the
// arm need not wait for. What counts is where the disc is to be taken and set down; if the task can be planned anew,
// it is what somebody has laid on other squares, too.
func (s state) asPlanned(now vision.Sighting) bool {
	switch {
	case !s.patient():
		return true
	case now.Obstructed || now.Moving:
		return false
	case s.want.answer(now) >= 0:
		return true
	}
	differences := moves.Compare(now, s.want.picture(s.before.Position), s.want.moves).Differences
	return !s.want.concerned(differences) && (!s.anew || !s.want.laid(differences))
}

// asSeen reports whether a sighting shows the table as it was seen.
func (s state) asSeen(seen observed, now vision.Sighting) bool {
	now.Obstructed = false // by what lies still, if by anything
	return !s.patient() || !now.Moving && slices.Equal(s.want.compared(now).Differences, seen.match.Differences)
}

// left is the table that a sighting shows: after the transfer, or after an answer to it.
func (s state) left(now vision.Sighting) planner.Table {
	t := s.want.after
	if i := s.want.answer(now); i >= 0 {
		t = s.want.replies[i]
	}
	return s.want.seenAt(t, now)
}

// lies reports whether the disc is where it belongs as far as a survey tells, on a table whose colours are right.
func (s state) lies(v Survey) bool {
	t := s.want.transfer
	return !s.stays(v) && !s.lacks(v, disorder{}) && (t.To.Slot == 0 || len(v.of(t.Side)) == 0)
}

// elsewhere reports whether the transfer has come about, on a table on which somebody has laid pieces on other squares.
func (s state) elsewhere(seen observed) bool {
	differences := seen.match.Differences
	return s.want.laid(differences) && !s.want.concerned(differences) &&
		(!blind(s.want.transfer) || s.lies(seen.survey))
}

// stays reports whether a king still has the upper disc that the transfer should have taken off it, or has it again
// because it fell back there. Only a survey tells.
func (s state) stays(v Survey) bool {
	t := s.want.transfer
	if t.FromLevel == 0 || t.From.Square == 0 || !unseeable(t) {
		return false
	}
	// A change is surer than a height. A disc that fell back on its king has changed it, too.
	switch here, king := v.Same.at(t.From), v.Kings.Has(t.From.Square); {
	case s.late: // nothing has come from the tool; the height tells only after another try
		return here && v.Same.at(t.To) && (s.tried.misses(t.From) == 0 || king)
	case v.Same.Known: // if it is not seen elsewhere
		return here || v.Same.at(t.To) && len(v.of(t.Side)) == 0
	default:
		return king
	}
}

// lacks reports whether the disc that the transfer should have set on a king, or in the tray, is missing. A disc that
// has left its place is taken to be there unless it is seen elsewhere and is not a neighbour that was knocked away.
// Heights alone do not decide: a single disc may look like a king, most of all where another one leans on it, and a
// king like a single disc.
func (s state) lacks(v Survey, d disorder) bool {
	t := s.want.transfer
	known := v.Same.Known && !s.late
	if t.To.Slot != 0 {
		return known && v.Same.at(t.To)
	}
	if t.ToLevel == 0 || t.To.Square == 0 {
		return false
	}
	king, beside := v.Kings.Has(t.To.Square), len(v.of(t.Side)) > 0
	switch {
	case known && (v.Same.at(t.To) || t.From.Slot != 0 && v.Same.at(t.From)):
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
func (s state) neverThere(v Survey) bool {
	t := s.want.transfer
	return t.FromLevel > 0 && t.From.Square != 0 && s.tried.misses(t.From) > 0 && v.Same.at(t.From) &&
		!v.Kings.Has(t.From.Square)
}

// trayAsSeen is the table with the tray that a survey shows of a transfer that is given up: its disc has left a slot
// that has changed, and has come to one of which that may be so.
func (s state) trayAsSeen(v Survey) (now planner.Table, err error) {
	now = s.before
	switch t := s.want.transfer; {
	case t.From.Slot != 0 && v.Same.Known && !v.Same.at(t.From):
		now.Tray, err = now.Tray.Take(t.From.Slot, t.Side)
	case t.To.Slot != 0 && (!v.Same.Known || !v.Same.at(t.To)):
		now.Tray, err = now.Tray.Put(t.To.Slot, t.Side)
	}
	return now, err
}

// fallen is a disc on those of a slot that may be the transfer's, which has left its place and is nowhere else. ok is
// false where there is none that has not been tried.
func (s state) fallen(v Survey, d disorder) (found Fallen, ok bool) {
	t := s.want.transfer
	if !v.Same.Known || s.late || v.Same.at(t.From) || len(d.loose(t.Side, 0)) > 0 {
		return found, false
	}
	i := slices.IndexFunc(v.Fallen, func(f Fallen) bool {
		place := planner.InSlot(f.Slot)
		return f.Side == t.Side && place != t.From && place != t.To && s.tried.misses(place) == 0
	})
	if i < 0 {
		return found, false
	}
	return v.Fallen[i], true
}

// askew is a square whose disc has to be set in the middle, or 0: the transfer has set it down so far off the middle
// that nothing can be set on it, or it was knocked towards the edge. A disc that was straightened once, or missed
// twice, is left.
func (s state) askew(seen observed) checkers.Square {
	if seen.replied {
		return 0
	}
	w := s.want
	for square := range w.after.Position.Occupied().All() {
		off := seen.sighting.Offset[square]
		if n, _ := s.tried.straightened(square); n == mostMisses || n > 0 && !s.missed(square, off) ||
			w.after.Discs(planner.OnSquare(square)) != 1 {
			continue
		}
		switch {
		case square == w.transfer.To.Square:
			if farther(off, [2]float64{}, w.askewMM()) {
				return square
			}
		case farther(off, [2]float64{}, leastPush*w.setup.Board.SquareMM) && farther(off, w.stood[square], w.askewMM()):
			return square
		}
	}
	return 0
}

// unmoved reports whether a disc that was straightened is seen where it was before. The picture may then be older
// than that, which colours do not tell.
func (s state) unmoved(now vision.Sighting) bool {
	for square, off := range now.Offset {
		if s.missed(checkers.Square(square), off) {
			return true
		}
	}
	return false
}

// missed reports whether a disc that was to be straightened is seen, off its square's middle, where it was before the
// last try.
func (s state) missed(square checkers.Square, off [2]float64) bool {
	n, was := s.tried.straightened(square)
	return n > 0 && !farther(off, was, s.want.askewMM()/2)
}
