package planner

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// words is a plan of transfers in short: colour, from:level > to:level.
func words(transfers []Transfer) string {
	var lines []string
	for _, t := range transfers {
		lines = append(lines, t.String())
	}
	return strings.Join(lines, "\n")
}

// peoplesTransfers is the discs to move for a legal move, in the order in which a person would move them, and the table
// afterwards: captured pieces in the order of the jumps, the moving piece, its crown; each to the lowest and nearest
// slot. New finds the quickest order and slots. A man that finds nothing to be crowned with is in the resulting
// table's Single.
//
// A move that is not legal, a tray without room and a table that contradicts itself are errors.
func peoplesTransfers(board calibration.Board, before Table, move checkers.Move) ([]Transfer, Table, error) {
	if err := before.legal(board, move); err != nil {
		return nil, Table{}, err
	}
	all, after, err := before.plainly(board, before.goals(move, before.Tray.crowning(before.Position.Turn)))
	if errors.Is(err, errNoDisc) {
		all, after, err = before.plainly(board, before.goals(move, false))
	}
	if err != nil {
		return nil, Table{}, err
	}
	return all, after.complete(before, move), nil
}

func TestTransfers(t *testing.T) {
	small := Tray{Slots: []Slot{
		{Kind: CaptureSlot, Capacity: 2, At: slotAt(205, 0)},
		{Kind: CaptureSlot, Capacity: 2, At: slotAt(205, 40)},
		{Kind: SpareSlot, Capacity: 2, At: slotAt(-205, 0), Holds: Stack{checkers.Black, checkers.Black}},
	}}
	for _, c := range []struct {
		name, fen, move string
		single          checkers.Set
		holds           []string // of the slots
		want            []string
		holdsAfter      []string
		singleAfter     checkers.Set
	}{
		{
			name: "a man walks", fen: "B:W32:B1", move: "1-5", holds: []string{"", "", "bb"},
			want:       []string{"black disc, square 1 → square 5: carries the man"},
			holdsAfter: []string{"", "", "bb"},
		},
		{
			name: "captured men leave in the order of the jumps, then the man arrives, then it is crowned",
			fen:  "B:W18,26,27:B15", move: "15x22x31", holds: []string{"", "", "bb"},
			want: []string{
				"white disc, square 18 → tray slot 1: takes the captured man off",
				"white disc, square 26 → tray slot 2: takes the captured man off",
				"black disc, square 15 → square 31: carries the man",
				"black disc, tray slot 3 → square 31: crowns the man with a spare disc",
			},
			holdsAfter: []string{"w", "w", "b"},
		},
		{
			name: "a captured disc crowns before a spare one", fen: "B:W32:B25", move: "25-29", holds: []string{"w", "wb", "bb"},
			want: []string{
				"black disc, square 25 → square 29: carries the man",
				"black disc, tray slot 2 → square 29: crowns the man with a captured disc",
			},
			holdsAfter: []string{"w", "w", "bb"},
		},
		{
			name: "no disc to crown with", fen: "W:W5:B4", move: "5-1", holds: []string{"b", "wb", "bb"},
			want:        []string{"white disc, square 5 → square 1: carries the man"},
			holdsAfter:  []string{"b", "wb", "bb"},
			singleAfter: checkers.SetOf(1),
		},
		{
			name: "a king travels as two discs", fen: "W:WK10:B4", move: "10-7", holds: []string{"", "", ""},
			want: []string{
				"white disc, square 10 → square 7: carries the king's upper disc",
				"white disc, square 10 → square 7: carries the king's lower disc",
			},
			holdsAfter: []string{"", "", ""},
		},
		{
			name: "a king of a single disc travels as one and stays one", fen: "W:WK10:B4", move: "10-7",
			single: checkers.SetOf(10), holds: []string{"", "", ""},
			want:        []string{"white disc, square 10 → square 7: carries the king of a single disc"},
			holdsAfter:  []string{"", "", ""},
			singleAfter: checkers.SetOf(7),
		},
		{
			name: "a captured king leaves as two discs, on its own colour where there is no free slot", fen: "B:WK18:B15",
			move: "15x22", holds: []string{"b", "w", "bb"},
			want: []string{
				"white disc, square 18 → tray slot 2: takes the captured king's upper disc off",
				"white disc, square 18 → tray slot 1: takes the captured king's lower disc off",
				"black disc, square 15 → square 22: carries the man",
			},
			holdsAfter: []string{"bw", "ww", "bb"},
		},
		{
			name: "a king captures its way around and stays", fen: "B:W6,7,14,15:BK2", move: "2x9x18x11x2",
			holds: []string{"", "", "bb"},
			want: []string{
				"white disc, square 6 → tray slot 2: takes the captured man off",
				"white disc, square 14 → tray slot 1: takes the captured man off",
				"white disc, square 15 → tray slot 1: takes the captured man off",
				"white disc, square 7 → tray slot 2: takes the captured man off",
			},
			holdsAfter: []string{"ww", "ww", "bb"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := Table{Position: position(t, c.fen), Single: c.single, Tray: Tray{Slots: slices.Clone(small.Slots)}}
			for i, holds := range c.holds {
				if err := before.Tray.Slots[i].Holds.UnmarshalText([]byte(holds)); err != nil {
					t.Fatal(err)
				}
			}
			m := move(t, before.Position, c.move)
			transfers, after, err := peoplesTransfers(bench().Board, before, m)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Join(c.want, "\n"), words(transfers)); diff != "" {
				t.Errorf("transfers (-want +got):\n%s", diff)
			}
			var holds []string
			for _, slot := range after.Tray.Slots {
				holds = append(holds, slot.Holds.String())
			}
			if diff := cmp.Diff(c.holdsAfter, holds); diff != "" {
				t.Errorf("tray (-want +got):\n%s", diff)
			}
			if after.Position != before.Position.Play(m) {
				t.Errorf("the table is planned to become\n%swhere the game has\n%s", after.Position, before.Position.Play(m))
			}
			if after.Single != c.singleAfter {
				t.Errorf("single kings %032b, want %032b", after.Single, c.singleAfter)
			}
		})
	}
}

