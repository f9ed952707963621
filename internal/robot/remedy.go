package robot

import (
	"slices"
	"strings"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
)

// remedyKind is what to do after a transfer was looked at.
type remedyKind int

// noRemedy ends a transfer; setDown to straighten are for the arm, the others for people.
const (
	noRemedy   remedyKind = iota // all is as it should be
	setDown                      // the disc that the tool may hold goes where it belongs
	retryLower                   // the transfer is made once more, the tip a little lower
	fetch                        // the disc is fetched from where it lies
	putBack                      // another disc, which was knocked away, goes back to its square
	straighten                   // a disc goes to the middle of the square on which it stands
	askHuman                     // only a person can put it right
	tellHuman                    // something seems wrong that the colours do not tell; the game goes on
	letClear                     // the game is over, and people clear the table
)

// String is the kind in words: "retry lower".
func (k remedyKind) String() string {
	return [...]string{"none", "set down", "retry lower", "fetch", "put back", "straighten", "ask", "tell", "let clear"}[k]
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
func (r remedy) forArm() bool { return r.kind > noRemedy && r.kind < askHuman }

// remedyFor decides what to do after a transfer, from what it should have made of the table and what is seen there.
func remedyFor(want expected, seen observed) remedy {
	var r remedy
	switch {
	case !seen.fine || want.held != nil && unseeable(*want.held):
		r = want.remedy(seen)
	case want.askew(seen) != 0:
		r = want.straighten(seen, want.askew(seen))
	default:
		return remedy{kind: noRemedy}
	}
	switch {
	case r.kind != askHuman && want.tried.remedies < mostRemedies:
		return r
	case seen.cleared:
		return remedy{kind: letClear}
	case !seen.match.Shown && want.answer(seen.sighting) < 0:
		return remedy{kind: askHuman}
	}
	return remedy{kind: tellHuman}
}

// remedy is what may put right a table that is not as it should be.
func (w expected) remedy(seen observed) remedy {
	should, match := w.should(seen)
	d := w.disorder(seen, should, match.Differences)
	switch {
	case w.mayHold(d):
		return remedy{kind: setDown, attempt: attempt{transfer: *w.held, table: w.after, held: true}}
	case len(seen.astride) > 0:
		return w.offEdge(should, seen.astride[0])
	case d.foreign: // a disc lies on another one, or they were mixed up
		return remedy{kind: askHuman}
	}
	if loose := w.lowerDisc(seen, d); len(loose) > 0 {
		return w.fetch(putBack, seen.before, loose, w.transfer.Side, w.transfer.To)
	}
	return w.whereabouts(seen, should, d)
}

// whereabouts is what may bring the transfer's disc where it belongs, from where it seems to be; or a neighbour that
// was knocked away, where the disc itself is as it should be.
func (w expected) whereabouts(seen observed, should planner.Table, d disorder) remedy {
	t := w.transfer
	loose := d.loose(t.Side, t.From.Square)
	atSource := d.surplus.Has(t.From.Square) || w.stays(seen.survey) ||
		t.FromLevel > 0 && d.missing.Has(t.To.Square) && len(loose) == 0
	if !w.lacking(seen.survey, d, should, atSource) {
		return w.neighbour(should, d)
	}
	fallen, onStack := w.fallen(seen.survey, d)
	switch {
	case onStack:
		return w.fromStack(should, fallen)
	case atSource && w.mayTryAgain():
		return w.again(seen, sentence.Say("The disc is still at %s; trying again.", placeText(t.From)))
	case !atSource && len(loose) > 0:
		return w.fetch(fetch, should, loose, t.Side, t.To)
	case !atSource && t.From.Slot != 0 && w.mayTryAgain():
		return w.again(seen, sentence.Say("No disc has come from %s; trying again.", placeText(t.From)))
	}
	return remedy{kind: askHuman}
}

// lowerDisc is the discs of which one may be that on which the transfer's is to be set, where that is missing; none
// where it is there.
func (w expected) lowerDisc(seen observed, d disorder) []looseDisc {
	t := w.transfer
	if t.To.Square == 0 || t.ToLevel == 0 || !d.strayed.Has(t.To.Square) || seen.before.Discs(t.To) != t.ToLevel {
		return nil
	}
	return d.loose(t.Side, t.From.Square)
}

// mayHold reports whether nothing speaks against the tool having a disc.
func (w expected) mayHold(d disorder) bool {
	return w.held != nil &&
		(w.held.FromLevel > 0 || !d.surplus.Has(w.held.From.Square) && len(d.loose(w.held.Side, 0)) == 0)
}

// lacking reports whether the transfer's disc is seen not to be where it belongs.
func (w expected) lacking(s Survey, d disorder, should planner.Table, atSource bool) bool {
	t := w.transfer
	switch {
	case d.missing.Has(t.To.Square), w.lacks(s, d):
		return true
	case t.To.Slot != 0:
		return atSource || len(d.loose(t.Side, t.From.Square)) > (d.strayed&should.Position.Of(t.Side)).Len()
	}
	return t.ToLevel > 0 && atSource
}

// neighbour puts a disc back on its square that was knocked away, if one can be found; otherwise it asks the human.
func (w expected) neighbour(should planner.Table, d disorder) remedy {
	for square := range d.missing.All() {
		side, home := should.Position.At(square).Side(), planner.OnSquare(square)
		if loose := d.loose(side, 0); len(loose) > 0 && should.Discs(home) == 1 {
			return w.fetch(putBack, should, loose, side, home)
		}
	}
	return remedy{kind: askHuman}
}

// straighten sets a disc that is askew in the middle of its square.
func (w expected) straighten(seen observed, square checkers.Square) remedy {
	to, off := planner.OnSquare(square), seen.sighting.Offset[square]
	at, side := w.at(w.after, to), w.after.Position.At(square).Side()
	at.X, at.Y = at.X+off[0], at.Y+off[1]
	r := w.fetch(straighten, w.after, []looseDisc{{side, at, square}}, side, to)
	r.said = sentence.Say("The disc on %s is not in its middle; setting it right.", placeText(to))
	return r
}

// offEdge sets a piece in the middle that stands across its square's edge.
func (w expected) offEdge(should planner.Table, a Askew) remedy {
	home := planner.OnSquare(a.Square)
	if piece := should.Position.At(a.Square); piece == checkers.Empty || piece.Side() != a.Side ||
		should.Discs(home) != 1 {
		return remedy{kind: askHuman}
	}
	r := w.fetch(putBack, should, []looseDisc{{a.Side, a.At, a.Square}}, a.Side, home)
	r.said = sentence.Say("%s on square %s stands across its edge; setting it right.", discText(a.Side), a.Square)
	return r
}

// mayTryAgain reports whether the disc has not been missed too often where it came from.
func (w expected) mayTryAgain() bool {
	misses := w.tried.misses[w.transfer.From]
	if !w.tried.faulty {
		misses++
	}
	return misses <= mostMisses
}

// again repeats the transfer from where the disc stands now.
func (w expected) again(seen observed, said sentence.Text) remedy {
	t := w.transfer
	t.FromOffset = seen.before.Offset[t.From.Square]
	return remedy{kind: retryLower, attempt: attempt{transfer: t, table: seen.before, lower: lowerMM}, said: said}
}

// fetch brings the nearest of some loose discs to a place, on a table as it should be.
func (w expected) fetch(kind remedyKind, should planner.Table, loose []looseDisc, side checkers.Side,
	to planner.Place) remedy {
	disc := nearest(loose, w.at(should, to))
	table, err := without(should, to)
	if err != nil {
		return remedy{kind: askHuman}
	}
	r := remedy{kind: kind}
	r.said = sentence.Say("%s for %s is on square %s; fetching it from there.", discText(side), placeText(to), disc.square)
	// To the planner a disc that lies between the squares is one that stands far off its own.
	near := disc.square
	if near == 0 {
		near = w.emptyNear(table, disc.at)
		r.stray = &disc.at
		r.said = sentence.Say("%s for %s lies beside its place; fetching it from there.", discText(side), placeText(to))
	}
	centre, half := w.at(table, planner.OnSquare(near)), w.setup.Board.SquareMM/2
	r.transfer = planner.Transfer{
		Side: side, From: planner.OnSquare(near), FromOffset: [2]float64{disc.at.X - centre.X, disc.at.Y - centre.Y},
		To: to, ToLevel: table.Discs(to), Purpose: "puts it where it belongs",
	}
	table.Position = table.Position.Put(near, checkers.Man(side))
	for i, off := range r.transfer.FromOffset {
		table.Offset[near][i] = max(-half, min(half, off))
	}
	r.table, r.lower = table, float64(min(w.tried.remedies, 1))*lowerMM
	return r
}

// fromStack fetches the transfer's disc from those of a slot, on which it has fallen.
func (w expected) fromStack(should planner.Table, fallen Fallen) remedy {
	t := w.transfer
	table, err := without(should, t.To)
	if err != nil {
		return remedy{kind: askHuman}
	}
	table.Loose = append(slices.Clip(table.Loose), planner.Loose(fallen.Stray))
	from := planner.InSlot(fallen.Slot)
	return remedy{
		kind: fetch, from: from,
		attempt: attempt{table: table, transfer: planner.Transfer{
			Side: t.Side, From: planner.Aside(fallen.At), To: t.To, ToLevel: table.Discs(t.To), King: t.King,
			Purpose: "puts it where it belongs",
		}},
		said: sentence.Say("%s for %s lies on %s; fetching it from there.", discText(t.Side), placeText(t.To),
			placeText(from)),
	}
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
