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
	FromOffset [2]float64 // mm from From's centre to the disc's centre, board x and y
	Purpose    string     // why, in words: "crowns the man with a spare disc"
}

// String is one line for people: "white disc, square 18 → tray slot 3: takes
// the captured man off".
func (t Transfer) String() string {
	return fmt.Sprintf("%s disc, %s → %s: %s", colour(t.Side), t.From, t.To, t.Purpose)
}

// Transfers is the discs to move for a legal move, in order, and the table
// afterwards: captured pieces in the order of the jumps, the moving piece, its
// crown (the package's documentation says why). A man that finds no disc for
// its crown is in the resulting table's Single.
//
// A move that is not legal, a tray without room and a table that contradicts
// itself are errors.
func Transfers(board calibration.Board, before Table, move checkers.Move) ([]Transfer, Table, error) {
	if err := before.Validate(board); err != nil {
		return nil, Table{}, err
	}
	if !slices.Contains(before.Position.Moves(), move) {
		return nil, Table{}, fmt.Errorf("%s is not a legal move of %s here: %s", move, before.Position.Turn, before.Position.FEN())
	}
	w := work{board: board, before: before, now: before}
	for _, square := range move.CapturedInOrder() {
		if err := w.takeOff(square); err != nil {
			return nil, Table{}, fmt.Errorf("no place for the piece captured on square %d: %w", square, err)
		}
	}
	if move.From() != move.To() { // a king can capture its way back to where it began
		if err := w.carry(move.From(), move.To()); err != nil {
			return nil, Table{}, err
		}
	}
	if before.Position.Crowns(move) {
		if err := w.crown(move.To()); err != nil {
			return nil, Table{}, err
		}
	}
	w.now.Position.Turn = before.Position.Turn.Opponent()
	return w.transfers, w.now, nil
}

// work is the transfers so far and the table after them.
type work struct {
	board       calibration.Board
	before, now Table
	transfers   []Transfer
}

func (w *work) add(t Transfer) error {
	now, err := w.now.Apply(t)
	w.now, w.transfers = now, append(w.transfers, t)
	return err
}

func (w *work) takeOff(square checkers.Square) error {
	side := w.before.Position.At(square).Side()
	for level := w.before.Discs(OnSquare(square)) - 1; level >= 0; level-- {
		slot, err := w.now.Tray.roomFor(side, centre(w.board, square))
		if err != nil {
			return err
		}
		if err := w.add(Transfer{
			Side: side,
			From: OnSquare(square), FromLevel: level, FromOffset: w.before.Offset[square],
			To: InSlot(slot), ToLevel: w.now.Discs(InSlot(slot)),
			Purpose: "takes the captured " + w.disc(square, level) + " off",
		}); err != nil {
			return err
		}
	}
	return nil
}

func (w *work) carry(from, to checkers.Square) error {
	discs := w.before.Discs(OnSquare(from))
	for level := discs - 1; level >= 0; level-- {
		if err := w.add(Transfer{
			Side: w.before.Position.Turn,
			From: OnSquare(from), FromLevel: level, FromOffset: w.before.Offset[from],
			To: OnSquare(to), ToLevel: discs - 1 - level,
			Purpose: "carries the " + w.disc(from, level),
		}); err != nil {
			return err
		}
	}
	return nil
}

// crown sets a disc on the man, or leaves it a king of a single one.
func (w *work) crown(square checkers.Square) error {
	side := w.before.Position.Turn
	slot := w.now.Tray.discOf(side, centre(w.board, square))
	if slot == 0 {
		w.now.Position = w.now.Position.Put(square, checkers.King(side))
		w.now.Single |= checkers.SetOf(square)
		return nil
	}
	purpose := "crowns the man with a captured disc"
	if w.now.Tray.Slots[slot-1].Kind == SpareSlot {
		purpose = "crowns the man with a spare disc"
	}
	return w.add(Transfer{
		Side: side,
		From: InSlot(slot), FromLevel: w.now.Discs(InSlot(slot)) - 1,
		To: OnSquare(square), ToLevel: 1,
		Purpose: purpose,
	})
}

// disc is "man", "king", "king's upper disc" or "king's lower disc".
func (w *work) disc(square checkers.Square, level int) string {
	switch {
	case !w.before.Position.At(square).IsKing():
		return "man"
	case w.before.Discs(OnSquare(square)) == 1:
		return "king of a single disc"
	case level == 1:
		return "king's upper disc"
	}
	return "king's lower disc"
}

func centre(board calibration.Board, s checkers.Square) calibration.BoardPoint {
	return board.Centre(s.Row(), s.Column())
}