func TestTransfersRefuse(t *testing.T) {
	full := Tray{Slots: []Slot{{Kind: CaptureSlot, Capacity: 1, At: slotAt(205, 0)}}}
	over := Tray{Slots: []Slot{{Kind: CaptureSlot, Capacity: 1, At: slotAt(205, 0), Holds: Stack{0, 0}}}}
	capture := position(t, "B:W18,26,27:B15")
	for _, c := range []struct {
		name  string
		table Table
		move  checkers.Move
		want  string
	}{
		{"no room for the second piece", Table{Position: capture, Tray: full}, move(t, capture, "15x22x31"),
			"no place for the white disc from square 26: the tray is full: take some discs off it, or give it more slots or a " +
				"larger capacity"},
		{"too many discs in a slot", Table{Position: capture, Tray: over}, move(t, capture, "15x22x31"),
			"tray slot 1 holds 2 discs (bb) but has a capacity of 1"},
		{"another position's move", Table{Position: capture}, move(t, checkers.Start(), "11-15"),
			"11-15 is not a legal move of Black here: B:W18,26,27:B15"},
		{"a single king that is none", Table{Position: capture, Single: checkers.SetOf(32)}, move(t, capture, "15x22x31"),
			"square 32 is said to hold a king of a single disc, but no king stands there"},
		{"a piece left of its square", Table{Position: capture, Offset: [checkers.MostSquares + 1][2]float64{18: {-21, 3}}},
			move(t, capture, "15x22x31"),
			"the piece on square 18 is said to stand -21.0, 3.0 mm from the square's centre, which is off the square (40.0 mm)"},
		{"a piece off its square", Table{Position: capture, Offset: [checkers.MostSquares + 1][2]float64{18: {3, -21}}},
			move(t, capture, "15x22x31"),
			"the piece on square 18 is said to stand 3.0, -21.0 mm from the square's centre, which is off the square (40.0 mm)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := peoplesTransfers(bench().Board, c.table, c.move)
			if err == nil || err.Error() != c.want {
				t.Errorf("error %v, want %s", err, c.want)
			}
		})
	}
}

// stacks is the table as somebody who knows only discs would keep it.
type stacks map[Place]Stack

func stacksOf(t Table) stacks {
	all := stacks{}
	for s := range checkers.Board8.All().All() {
		piece := t.Position.At(s)
		if piece == checkers.Empty {
			continue
		}
		all[OnSquare(s)] = Stack{piece.Side()}
		if piece.IsKing() && !t.Single.Has(s) && t.Tray.Kings.Stacks() {
			all[OnSquare(s)] = Stack{piece.Side(), piece.Side()}
		}
	}
	for _, l := range t.Loose {
		all[Aside(l.At)] = Stack{l.Side}
	}
	for i, slot := range t.Tray.Slots {
		if len(slot.Holds) > 0 {
			all[InSlot(i+1)] = slices.Clone(slot.Holds)
		}
	}
	return all
}

// carry moves one disc, and fails where hands would.
func (s stacks) carry(t *rapid.T, x Transfer) {
	from := s[x.From]
	if len(from) != x.FromLevel+1 {
		t.Fatalf("%s: the disc at level %d of %q is not on top", x, x.FromLevel, from)
	}
	disc := from[len(from)-1]
	if disc != x.Side {
		t.Fatalf("%s: the disc is %s", x, disc)
	}
	s[x.From] = from[:len(from)-1]
	if len(s[x.From]) == 0 {
		delete(s, x.From)
	}
	if len(s[x.To]) != x.ToLevel {
		t.Fatalf("%s: there are %d discs at the target", x, len(s[x.To]))
	}
	s[x.To] = append(slices.Clone(s[x.To]), disc)
	if x.To.Square != 0 && len(s[x.To]) > 2 {
		t.Fatalf("%s: three discs on a square", x)
	}
}

func TestTransfersMakeTheMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, m := tables(t)
		untouched := stacksOf(before)
		transfers, after, err := peoplesTransfers(bench().Board, before, m)
		if err != nil {
			if strings.Contains(err.Error(), "tray is full") {
				t.Skip("full tray")
			}
			t.Fatal(err)
		}
		if after.Position != before.Position.Play(m) {
			t.Fatalf("the table becomes\n%swhere the game has\n%s", after.Position, before.Position.Play(m))
		}
		now, table := stacksOf(before), before
		for _, x := range transfers {
			now.carry(t, x)
			if table, err = table.Apply(x); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(now, stacksOf(table)); diff != "" {
				t.Fatalf("after %s (-discs +Apply):\n%s", x, diff)
			}
		}
		if diff := cmp.Diff(stacksOf(after), now); diff != "" {
			t.Fatalf("discs (-planned +carried):\n%s", diff)
		}
		if diff := cmp.Diff(untouched, stacksOf(before)); diff != "" {
			t.Fatalf("planning changed the table it was given:\n%s", diff)
		}
		watched := before.Watch(m)
		if err := watched.Validate(bench().Board); err != nil {
			t.Fatal(err)
		}
		if crowned := checkers.SetOf(m.To()); watched.Position != after.Position ||
			watched.Single|crowned != after.Single|crowned {
			t.Fatalf("watched, the move leads to\n%sand %032b", watched.Position, watched.Single)
		}
		for s := range checkers.Board8.All().All() {
			want := before.Offset[s]
			if !after.Position.Occupied().Has(s) || s == m.To() && s != m.From() {
				want = [2]float64{}
			}
			if after.Offset[s] != want {
				t.Fatalf("square %d: offset %v, want %v", s, after.Offset[s], want)
			}
			if s == m.To() {
				want = [2]float64{} // it may have been put down anywhere
			}
			if watched.Offset[s] != want {
				t.Fatalf("square %d, watched: offset %v, want %v", s, watched.Offset[s], want)
			}
		}
	})
}

func TestApplyRefuses(t *testing.T) {
	table := Table{Position: position(t, "B:W18,K26:B15"), Tray: tray()}
	for _, c := range []struct {
		transfer Transfer
		want     string
	}{
		{Transfer{Side: checkers.White, From: OnSquare(26), To: InSlot(1)},
			"cannot lift disc 1 from the bottom at square 26, where 2 lie"},
		{Transfer{Side: checkers.White, From: OnSquare(27), To: InSlot(1)},
			"cannot lift disc 1 from the bottom at square 27, where 0 lie"},
		{Transfer{Side: checkers.White, From: OnSquare(15), To: InSlot(1)},
			"the piece on square 15 is black, where a white one was expected"},
		{Transfer{Side: checkers.White, From: OnSquare(18), To: InSlot(1), ToLevel: 1},
			"cannot set a disc on 1 others at tray slot 1, where 0 lie"},
		{Transfer{Side: checkers.White, From: OnSquare(18), To: OnSquare(15), ToLevel: 1},
			"cannot set a white disc on the 1 discs of square 15: a king is two discs of one colour"},
		{Transfer{Side: checkers.White, From: OnSquare(18), To: OnSquare(26), ToLevel: 2},
			"cannot set a white disc on the 2 discs of square 26: a king is two discs of one colour"},
		{Transfer{Side: checkers.White, From: OnSquare(18), To: InSlot(17), ToLevel: 2},
			"tray slot 17 is full: it holds 2 discs (bb) and takes no more"},
		{Transfer{Side: checkers.White, From: InSlot(17), FromLevel: 1, To: OnSquare(1)},
			"the uppermost disc of tray slot 17 is black (bb from the bottom up), where a white one was expected"},
		{Transfer{Side: checkers.White, From: OnSquare(18), To: InSlot(99)},
			"there is no tray slot 99: the tray has 24 slots"},
		{Transfer{Side: checkers.White, From: InSlot(99), FromLevel: -1, To: OnSquare(1)},
			"there is no tray slot 99: the tray has 24 slots"},
	} {
		if _, err := table.Apply(c.transfer); err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %s", c.transfer, err, c.want)
		}
	}
	table.Tray = royal()
	const want = `tray slot 4 is not for what is carried there: slots of the kind "king" hold king pieces, the others men's discs`
	_, err := table.Apply(Transfer{Side: checkers.White, From: OnSquare(18), To: InSlot(4), ToLevel: 1})
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	table.Offset[18] = [2]float64{20, -20} // just on its square
	if err := table.Validate(bench().Board); err != nil {
		t.Error(err)
	}
	if _, err := Steps(bench(), Table{Single: checkers.SetOf(1)}, nil, LookAtEnd); err == nil {
		t.Error("motions over a table that cannot be")
	}
}

// Nothing is at −0.
func TestNegativeZero(t *testing.T) {
	if got := Aside(slotAt(-0.3, -0.4)).String(); got != "x 0, y 0" {
		t.Error(got)
	}
	if got := thousandths(-1e-6); math.Signbit(got) {
		t.Error(got)
	}
}
