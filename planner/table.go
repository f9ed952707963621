package planner

import (
	"fmt"
	"slices"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// Table is what is known of the discs on the table. It is a value; the methods that change something return the table
// as it is afterwards.
type Table struct {
	Position checkers.Position
	// Single are the squares whose kings do not look it: they stand as one disc where kings are two, as a man's disc
	// where they are pieces of their own. There was nothing to crown them with, or it is on its way. With kings that
	// nobody sees anyhow it is empty.
	Single checkers.Set
	// Offset is how far each piece stands from its square's centre, mm, board x and y, by the square's number. Discs
	// are picked up where they stand and set down in the middle.
	Offset [checkers.MostSquares + 1][2]float64
	// Loose are the discs that lie neither on a playable square nor in a slot.
	Loose []Loose
	Tray  Tray
}

// Loose is a disc that lies where it should not: fallen beside its square, or left beside the board.
type Loose struct {
	Side checkers.Side
	At   calibration.BoardPoint // the middle of its lower face
}

// Validate says what does not fit together: a game of another board, a single king where no king stands, a piece off
// its square, a loose disc at no place, a tray that is wrong in itself.
func (t Table) Validate(board calibration.Board) error {
	if err := CheckBoard(t.Position.Set, board); err != nil {
		return err
	}
	for s := range t.Position.Set.Board().All().All() {
		if t.Single.Has(s) && !t.Position.At(s).IsKing() {
			return fmt.Errorf("%s is said to hold a king of a single disc, but no king stands there", t.place(OnSquare(s)))
		}
		if o := t.Offset[s]; !(max(o[0], -o[0], o[1], -o[1]) <= board.SquareMM/2) {
			return fmt.Errorf("the piece on %s is said to stand %.1f, %.1f mm from the square's centre, which is off "+
				"the square (%.1f mm)", t.place(OnSquare(s)), o[0], o[1], board.SquareMM)
		}
	}
	for _, l := range t.Loose {
		if !finite(l.At.X, l.At.Y, l.At.Z) {
			return fmt.Errorf("a loose %s disc lies at no place that numbers in mm could name", colour(l.Side))
		}
	}
	return t.Tray.Validate()
}

// Discs is how many discs lie at a place.
func (t Table) Discs(p Place) int {
	if p.Aside {
		if t.loose(p) < 0 {
			return 0
		}
		return 1
	}
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
	case piece.IsKing() && !t.Single.Has(p.Square) && t.Tray.Kings.Stacks():
		return 2
	}
	return 1
}

// loose is which of the loose discs lies at a place, or -1.
func (t Table) loose(p Place) int {
	return slices.IndexFunc(t.Loose, func(l Loose) bool { return l.At == p.At })
}

// crowned reports whether the piece on a square is a king piece, of which there are some only where kings are swapped.
func (t Table) crowned(s checkers.Square) bool {
	return t.Tray.Kings == SwapKings && t.Position.At(s).IsKing() && !t.Single.Has(s)
}

// Watch is the table after a legal move that somebody else has carried out. What was captured is gone from the board,
// but nobody told where it lies: the tray stays. A crowned man is taken to be two discs: a tool that expects too high
// a stack grips nothing, one that expects too low a stack breaks it.
func (t Table) Watch(move checkers.Move) Table {
	single := t.Single &^ (checkers.SetOf(move.From(), move.To()) | move.Captured())
	if t.Single.Has(move.From()) {
		single |= checkers.SetOf(move.To())
	}
	t.Position, t.Single = t.Position.Play(move), single
	for s := range t.Position.Set.Board().All().All() {
		if s == move.To() || !t.Position.Occupied().Has(s) {
			t.Offset[s] = [2]float64{}
		}
	}
	return t
}

