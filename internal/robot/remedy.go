package robot

import (
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
)

// remedyFor decides what to do after a transfer, from how far it has come and what is seen.
func remedyFor(s state, seen observed) remedy {
	var r remedy
	switch {
	case !seen.fine || s.held != nil && unseeable(*s.held):
		r = s.remedy(seen)
	case s.askew(seen) != 0:
		r = s.want.straighten(seen, s.askew(seen))
	default:
		return remedy{kind: noRemedy}
	}
	if r.kind == askHuman || len(s.tried) == mostRemedies {
		return remedy{kind: withoutArm(s, seen)}
	}
	if r.kind == retryLower || r.kind >= fetch && r.from.Slot == 0 && len(s.tried) > 0 {
		r.lower = lowerMM
	}
	return r
}

// withoutArm is what to do about a table that is not as it should be, and that the arm cannot put right.
func withoutArm(s state, seen observed) remedyKind {
	anew := s.anew && s.held == nil
	switch {
	case seen.cleared:
		return letClear
	case seen.match.Shown || s.want.answer(seen.sighting) >= 0:
		return tellHuman
	case anew && s.elsewhere(seen):
		return noRemedy
	case anew && s.want.laid(seen.match.Differences):
		return planAnew
	}
	return askHuman
}

// remedy is what may put right a table that is not as it should be.
func (s state) remedy(seen observed) remedy {
	w := s.want
	should, match := w.should(seen)
	d := w.disorder(seen, should, match.Differences)
	switch {
	case s.mayHold(d):
		return remedy{kind: setDown, attempt: attempt{transfer: *s.held, table: w.after, held: true}}
	case len(seen.astride) > 0:
		return w.offEdge(should, seen.astride[0])
	case d.foreign: // a disc lies on another one, or they were mixed up
		return remedy{kind: askHuman}
	}
	if loose := s.lowerDisc(d); len(loose) > 0 {
		return w.fetch(putBack, s.before, loose, w.transfer.Side, w.transfer.To)
	}
	return s.whereabouts(seen, should, d)
}

// whereabouts is what may bring the transfer's disc where it belongs, from where it seems to be; or a neighbour that
// was knocked away, where the disc itself is as it should be.
func (s state) whereabouts(seen observed, should planner.Table, d disorder) remedy {
	w, t := s.want, s.want.transfer
	loose := d.loose(t.Side, t.From.Square)
	atSource := d.on(t.From.Square, t.Side) || s.stays(seen.survey) ||
		t.FromLevel > 0 && d.missing.Has(t.To.Square) && len(loose) == 0
	if !s.lacking(seen.survey, d, should, atSource) {
		return w.neighbour(should, d)
	}
	fallen, onStack := s.fallen(seen.survey, d)
	switch {
	case onStack:
		return w.fromStack(should, fallen)
	case atSource && s.mayTryAgain():
		return s.again(sentence.Say("The disc is still at %s; trying again.", w.place(t.From)))
	case !atSource && len(loose) > 0:
		return w.fetch(fetch, should, loose, t.Side, t.To)
	case !atSource && t.From.Slot != 0 && s.mayTryAgain():
		return s.again(sentence.Say("No disc has come from %s; trying again.", w.place(t.From)))
	}
	return remedy{kind: askHuman}
}

// lowerDisc is the discs of which one may be that on which the transfer's is to be set, where that is missing; none
// where it is there.
func (s state) lowerDisc(d disorder) []looseDisc {
	t := s.want.transfer
	if t.To.Square == 0 || t.ToLevel == 0 || !d.strayed.Has(t.To.Square) || s.before.Discs(t.To) != t.ToLevel {
		return nil
	}
	return d.loose(t.Side, t.From.Square)
}

// mayHold reports whether nothing speaks against the tool having a disc.
func (s state) mayHold(d disorder) bool {
	return s.held != nil &&
		(s.held.FromLevel > 0 || !d.on(s.held.From.Square, s.held.Side) && len(d.loose(s.held.Side, 0)) == 0)
}

// lacking reports whether the transfer's disc is seen not to be where it belongs.
func (s state) lacking(v Survey, d disorder, should planner.Table, atSource bool) bool {
	t := s.want.transfer
	switch {
	case d.missing.Has(t.To.Square), s.lacks(v, d):
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
	r.said = sentence.Say("The disc on %s is not in its middle; setting it right.", w.place(to))
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
	r.said = sentence.Say("%s on square %s stands across its edge; setting it right.", discText(a.Side),
		w.moves.Game.Name(a.Square))
	return r
}

// mayTryAgain reports whether the disc has not been missed too often where it came from.
func (s state) mayTryAgain() bool {
	misses := s.tried.misses(s.want.transfer.From)
	if !s.faulty {
		misses++
	}
	return misses <= mostMisses
}

// again repeats the transfer from where the disc stands now.
func (s state) again(said sentence.Text) remedy {
	t := s.want.transfer
	t.FromOffset = s.before.Offset[t.From.Square]
	return remedy{kind: retryLower, attempt: attempt{transfer: t, table: s.before}, said: said}
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
	r.said = sentence.Say("%s for %s is on square %s; fetching it from there.", discText(side), w.place(to),
		w.moves.Game.Name(disc.square))
	// To the planner a disc that lies between the squares is one that stands far off its own.
	near := disc.square
	if near == 0 {
		near = w.emptyNear(table, disc.at)
		r.stray = &disc.at
		r.said = sentence.Say("%s for %s lies beside its place; fetching it from there.", discText(side), w.place(to))
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
	r.table = table
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
		said: sentence.Say("%s for %s lies on %s; fetching it from there.", discText(t.Side), w.place(t.To),
			w.place(from)),
	}
}

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
