package robot

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/follow"
)

// knocked is on how many squares a disc that was knocked away changes what is seen,
// at the most. More than that at the end of a game is a human who clears the table.
const knocked = 2

// mostPuzzled is how often it is looked for what lies still over the board until
// the human is asked.
const mostPuzzled = 5

// hidden is how long something may lie still over the board until it is looked
// at more carefully: it may be a disc that was dropped between the squares.
const hidden = 2 * time.Second

// oldest is how old a picture may be at the most.
const oldest = 1500 * time.Millisecond

// seen is how the table compares with what a transfer should have made of it.
type seen struct {
	fine     bool
	replied  bool // the human has made the next move already
	cleared  bool // the game is over, and the human may be clearing the table
	match    follow.Match
	sighting vision.Sighting // the last one
	survey   Survey
	askew    []Askew         // what lies still over the board
	aside    checkers.Square // where otherwise all is right, one on which a disc is to be straightened
}

// look looks until it is clear whether the table has become what it should.
// Pictures may be a little old: one that shows the change proves it, and that
// it failed is believed only when it persists.
func (e *errand) look(ctx context.Context) (s seen, err error) {
	check := follow.NewCheck(e.picture(e.table.Position), e.picture(e.after.Position), e.Follow)
	reply := recogniser{wanted: e.pictures(e.replies), options: e.Follow, last: none}
	var first, still time.Time // of the pictures, and since when something lies still over the board
	litter, puzzled := false, 0
	for {
		if s.sighting, err = e.Eye.Look(ctx); err != nil {
			return s, err
		}
		now := s.sighting
		if first.IsZero() {
			first = now.Time
		}
		switch {
		case !now.Obstructed || now.Moving:
			still = time.Time{}
		case still.IsZero():
			still = now.Time
		case !litter && now.Time.Sub(still) >= hidden:
			if s.survey, err = e.surveyed(ctx); err != nil {
				return s, err
			}
			litter, still = len(s.survey.Strays) > 0, now.Time
			if len(s.survey.Askew) > 0 && !litter {
				s.askew = s.survey.Askew
				s.match = follow.Match{Text: "A piece stands across the edge of its square."}
				return s, nil
			}
			if puzzled++; !litter && puzzled == mostPuzzled {
				s.match = e.over(now)
				return s, nil
			}
		}
		if litter {
			now.Obstructed = false
		}
		result := check.Observe(now)
		s.match = result.Match
		s.replied = reply.observe(now)
		switch {
		case s.replied && e.captured(e.replies[reply.last]):
			s.fine = true
			return s, nil
		case s.replied: // whoever answers need not have looked for a crown
		case result.Outcome == follow.NotYet || reply.last != none:
			continue
		case e.last && len(result.Match.Differences) > knocked && !result.Unchanged:
			s.fine = true // no longer the table of this game
			return s, nil
		case result.Outcome == follow.Failed:
			e.remember(now)
		}
		s.cleared = e.last && !result.Unchanged
		shown := s.replied || result.Outcome == follow.Confirmed
		if shown && e.unmoved(now) && now.Time.Sub(first) < oldest {
			continue
		}
		if shown && !e.blind() {
			s.fine = true
			return s, nil
		}
		// What colours do not tell may be older than it seems, too.
		for range 2 {
			if s.survey, err = e.surveyed(ctx); err != nil {
				return s, err
			}
			if e.lies(s.survey) {
				break
			}
		}
		wanted := e.picture(e.after.Position)
		if s.replied {
			wanted = reply.wanted[reply.last]
		}
		if shown && !follow.Compare(s.survey.Sighting, wanted, e.Follow).Shown && len(s.survey.Strays) == 0 {
			continue // somebody has reached out meanwhile
		}
		s.fine = shown && e.lies(s.survey)
		return s, nil
	}
}

// over is said where something stays over the board, with the squares that cannot be made out for it.
func (e *errand) over(now vision.Sighting) follow.Match {
	squares, text := follow.Doubtful(now, e.Follow)
	if len(squares) == 0 {
		return follow.Match{Text: "Something lies over the board, and it cannot be made out what."}
	}
	return follow.Match{Unread: squares, Text: "Something lies over the board. " + text}
}

// captured reports whether what the transfer has set down is no longer there in
// an answer to it.
func (e *errand) captured(answer planner.Table) bool {
	to := e.transfer.To.Square
	return to != 0 && answer.Position.At(to) == checkers.Empty
}

// surveyed looks carefully. What seemed to be a disc and could not be lifted
// twice is none.
func (e *errand) surveyed(ctx context.Context) (Survey, error) {
	s, err := e.Eye.Survey(ctx, e.table.Tray, e.after.Tray)
	s.Strays = slices.DeleteFunc(s.Strays, func(stray Stray) bool {
		tried := 0
		for _, at := range e.fetched {
			if math.Hypot(at.X-stray.At.X, at.Y-stray.At.Y) < e.Setup.Disc.DiameterMM/2 {
				tried++
			}
		}
		return tried >= mostMisses
	})
	return s, err
}