// Apply is the table after one transfer, in the middle of a move or at its end; whose turn it is stays. Of a king on
// its way there is a single disc on either square. A transfer that lifts a disc from under another one, or does not
// find the discs that it counts on, is an error.
func (t Table) Apply(x Transfer) (Table, error) {
	lifted, err := t.lift(x)
	if err != nil {
		return Table{}, err
	}
	return lifted.set(x, t.upper(x))
}

// held is what is in the air: the piece that it was or is a part of, and whether it is a king piece.
type held struct {
	piece  checkers.Piece
	crowns bool
}

// upper is what a transfer takes hold of.
func (t Table) upper(x Transfer) held {
	switch {
	case x.From.Square != 0:
		return held{t.Position.At(x.From.Square), t.crowned(x.From.Square)}
	case x.From.Slot != 0 && t.Tray.Slots[x.From.Slot-1].Kind == KingSlot:
		return held{checkers.King(x.Side), true}
	}
	return held{piece: checkers.Man(x.Side)}
}

// place is a place in words, with the square as the game calls it.
func (t Table) place(p Place) string { return p.In(t.Position.Set) }

// lift is the table while a transfer's disc is in the air.
func (t Table) lift(x Transfer) (Table, error) {
	if n := t.Discs(x.From); n != x.FromLevel+1 {
		return Table{}, fmt.Errorf("cannot lift disc %d from the bottom at %s, where %d lie", x.FromLevel+1,
			t.place(x.From), n)
	}
	if x.From.Aside {
		return t.liftLoose(x)
	}
	s := x.From.Square
	if s == 0 {
		tray, err := t.Tray.Take(x.From.Slot, x.Side)
		t.Tray = tray
		return t, err
	}
	if piece := t.Position.At(s); piece.Side() != x.Side {
		return Table{}, fmt.Errorf("the piece on %s is %s, where a %s one was expected", t.place(x.From),
			colour(piece.Side()), colour(x.Side))
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

func (t Table) liftLoose(x Transfer) (Table, error) {
	i := t.loose(x.From)
	if side := t.Loose[i].Side; side != x.Side {
		return Table{}, fmt.Errorf("the disc at %s is %s, where a %s one was expected", x.From, colour(side), colour(x.Side))
	}
	t.Loose = slices.Delete(slices.Clone(t.Loose), i, i+1)
	return t, nil
}

// set is the table with a transfer's disc where it belongs.
func (t Table) set(x Transfer, h held) (Table, error) {
	if x.To.Aside {
		return Table{}, fmt.Errorf("cannot set a disc down at %s: only a square or a tray slot holds one", x.To)
	}
	if n := t.Discs(x.To); n != x.ToLevel {
		return Table{}, fmt.Errorf("cannot set a disc on %d others at %s, where %d lie", x.ToLevel, t.place(x.To), n)
	}
	s := x.To.Square
	if s == 0 {
		if slot, err := t.Tray.slot(x.To.Slot); err == nil && (slot.Kind == KingSlot) != h.crowns {
			return Table{}, fmt.Errorf("%s is not for what is carried there: slots of the kind %q hold king pieces, the "+
				"others men's discs", x.To, KingSlot)
		}
		tray, err := t.Tray.Put(x.To.Slot, x.Side)
		t.Tray = tray
		return t, err
	}
	if x.ToLevel == 0 {
		t.Position = t.Position.Put(s, h.piece)
		if h.piece.IsKing() && !h.crowns && t.Tray.Kings != VirtualKings {
			t.Single |= checkers.SetOf(s)
		}
		return t, nil
	}
	if under := t.Position.At(s); x.ToLevel > 1 || under.Side() != x.Side || !t.Tray.Kings.Stacks() {
		return Table{}, fmt.Errorf("cannot set a %s disc on the %d discs of %s: a king is two discs of one colour",
			colour(x.Side), x.ToLevel, t.place(x.To))
	}
	t.Position = t.Position.Put(s, checkers.King(x.Side))
	t.Single &^= checkers.SetOf(s)
	return t, nil
}
