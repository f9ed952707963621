package robot

import (
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/planner"
)

// answers are the tables that may follow: after each legal move, and with what it captures still on the board.
func answers(t planner.Table) (tables []planner.Table) {
	for _, move := range t.Position.Moves() {
		after := t.Watch(move)
		tables = append(tables, after)
		if !move.IsCapture() {
			continue
		}
		for s := range move.Captured().All() {
			after.Position = after.Position.Put(s, t.Position.At(s))
			after.Offset[s] = t.Offset[s]
		}
		after.Single |= t.Single & move.Captured()
		tables = append(tables, after)
	}
	return tables
}

// early are the replies that a quick human may have made already, as they look before the transfers that are left:
// only crowns are left to set, and the pieces that they are set on still stand, or discs are moved within the tray.
func early(replies []planner.Table, left []planner.Transfer) (list []planner.Table) {
	for _, reply := range replies {
		sound := true
		for _, t := range slices.Backward(left) {
			if reply, sound = before(reply, t); !sound {
				break
			}
		}
		if sound {
			list = append(list, reply)
		}
	}
	return list
}

// before is a human's answer as it looks before a transfer of the robot's that it did not wait for; false where it
// cannot have been made before that.
func before(reply planner.Table, t planner.Transfer) (planner.Table, bool) {
	tray := reply.Tray
	switch {
	case t.From.Slot == 0:
		return reply, false
	case t.To.Slot != 0:
		without, err := tray.Take(t.To.Slot, t.Side)
		if err != nil {
			return reply, false
		}
		tray = without
	case t.ToLevel > 0 && reply.Discs(t.To) == t.ToLevel+1 && reply.Position.At(t.To.Square).Side() == t.Side:
		reply.Single |= checkers.SetOf(t.To.Square)
	default:
		return reply, false
	}
	tray, err := tray.Put(t.From.Slot, t.Side)
	reply.Tray = tray
	return reply, err == nil
}