// shows reports whether a square surely shows a piece of a side.
func (e *errand) shows(now vision.Sighting, square checkers.Square, side checkers.Side) bool {
	const sure = 0.75 // of the odds
	is, odds := now.Odds[square].Best()
	return is != vision.Nothing && e.sideOf(is) == side && odds >= sure
}

// blind reports whether the colours on the squares do not tell all of the
// transfer.
func (e *errand) blind() bool {
	t := e.transfer
	return t.FromLevel > 0 || t.ToLevel > 0 || t.From.Slot != 0 || t.To.Slot != 0
}

// lies reports whether, on a table whose colours are right, the disc is where
// it belongs as far as can be told.
func (e *errand) lies(s Survey) bool {
	t := e.transfer
	return !e.stays(s) && !e.lacks(s, disorder{}) && (t.To.Slot == 0 || len(s.of(t.Side)) == 0)
}

// stays reports a king that should have been left a single disc, where nothing
// else tells.
func (e *errand) stays(s Survey) bool {
	t := e.transfer
	if t.FromLevel == 0 || t.From.Square == 0 || t.To.Slot == 0 {
		return false
	}
	// A change is surer than a height. A disc that fell back on its king has changed it, too.
	switch here, king := s.Same.at(t.From), s.Kings.Has(t.From.Square); {
	case e.late: // nothing has come from the tool; the height tells only after another try
		return here && s.Same.at(t.To) && (e.misses[t.From] == 0 || king)
	case s.Same.Known:
		return here || king && s.Same.at(t.To) && len(s.of(t.Side)) == 0
	default:
		return king
	}
}

