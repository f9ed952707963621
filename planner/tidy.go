package planner

import (
	"fmt"
	"slices"
	"strings"

	"draughtsman/engine/checkers"
)

// Tidy is the plan that takes everything from some places to the tray, as after a capture whose pieces a human has
// left on the board: the table's position still has them. Whose turn it is stays.
func Tidy(setup Setup, table Table, from []Place, looks Looks) (Plan, error) {
	var all []goal
	var names []string
	for i, p := range from {
		if slices.Contains(from[:i], p) {
			continue
		}
		discs := table.Discs(p)
		if discs == 0 {
			return Plan{}, fmt.Errorf("there is nothing to take away at %s", table.place(p))
		}
		if p.Slot != 0 {
			return Plan{}, fmt.Errorf("%s is in the tray already", p)
		}
		above := uint64(0)
		for level := discs - 1; level >= 0; level-- {
			g := goal{side: table.sideAt(p), from: p, after: above, purpose: "takes the disc off"}
			if p.Square != 0 {
				g.king, g.purpose = table.crowned(p.Square), "takes the "+table.disc(p.Square, level)+" off"
			}
			all = append(all, g)
			above = 1 << (len(all) - 1)
		}
		names = append(names, table.place(p))
	}
	return setup.task(table, "Clears "+list(names), all, looks)
}

// Straighten is the plan that picks pieces up where they stand (Table.Offset) and sets them down in the middle of
// their squares. Of a king of two discs the upper one waits meanwhile in the tray, or on an empty square.
func Straighten(setup Setup, table Table, squares checkers.Set, looks Looks) (Plan, error) {
	var all []goal
	var names []string
	for s := range squares.All() {
		at := OnSquare(s)
		if table.Discs(at) == 0 {
			return Plan{}, fmt.Errorf("there is no piece on %s to be straightened", table.place(at))
		}
		names = append(names, table.place(at))
		g := goal{side: table.sideAt(at), king: table.crowned(s), from: at, to: at,
			purpose: "straightens the " + table.disc(s, 0)}
		if table.Discs(at) == 1 {
			all = append(all, g)
			continue
		}
		rest, ok := table.rest(setup, g.side, at, nil)
		if !ok {
			return Plan{}, fmt.Errorf("the king on %s cannot be straightened: there is no place for its upper disc "+
				"meanwhile, neither a tray slot nor an empty square", table.place(at))
		}
		first := uint64(1) << len(all)
		all = append(all,
			goal{side: g.side, from: at, to: rest, purpose: "lays the king's upper disc aside"},
			goal{side: g.side, from: at, to: at, after: first, purpose: g.purpose},
			goal{side: g.side, from: rest, to: at, after: first << 1, purpose: "sets the king's upper disc back"})
	}
	for i := range all { // one piece after the other: two may wait in the same place
		all[i].after = 1<<i - 1
	}
	return setup.task(table, "Straightens what stands on "+list(names), all, looks)
}

// rest is a place where a disc can lie for a while: a slot of the tray or else an empty square, the nearest to
// another place.
func (t Table) rest(setup Setup, side checkers.Side, near Place, but func(Place) bool) (Place, bool) {
	var slots, squares []Place
	for _, p := range places(t.Tray.rooms(side, false)) {
		if but == nil || !but(p) {
			slots = append(slots, p)
		}
	}
	for s := range t.Position.Empty().All() {
		if p := OnSquare(s); but == nil || !but(p) {
			squares = append(squares, p)
		}
	}
	if p, ok := t.best(setup.Board, slots, near, false); ok {
		return p, true
	}
	return t.best(setup.Board, squares, near, false)
}

// task is the plan of goals that are no move of the game.
func (s Setup) task(table Table, name string, all []goal, looks Looks) (Plan, error) {
	plan, err := s.plan(table, all, looks)
	plan.Task = name
	return plan, err
}

// sideAt is whose the uppermost disc of a place is that has one.
func (t Table) sideAt(p Place) checkers.Side {
	switch {
	case p.Square != 0:
		return t.Position.At(p.Square).Side()
	case p.Slot != 0:
		side, _ := t.Tray.Slots[p.Slot-1].Holds.top()
		return side
	}
	return t.Loose[t.loose(p)].Side
}

// list is "a, b and c".
func list(names []string) string {
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " and " + names[n]
	}
	return strings.Join(names, "")
}
