package planner

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// goal is a disc that has to get from one place to another. When, and from and to which of several slots, is settled
// by the search: a goal is a transfer with its alternatives.
type goal struct {
	side    checkers.Side
	king    bool   // a king piece, not a man's disc
	from    Place  // none: a slot that has such a disc on top
	to      Place  // none: a slot that has room for it
	after   uint64 // goals that come before it: the bits of their numbers
	purpose string
}

// goals are what a move asks for, in the order in which a person would do it: captured pieces leave in the order of
// the jumps, the moving piece arrives, and is crowned where crown is true and it becomes a king.
func (t Table) goals(move checkers.Move, crown bool) []goal {
	var all []goal
	for _, s := range move.CapturedInOrder() {
		above := uint64(0)
		for level := t.Discs(OnSquare(s)) - 1; level >= 0; level-- {
			all = append(all, goal{
				side: t.Position.At(s).Side(), king: t.crowned(s), from: OnSquare(s), after: above,
				purpose: "takes the captured " + t.disc(s, level) + " off",
			})
			above = 1 << (len(all) - 1)
		}
	}
	from, to, side := OnSquare(move.From()), OnSquare(move.To()), t.Position.Turn
	if from == to { // a king can capture its way back to where it began
		return all
	}
	crown = crown && t.Position.Crowns(move) && t.Tray.Kings != VirtualKings
	if crown && t.Tray.Kings == SwapKings {
		return append(all,
			goal{side: side, from: from, purpose: "takes the man off that becomes a king"},
			goal{side: side, king: true, to: to, purpose: "sets a king in the man's place"})
	}
	above := uint64(0)
	for level := t.Discs(from) - 1; level >= 0; level-- {
		all = append(all, goal{
			side: side, king: t.crowned(move.From()), from: from, to: to, after: above,
			purpose: "carries the " + t.disc(move.From(), level),
		})
		above = 1 << (len(all) - 1)
	}
	if crown {
		all = append(all, goal{side: side, to: to, after: above, purpose: "crowns the man with a"})
	}
	return all
}

// crowning reports whether the tray has what a man is crowned with.
func (t Tray) crowning(side checkers.Side) bool {
	return t.Kings != VirtualKings && len(t.discs(side, t.Kings == SwapKings)) > 0
}

// sources are the places where a goal's disc can be had now.
func (t Table) sources(g goal) []Place {
	if g.from != (Place{}) {
		return []Place{g.from}
	}
	return places(t.Tray.discs(g.side, g.king))
}

// targets are the places where a goal's disc can be set down now.
func (t Table) targets(g goal) []Place {
	if g.to != (Place{}) {
		return []Place{g.to}
	}
	return places(t.Tray.rooms(g.side, g.king))
}

func places(slots []int) []Place {
	all := make([]Place, len(slots))
	for i, number := range slots {
		all[i] = InSlot(number)
	}
	return all
}

// transfer is a goal between two places as the table is now.
func (t Table) transfer(g goal, from, to Place) Transfer {
	x := Transfer{
		Side: g.side, From: from, FromLevel: t.Discs(from) - 1, To: to, ToLevel: t.Discs(to),
		King: g.king, FromOffset: t.Offset[from.Square], Purpose: g.purpose,
	}
	if from == to {
		x.ToLevel = x.FromLevel
	}
	if g.from == (Place{}) && !g.king {
		x.Purpose = g.purpose + " captured disc"
		if t.Tray.Slots[from.Slot-1].Kind == SpareSlot {
			x.Purpose = g.purpose + " spare disc"
		}
	}
	return x
}

// plainly are the transfers for goals in the order in which they stand, and the table after them. Each goes from and
// to the nearest place; a disc is set down on the nearest of the lowest stacks.
func (t Table) plainly(board calibration.Board, all []goal) ([]Transfer, Table, error) {
	transfers := make([]Transfer, 0, len(all))
	for _, g := range all {
		from, ok := t.best(board, t.sources(g), g.to, false)
		if !ok {
			return nil, Table{}, errNoDisc
		}
		to, ok := t.best(board, t.targets(g), from, true)
		if !ok {
			return nil, Table{}, t.errNoRoom(g, from)
		}
		x := t.transfer(g, from, to)
		var err error
		if t, err = t.Apply(x); err != nil {
			return nil, Table{}, err
		}
		transfers = append(transfers, x)
	}
	return transfers, t, nil
}

// errNoDisc is the error where the discs for crowning have come to lie under others.
var errNoDisc = errors.New("no slot of the tray has the disc that is needed on top")

// errNoRoom is the error where a disc finds no slot.
func (t Table) errNoRoom(g goal, from Place) error {
	if g.king {
		return fmt.Errorf("no place for the %s king from %s: the slots of the kind %q are full: take some king pieces off "+
			"them, or give the tray more such slots", colour(g.side), t.place(from), KingSlot)
	}
	return fmt.Errorf("no place for the %s disc from %s: the tray is full: take some discs off it, or give it more "+
		"slots or a larger capacity", colour(g.side), t.place(from))
}

// best is the place of some nearest to another one, among the lowest stacks if lowest; false where there is none.
func (t Table) best(board calibration.Board, of []Place, near Place, lowest bool) (Place, bool) {
	if len(of) == 0 {
		return Place{}, false
	}
	return slices.MinFunc(of, func(a, b Place) int {
		if lowest && t.Discs(a) != t.Discs(b) {
			return cmp.Compare(t.Discs(a), t.Discs(b))
		}
		at := t.middle(board, near)
		return cmp.Compare(distance(t.middle(board, a), at), distance(t.middle(board, b), at))
	}), true
}

// disc is a square's disc in words: "man", "king", "king's upper disc", "king's lower disc", or what a king is called
// that looks like a man.
func (t Table) disc(s checkers.Square, level int) string {
	switch {
	case !t.Position.At(s).IsKing():
		return "man"
	case t.Single.Has(s) && t.Tray.Kings.Stacks():
		return "king of a single disc"
	case t.Single.Has(s):
		return "king that a man's disc stands for"
	case !t.Tray.Kings.Stacks():
		return "king"
	case level == 1:
		return "king's upper disc"
	}
	return "king's lower disc"
}