// lacks reports a king whose upper disc should have been set on it, on a table in
// some disorder. A disc that has left its place is there unless
// it is seen elsewhere, and is not a neighbour that was knocked away; a single disc may look like a king,
// most of all where
// another one leans on it, and a king like a single disc.
func (e *errand) lacks(s Survey, d disorder) bool {
	t := e.transfer
	if t.ToLevel == 0 || t.To.Square == 0 {
		return false
	}
	king, beside := s.Kings.Has(t.To.Square), len(s.of(t.Side)) > 0
	known := s.Same.Known && !e.late
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

// mend is what to do next to put the table right, and how that is said; not ok
// where only the human can.
func (e *errand) mend(s seen) (_ chore, said string, ok bool) {
	should, match := e.should(s)
	d := e.disorder(s, should, match.Differences)
	if e.mayHold {
		held := e.work.doing.transfer
		if held.FromLevel > 0 || !d.surplus.Has(held.From.Square) && len(d.loose(held.Side, 0)) == 0 {
			return chore{transfer: held, table: e.after, held: true}, "", true
		}
	}
	if len(s.askew) > 0 {
		return e.setBack(should, s.askew[0])
	}
	t := e.transfer
	loose := d.loose(t.Side, t.From.Square)
	atSource := d.surplus.Has(t.From.Square) || e.stays(s.survey) || t.FromLevel > 0 && d.missing.Has(t.To.Square) &&
		len(loose) == 0
	switch lacking := d.missing.Has(t.To.Square) || e.lacks(s.survey, d) ||
		t.ToLevel > 0 && atSource || t.To.Slot != 0 && (atSource ||
		len(loose) > (d.strayed&should.Position.Of(t.Side)).Len()); {
	case d.foreign: // a disc lies on another one, or they were mixed up
		return chore{}, "", false
	case lacking && atSource:
		return e.again(fmt.Sprintf("The disc is still at %s; trying again.", t.From))
	case lacking && len(loose) > 0:
		return e.fetch(should, loose, t.Side, t.To)
	case lacking && t.From.Slot != 0:
		return e.again(fmt.Sprintf("No disc has come from %s; trying again.", t.From))
	case lacking:
		return chore{}, "", false
	}
	for square := range d.missing.All() {
		piece := should.Position.At(square)
		if loose := d.loose(piece.Side(), 0); len(loose) > 0 && should.Discs(planner.OnSquare(square)) == 1 {
			return e.fetch(should, loose, piece.Side(), planner.OnSquare(square))
		}
	}
	return chore{}, "", false
}

// pushed is how far off its square's middle, in squares, a piece is seen that was knocked
// towards the edge: it may stand across it, for it is not looked for much farther.
const pushed = 0.25

// askew is a square on which a disc is not where it should be, 0 if there is none: it came about
// that square, but so far from the middle that nothing can be set on it, for it was dropped there;
// or it was knocked towards the edge.
func (e *errand) askew(s seen) checkers.Square {
	if s.replied {
		return 0
	}
	for square := range e.after.Position.Occupied().All() {
		if _, tried := e.straightened[square]; tried || e.after.Discs(planner.OnSquare(square)) != 1 {
			continue
		}
		off, stood := s.sighting.Offset[square], e.stood[square]
		far := math.Hypot(off[0], off[1])
		switch {
		case square == e.transfer.To.Square:
			if far > e.askewMM() {
				return square
			}
		case far > pushed*e.Setup.Board.SquareMM && math.Hypot(off[0]-stood[0], off[1]-stood[1]) > e.askewMM():
			return square
		}
	}
	return 0
}

// straighten brings a disc that is askew to the middle of its square.
func (e *errand) straighten(s seen) (chore, string, bool) {
	square := s.aside
	to, off := planner.OnSquare(square), s.sighting.Offset[square]
	e.straightened[square] = off
	at, side := e.at(e.after, to), e.after.Position.At(square).Side()
	at.X, at.Y = at.X+off[0], at.Y+off[1]
	c, _, ok := e.fetch(e.after, []looseDisc{{side, at, square}}, side, to)
	return c, fmt.Sprintf("The disc on %s is not in its middle; setting it right.", to), ok
}

// unmoved reports whether a disc that was straightened is seen where it was before: colours
// do not tell a picture from before that from one after it.
func (e *errand) unmoved(now vision.Sighting) bool {
	for square, was := range e.straightened {
		if off := now.Offset[square]; math.Hypot(off[0]-was[0], off[1]-was[1]) < e.askewMM()/2 {
			return true
		}
	}
	return false
}

// setBack brings a piece that stands across its square's edge to the middle.
func (e *errand) setBack(should planner.Table, a Askew) (chore, string, bool) {
	if piece := should.Position.At(a.Square); piece == checkers.Empty || piece.Side() != a.Side ||
		should.Discs(planner.OnSquare(a.Square)) != 1 {
		return chore{}, "", false
	}
	c, _, ok := e.fetch(should, []looseDisc{{a.Side, a.At, a.Square}}, a.Side, planner.OnSquare(a.Square))
	return c, fmt.Sprintf("The %s disc on square %d stands across its edge; setting it right.", shade(a.Side), a.Square),
		ok
}

// again makes the transfer once more, from where the disc stands now.
func (e *errand) again(said string) (chore, string, bool) {
	t := e.transfer
	if !e.faulty {
		e.misses[t.From]++
	}
	t.FromOffset = e.table.Offset[t.From.Square]
	return chore{transfer: t, table: e.table, lower: lowerMM}, said, e.misses[t.From] <= mostMisses
}

// fetch brings the nearest of some loose discs where it belongs on a table as it
// should be.
func (e *errand) fetch(should planner.Table, loose []looseDisc, side checkers.Side, to planner.Place) (chore, string,
	bool) {
	goal := e.at(should, to)
	disc := slices.MinFunc(loose, func(a, b looseDisc) int {
		return cmp.Compare(math.Hypot(a.at.X-goal.X, a.at.Y-goal.Y), math.Hypot(b.at.X-goal.X, b.at.Y-goal.Y))
	})
	if disc.square == 0 {
		e.fetched = append(e.fetched, disc.at)
	}
	table, err := without(should, to)
	if err != nil {
		return chore{}, "", false
	}
	// To the planner a disc that lies between the squares is one that stands far
	// off its own.
	near := disc.square
	if near == 0 {
		near = e.emptyNear(table, disc.at)
	}
	centre, half := e.at(table, planner.OnSquare(near)), e.Setup.Board.SquareMM/2
	t := planner.Transfer{
		Side: side, From: planner.OnSquare(near), FromOffset: [2]float64{disc.at.X - centre.X, disc.at.Y - centre.Y},
		To: to, ToLevel: table.Discs(to), Purpose: "puts it where it belongs",
	}
	table.Position = table.Position.Put(near, checkers.Man(side))
	for i, off := range t.FromOffset {
		table.Offset[near][i] = max(-half, min(half, off))
	}
	said := fmt.Sprintf("The %s disc for %s lies beside its place; fetching it from there.", shade(side), to)
	if disc.square != 0 {
		said = fmt.Sprintf("The %s disc for %s is on square %d; fetching it from there.", shade(side), to, disc.square)
	}
	return chore{transfer: t, table: table, lower: float64(min(e.mends, 1)) * lowerMM}, said, true
}

func shade(side checkers.Side) string { return strings.ToLower(side.String()) }

// without is a table without the uppermost disc of a place.
func without(t planner.Table, p planner.Place) (planner.Table, error) {
	s := p.Square
	switch {
	case s == 0:
		holds := t.Tray.Slots[p.Slot-1].Holds
		tray, err := t.Tray.Take(p.Slot, holds[len(holds)-1])
		t.Tray = tray
		return t, err
	case t.Discs(p) == 2:
		t.Single |= checkers.SetOf(s)
	default:
		t.Position = t.Position.Put(s, checkers.Empty)
		t.Single &^= checkers.SetOf(s)
		t.Offset[s] = [2]float64{}
	}
	return t, nil
}

// should is the table as it should be, and what surely is otherwise: as after the
// transfer, or as after a quick human's answer to it, where somebody has answered
// although something else is not as it should be. Otherwise the answer would be
// taken for disorder, and undone.
func (e *errand) should(s seen) (planner.Table, follow.Match) {
	should, best := e.after, s.match
	now := s.sighting
	now.Obstructed, now.Moving = false, false // by what lies still, if by anything
	least := len(follow.Compare(now, e.picture(e.after.Position), e.Follow).Differences)
	for _, reply := range e.replies {
		match := follow.Compare(now, e.picture(reply.Position), e.Follow)
		if len(match.Differences)+moved <= least {
			should, best, least = reply, match, len(match.Differences)
		}
	}
	return should, best
}

// answer is which answer to what the table should be it shows; −1 for none.
func (e *errand) answer(s vision.Sighting) int {
	s.Obstructed = false // by what lies still, if by anything
	return slices.IndexFunc(e.replies, func(reply planner.Table) bool {
		return follow.Compare(s, e.picture(reply.Position), e.Follow).Shown
	})
}

// moved is on how many squares a move changes what is seen, at the least.
const moved = 2

// disorder is what of the discs that can be seen is not as it should be.
type disorder struct {
	missing checkers.Set // squares that should show a disc and show none
	// of those the ones that surely have lost theirs: they are bare, or it lies where it would overlap it
	strayed checkers.Set
	surplus checkers.Set // squares that show a disc and should show none
	discs   []looseDisc  // on those, and the strays
	foreign bool         // a square shows a disc of the other side
}

type looseDisc struct {
	side   checkers.Side
	at     calibration.BoardPoint
	square checkers.Square // 0: between the squares, or beside the board
}

func (e *errand) disorder(s seen, should planner.Table, differences []follow.Difference) (d disorder) {
	for _, stray := range s.survey.Strays {
		d.discs = append(d.discs, looseDisc{side: stray.Side, at: stray.At})
		home, away := e.home(stray, s.survey.Sighting, should)
		d.missing |= home
		if away < overlap*e.Setup.Disc.DiameterMM {
			d.strayed |= home
		}
	}
	for _, difference := range differences {
		square := difference.Square
		switch {
		case difference.Seen == vision.Nothing:
			d.missing |= checkers.SetOf(square)
			d.strayed |= checkers.SetOf(square)
		case difference.Expected == vision.Nothing:
			d.surplus |= checkers.SetOf(square)
			at := e.at(should, planner.OnSquare(square))
			at.X, at.Y = at.X+s.sighting.Offset[square][0], at.Y+s.sighting.Offset[square][1]
			d.discs = append(d.discs, looseDisc{e.sideOf(difference.Seen), at, square})
		default:
			d.foreign = true
		}
	}
	return d
}

// overlap is by how many diameters two discs that do not lie on each other are apart, less what
// they may stand and be seen off their places.
const overlap = 0.9

// home is the square from which a stray has come as it seems, and how far it lies from there: the nearest that
// should have such a disc, if it is near by and has not surely got one.
func (e *errand) home(stray Stray, now vision.Sighting, should planner.Table) (home checkers.Set, least float64) {
	least = e.Setup.Board.SquareMM
	for square := range should.Position.Of(stray.Side).All() {
		c := e.at(should, planner.OnSquare(square))
		away := math.Hypot(c.X-stray.At.X, c.Y-stray.At.Y)
		if away >= least {
			continue
		}
		least, home = away, checkers.SetOf(square)
		if e.shows(now, square, stray.Side) {
			home = 0
		}
	}
	return home, least
}

// sideOf is whose disc it is that shows so.
func (g *game) sideOf(c vision.Content) checkers.Side {
	blackIsDark := g.Follow.BlackPieces != calibration.Light
	if (c == vision.DarkPiece) == blackIsDark {
		return checkers.Black
	}
	return checkers.White
}

// loose is the discs of a side that are where they should not be, but for one
// square.
func (d disorder) loose(side checkers.Side, but checkers.Square) (list []looseDisc) {
	for _, l := range d.discs {
		if l.side == side && (l.square == 0 || l.square != but) {
			list = append(list, l)
		}
	}
	return list
}
