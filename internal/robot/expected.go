package robot

import (
	"math"
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// expected is what the table should be after a transfer.
type expected struct {
	layout
	transfer planner.Transfer
	after    planner.Table
	replies  []planner.Table // what the table may be at once, because a quick human has answered
	last     bool            // the game is over with it, and a quick human clears the table

	stood [checkers.MostSquares + 1][2]float64 // where pieces stood before, mm off the middles of their squares
}

// leastMoveSquares is on how many squares at least a move changes what is seen.
const leastMoveSquares = 2

// captured reports whether the table after a human's answer lacks the piece that the transfer has set down.
func (w expected) captured(answer planner.Table) bool {
	to := w.transfer.To.Square
	return to != 0 && answer.Position.At(to) == checkers.Empty
}

// blind reports whether the transfer changes more than the colours of squares: the height of a stack, or the tray.
func blind(t planner.Transfer) bool {
	return t.FromLevel > 0 || t.ToLevel > 0 || t.From.Slot != 0 || t.To.Slot != 0
}

// heightTells reports whether the height of a piece says something of what became of the transfer: its disc was on
// another one on a square, or should be.
func heightTells(t planner.Transfer) bool {
	return t.From.Square != 0 && t.FromLevel > 0 || t.To.Square != 0 && t.ToLevel > 0
}

// unseeable reports whether a transfer's disc ends where the colours of squares do not show it: in the tray, or on
// another disc.
func unseeable(t planner.Transfer) bool { return t.To.Slot != 0 || t.ToLevel > 0 }

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

// should is the table as it should be, and the squares that surely differ from it: the table after the transfer, or
// after a human's answer to it where that explains two squares more. Otherwise the answer would be taken for
// disorder, and undone. Of answers that explain as much it is the one that leaves missing discs nearest to their
// squares.
func (w expected) should(seen observed) (planner.Table, moves.Match) {
	should, best := w.after, seen.match
	now := seen.sighting
	now.Obstructed, now.Moving = false, false // by what lies still, if by anything
	least := len(w.compared(now).Differences) - leastMoveSquares
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

// compared is a sighting, compared with the table after the transfer.
func (w expected) compared(now vision.Sighting) moves.Match {
	return moves.Compare(now, w.picture(w.after.Position), w.moves)
}

// answer is the index of the reply that a sighting shows, or -1.
func (w expected) answer(s vision.Sighting) int {
	s.Obstructed = false // by what lies still, if by anything
	return slices.IndexFunc(w.replies, func(reply planner.Table) bool {
		return moves.Compare(s, w.picture(reply.Position), w.moves).Shown
	})
}

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
