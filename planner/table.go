package planner

import (
	"fmt"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// Table is what is known of the discs on the table. It is a value; the methods
// that change something return the table as it is afterwards.
type Table struct {
	Position checkers.Position
	// Single are the squares whose kings stand as one disc: there was no second
	// one when they were crowned, or it is on its way.
	Single checkers.Set
	// Offset is how far each piece stands from its square's centre, mm, board
	// x and y, by the square's number. Discs are picked up where they stand
	// and set down in the middle.
	Offset [checkers.Squares + 1][2]float64
	Tray   Tray
}

// Validate says what does not fit together: a single king where no king
// stands, a piece off its square, a tray that is wrong in itself.
func (t Table) Validate(board calibration.Board) error {
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		if t.Single.Has(s) && !t.Position.At(s).IsKing() {
			return fmt.Errorf("square %d is said to hold a king of a single disc, but no king stands there", s)
		}
		if o := t.Offset[s]; !(max(o[0], -o[0], o[1], -o[1]) <= board.SquareMM/2) {
			return fmt.Errorf("the piece on square %d is said to stand %.1f, %.1f mm from the square's centre, which is off the square (%.1f mm)", s, o[0], o[1], board.SquareMM)
		}
	}
	return t.Tray.Validate()
}

// Discs is how many discs lie at a place.
func (t Table) Discs(p Place) int {
	if p.Square == 0 {
		slot, err := t.Tray.slot(p.Slot)
		if err != nil {
			return 0
		}
		return len(slot.Holds)
	}
	switch piece := t.Position.At(p.Square); {
	case piece == checkers.Empty:
		return 0
	case piece.IsKing() && !t.Single.Has(p.Square):
		return 2
	}
	return 1
}

// Watch is the table after a legal move that somebody else has carried out.
// What was captured is gone from the board, but nobody told where it lies: the
// tray stays. A crowned man is taken to be two discs: a tool that expects too
// high a stack grips nothing, one that expects too low a stack breaks it.
func (t Table) Watch(move checkers.Move) Table {
	single := t.Single &^ (checkers.SetOf(move.From(), move.To()) | move.Captured())
	if t.Single.Has(move.From()) {
		single |= checkers.SetOf(move.To())
	}
	t.Position, t.Single = t.Position.Play(move), single
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		if s == move.To() || !t.Position.Occupied().Has(s) {
			t.Offset[s] = [2]float64{}
		}
	}
	return t
}

// Apply is the table after one transfer, in the middle of a move or at its end;
// whose turn it is stays. Of a king on its way there is a single disc on either
// square. A transfer that lifts a disc from under another one, or does not find
// the discs that it counts on, is an error.
func (t Table) Apply(x Transfer) (Table, error) {
	piece := checkers.Man(x.Side)
	if x.From.Square != 0 {
		piece = t.Position.At(x.From.Square)
	}
	lifted, err := t.lift(x)
	if err != nil {
		return Table{}, err
	}
	return lifted.set(x, piece)
}

// lift is the table while a transfer's disc is in the air.
func (t Table) lift(x Transfer) (Table, error) {
	if n := t.Discs(x.From); n != x.FromLevel+1 {
		return Table{}, fmt.Errorf("cannot lift disc %d from the bottom at %s, where %d lie", x.FromLevel+1, x.From, n)
	}
	s := x.From.Square
	if s == 0 {
		tray, err := t.Tray.Take(x.From.Slot, x.Side)
		t.Tray = tray
		return t, err
	}
	if piece := t.Position.At(s); piece.Side() != x.Side {
		return Table{}, fmt.Errorf("the piece on square %d is %s, where a %s one was expected", s, colour(piece.Side()), colour(x.Side))
	}
	if x.FromLevel > 0 {
		t.Single |= checkers.SetOf(s)
		return t, nil
	}
	t.Position = t.Position.Put(s, checkers.Empty)
	t.Single &^= checkers.SetOf(s)
	t.Offset[s] = [2]float64{}
	return t, nil
}

// set is the table with a transfer's disc, which was this piece or a part of
// it, where it belongs.
func (t Table) set(x Transfer, piece checkers.Piece) (Table, error) {
	if n := t.Discs(x.To); n != x.ToLevel {
		return Table{}, fmt.Errorf("cannot set a disc on %d others at %s, where %d lie", x.ToLevel, x.To, n)
	}
	s := x.To.Square
	if s == 0 {
		tray, err := t.Tray.Put(x.To.Slot, x.Side)
		t.Tray = tray
		return t, err
	}
	if x.ToLevel == 0 {
		t.Position = t.Position.Put(s, piece)
		if piece.IsKing() {
			t.Single |= checkers.SetOf(s)
		}
		return t, nil
	}
	if under := t.Position.At(s); x.ToLevel > 1 || under.Side() != x.Side {
		return Table{}, fmt.Errorf("cannot set a %s disc on the %d discs of square %d: a king is two discs of one colour", colour(x.Side), x.ToLevel, s)
	}
	t.Position = t.Position.Put(s, checkers.King(x.Side))
	t.Single &^= checkers.SetOf(s)
	return t, nil
}
