package planner

import (
	"fmt"
	"slices"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// Transfer is one disc lifted at one place and set down at another.
type Transfer struct {
	Side       checkers.Side // the disc's colour on the board: whose it is
	From, To   Place
	FromLevel  int        // discs that lie under it before
	ToLevel    int        // discs that lie under it afterwards
	King       bool       // it is a king piece; not so a disc of a king that is two
	FromOffset [2]float64 // mm from From's centre to the disc's centre, board x and y
	Purpose    string     // why, in words: "crowns the man with a spare disc"
}

// String is one line for people: "white disc, square 18 → tray slot 3: takes the captured man off".
func (t Transfer) String() string { return t.In(checkers.English) }

// In is String with squares as a game calls them.
func (t Transfer) In(game checkers.RuleSet) string {
	what := "disc"
	if t.King {
		what = "king"
	}
	return fmt.Sprintf("%s %s, %s → %s: %s", colour(t.Side), what, t.From.In(game), t.To.In(game),
		t.Purpose)
}

// legal says what is wrong with a table, or with a move on it.
func (t Table) legal(board calibration.Board, move checkers.Move) error {
	if err := t.Validate(board); err != nil {
		return err
	}
	if !slices.Contains(t.Position.Moves(), move) {
		return fmt.Errorf("%s is not a legal move of %s here: %s", move, t.Position.Turn, t.Position.FEN())
	}
	return nil
}

// complete is the table, on which a move's discs have been carried, with what no disc shows: whose turn it is, and a
// king that was not crowned.
func (t Table) complete(before Table, move checkers.Move) Table {
	t.Position.Turn = before.Position.Turn.Opponent()
	if to := move.To(); before.Position.Crowns(move) && !t.Position.At(to).IsKing() {
		t.Position = t.Position.Put(to, checkers.King(before.Position.Turn))
		if t.Tray.Kings != VirtualKings {
			t.Single |= checkers.SetOf(to)
		}
	}
	return t
}

// middle is the middle of a square, of a slot's floor or of where a disc lies aside; of no place the middle of the
// board.
func (t Table) middle(board calibration.Board, p Place) calibration.BoardPoint {
	switch {
	case p.Square != 0:
		return board.Centre(t.Position.Set.Board().Place(p.Square))
	case p.Slot != 0:
		return t.Tray.Slots[p.Slot-1].At
	}
	return p.At
}
