package planner

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// heaps draws a table after some game or accident: any pieces anywhere, loose discs beside the board, a tray with
// what is missing of twelve discs a side and some more.
func heaps(t *rapid.T) Table {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	table := Table{Tray: tray()}
	for i := range table.Tray.Slots {
		table.Tray.Slots[i].Holds = nil
	}
	table.Tray.Kings = rapid.SampledFrom([]Kings{"", StackKings, VirtualKings}).Draw(t, "kings")
	left := [2]int{12 + random.IntN(4), 12 + random.IntN(4)}
	share := random.Float64()
	for s := range checkers.Board8.All().All() {
		side := checkers.Side(random.IntN(2))
		if random.Float64() > share || left[side] < 2 {
			continue
		}
		piece := checkers.Man(side)
		left[side]--
		if random.IntN(3) == 0 {
			piece = checkers.King(side)
			switch {
			case table.Tray.Kings == VirtualKings:
			case random.IntN(3) == 0:
				table.Single |= checkers.SetOf(s)
			default:
				left[side]--
			}
		}
		table.Position = table.Position.Put(s, piece)
		table.Offset[s] = [2]float64{random.Float64()*8 - 4, random.Float64()*8 - 4}
	}
	for i := range random.IntN(4) {
		if side := checkers.Side(random.IntN(2)); left[side] > 0 {
			left[side]--
			table.Loose = append(table.Loose, Loose{side, calibration.BoardPoint{X: float64(60 * i), Y: -200}})
		}
	}
	for side, n := range left {
		for range n {
			all := table.Tray.rooms(checkers.Side(side), false)
			if random.IntN(5) == 0 { // on whatever there is
				all = nil
				for i, slot := range table.Tray.Slots {
					if len(slot.Holds) < slot.Capacity {
						all = append(all, i+1)
					}
				}
			}
			table.Tray, _ = table.Tray.Put(all[random.IntN(len(all))], checkers.Side(side))
		}
	}
	return table
}

// Whatever stands on the table, a new game can be set up: discs that are right stay, each transfer takes the
// uppermost disc to a free place, and at the end the board shows the position and no disc has got lost.
func TestSetUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := heaps(t)
		target := checkers.Start()
		if rapid.IntRange(0, 3).Draw(t, "another position") == 0 {
			target = position(t, rapid.SampledFrom([]string{"B:W18,26,27:B15", "W:W32,31:B1,K20", "B:WK5:BK28"}).Draw(t,
				"position"))
		}
		looks := rapid.SampledFrom([]Looks{LookAtEnd, LookAfterEach}).Draw(t, "looks")
		plan, err := SetUp(bench(), table, target, looks)
		if err != nil {
			if strings.Contains(err.Error(), "more") && strings.Contains(err.Error(), "are needed") {
				t.Skip(err) // a king takes two discs
			}
			t.Fatal(err)
		}
		now := stacksOf(table)
		moved := checkers.Set(0)
		for _, step := range plan.Steps {
			now.carry(t, step.Transfer)
			if s := step.Transfer.From.Square; s != 0 && step.Transfer.FromLevel == 0 {
				moved |= checkers.SetOf(s)
			}
		}
		if diff := cmp.Diff(stacksOf(plan.After), now, dropEmpty); diff != "" {
			t.Fatalf("discs (-planned +carried):\n%s", diff)
		}
		if plan.After.Position != target || len(plan.After.Loose) > 0 {
			t.Fatalf("the table shows\n%sand %d loose discs, want\n%s", plan.After.Position, len(plan.After.Loose), target)
		}
		for s := range checkers.Board8.All().All() {
			is, want := table.Position.At(s), target.At(s)
			if moved.Has(s) && is != checkers.Empty && want != checkers.Empty && is.Side() == want.Side() {
				t.Fatalf("the %s disc on square %d was right, and was moved", is, s)
			}
		}
		if again, err := SetUp(bench(), plan.After, target, looks); err != nil || len(again.Steps) != 0 {
			t.Fatalf("set up again: %d transfers, %v", len(again.Steps), err)
		}
	})
}

var dropEmpty = cmp.FilterPath(func(p cmp.Path) bool {
	i, ok := p.Last().(cmp.MapIndex)
	if !ok {
		return false
	}
	x, y := i.Values()
	return (!x.IsValid() || x.Len() == 0) && (!y.IsValid() || y.Len() == 0)
}, cmp.Ignore())

// Two discs that stand in each other's places: one waits in the tray, or on an empty square.
func TestSetUpBreaksCircles(t *testing.T) {
	table := Table{Position: checkers.Start().Put(10, checkers.Man(checkers.White)).Put(23, checkers.Man(checkers.Black))}
	for name, c := range map[string]struct {
		tray Tray
		want string
	}{
		"in the tray": {tray(), `Sets up a new game
white disc, square 10 → tray slot 3: lays it aside for now
black disc, square 23 → square 10: sets it where it belongs
white disc, tray slot 3 → square 23: sets it where it belongs`},
		"on the board": {Tray{}, `Sets up a new game
white disc, square 10 → square 14: lays it aside for now
black disc, square 23 → square 10: sets it where it belongs
white disc, square 14 → square 23: sets it where it belongs`},
	} {
		t.Run(name, func(t *testing.T) {
			table.Tray = c.tray
			plan, err := SetUp(bench(), table, checkers.Start(), LookAfterEach)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, carried(t, plan)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What is needed may lie under another colour, may be a king piece, or may not be there.
func TestSetUpFromTheTray(t *testing.T) {
	slot := func(kind SlotKind, y float64, capacity int, holds Stack) Slot {
		return Slot{Kind: kind, At: slotAt(205, y), Capacity: capacity, Holds: holds}
	}
	for name, c := range map[string]struct {
		from, to string
		tray     Tray
		want     string // the transfers, or the error
	}{
		"from under a disc": {
			"B:W32:B", "B:W32:B1", Tray{Slots: []Slot{slot(CaptureSlot, 0, 2, Stack{0, 1}), slot(CaptureSlot, 40, 1, nil)}},
			"Sets up B:W32:B1\nwhite disc, tray slot 1 → tray slot 2: makes way for the disc below it\nblack disc, tray slot " +
				"1 → square 1: sets it where it belongs",
		},
		"a king piece": {
			"B:W32:BK1", "B:WK32:B1", Tray{Kings: SwapKings, Slots: []Slot{slot(CaptureSlot, 0, 2, Stack{0}),
				slot(KingSlot, 40, 1, Stack{1}), slot(KingSlot, 80, 1, nil)}},
			"Sets up B:WK32:B1\nblack king, square 1 → tray slot 3: takes it off the board\nblack disc, tray slot 1 → square " +
				"1: sets it where it belongs\n" +
				"white disc, square 32 → tray slot 1: takes it off the board\nwhite king, tray slot 2 → square 32: sets it where " +
				"it belongs",
		},
		"on their own colours, and not in nearer slots for spare discs": {
			"B:W31,32:B1,2", "B:W31:B1", Tray{Slots: []Slot{slot(SpareSlot, 140, 1, nil), slot(SpareSlot, -140, 1, nil),
				slot(CaptureSlot, 40, 2, Stack{0}), slot(CaptureSlot, -40, 2, Stack{1})}},
			"Sets up B:W31:B1\nblack disc, square 2 → tray slot 3: takes it off the board\nwhite disc, square 32 → tray slot " +
				"4: takes it off the board",
		},
		"each in a slot of its own, though one is the nearest to both": {
			"B:W31,32:B1,2", "B:W31:B1", Tray{Slots: []Slot{slot(CaptureSlot, 100, 2, nil), slot(CaptureSlot, 230, 2, nil)}},
			"Sets up B:W31:B1\nblack disc, square 2 → tray slot 2: takes it off the board\nwhite disc, square 32 → tray slot " +
				"1: takes it off the board",
		},
		"no king piece": {
			"B:W31,32:B1", "B:WK31,K32:B1", Tray{Kings: SwapKings, Slots: []Slot{slot(KingSlot, 40, 2, Stack{0, 1})}},
			"the position cannot be set up: 1 more white king piece is needed than there are on the board, in the tray and " +
				"beside them; lay it in the tray's slots",
		},
		"no room": {
			"B:W32:B1", "B:W32:B", Tray{Slots: []Slot{slot(CaptureSlot, 0, 1, Stack{1})}},
			"the position cannot be set up: the tray has too little room for what is left over: take some discs off it, or " +
				"give it more slots or a larger capacity",
		},
		"no room for a king": {
			"B:W32:BK1", "B:W32:B", Tray{Kings: SwapKings, Slots: []Slot{slot(CaptureSlot, 0, 1, nil),
				slot(KingSlot, 40, 1, Stack{1})}},
			`no place for the black king from square 1: the slots of the kind "king" are full: take some king pieces off them, or give the tray more such slots`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			plan, err := SetUp(bench(), Table{Position: position(t, c.from), Tray: c.tray}, position(t, c.to), LookAfterEach)
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = carried(t, plan)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Games on other boards are set up from the tray, each disc on a square that the game is played on, and an error names
// squares as the game does.
func TestOtherBoards(t *testing.T) {
	for _, c := range []struct {
		game    checkers.RuleSet
		squares int
		mm      float64
		far     string // of a board that the arm does not reach to its ends
	}{
		{checkers.Italian, 8, 40, "square 32 is out of reach: y = "},
		{checkers.Spanish, 8, 40, "square 1 is out of reach: y = "},
		{checkers.International, 10, 32, "square 50 is out of reach: y = "},
	} {
		t.Run(c.game.String(), func(t *testing.T) {
			start := c.game.Start()
			setup := bench()
			setup.Board = calibration.Board{Squares: c.squares, SquareMM: c.mm, Mirrored: c.game.Board().Mirrored()}
			setup.Disc.DiameterMM = 0.75 * c.mm
			table := Table{Position: c.game.NewPosition(start.Turn), Tray: tray()}
			var err error
			for side := range checkers.Side(2) {
				if table.Tray, err = table.Tray.Store(side, start.Of(side).Len()-8); err != nil {
					t.Fatal(err)
				}
			}
			plan, err := SetUp(setup, table, start, LookAtEnd)
			if err != nil || len(plan.Steps) != start.Occupied().Len() || plan.After.Position != start {
				t.Fatalf("%d discs are carried, and there stands %v (%v)", len(plan.Steps), plan.After.Position, err)
			}
			for _, step := range plan.Steps {
				to := step.Transfer.To
				row, column := c.game.Board().Place(to.Square)
				for _, m := range step.Motions {
					at := setup.Frame.ToBoard(m.To)
					if away := at.Distance(setup.Board.Centre(row, column)); m.Kind == Release && away > setup.Disc.HeightMM+1 {
						t.Errorf("the disc for %s is let go %.1f mm from it", to.In(c.game), away)
					}
				}
			}
			setup.Machine.Reach.Min.Y = 260
			if _, err := Tidy(setup, plan.After, []Place{OnSquare(checkers.Square(c.game.Board().Squares()))},
				LookAtEnd); err == nil || !strings.Contains(err.Error(), c.far) {
				t.Errorf("%v, want %q", err, c.far)
			}
			_, err = SetUp(bench(), Table{Position: checkers.Start(), Tray: tray()}, start, LookAtEnd)
			want := c.game.String() + " draughts are played "
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("on an English board: %v", err)
			}
		})
	}
}

func BenchmarkSetUp(b *testing.B) {
	table := Table{Position: position(b, "B:W18,K3,27,32:B22,K30,12"), Tray: tray()}
	var err error
	for side, n := range []int{9, 8} {
		if table.Tray, err = table.Tray.Store(checkers.Side(side), n); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := SetUp(bench(), table, checkers.Start(), LookAtEnd); err != nil {
			b.Fatal(err)
		}
	}
}

// Kings that change into one another in a circle: each of their discs waits for one that lies on it, or under where it
// goes. One of them is laid aside, whichever job comes first.
func TestSequenceOfStacks(t *testing.T) {
	black := func(s checkers.Square, level int) lying {
		return lying{side: checkers.Black, at: OnSquare(s), level: level}
	}
	circle := []job{
		{disc: black(6, 0), to: OnSquare(12), level: 0}, {disc: black(6, 1), to: OnSquare(10), level: 1},
		{disc: black(2, 1), to: OnSquare(12), level: 1}, {disc: black(2, 0), to: OnSquare(10), level: 0},
	}
	table := Table{Position: position(t, "B:W32:BK2,K6"), Tray: tray()}
	for turn := range circle {
		a := arrangement{workcell: bench().workcell(table.Tray), table: table, looks: LookAfterEach,
			jobs: append(append([]job{}, circle[turn:]...), circle[:turn]...)}
		transfers, err := a.sequence()
		if err != nil {
			t.Fatalf("beginning with job %d: %v", turn+1, err)
		}
		now := table
		for _, x := range transfers {
			if now, err = now.Apply(x); err != nil {
				t.Fatal(err)
			}
		}
		stands := stacksOf(now)
		if len(stands[OnSquare(10)]) != 2 || len(stands[OnSquare(12)]) != 2 || len(transfers) != 5 {
			t.Errorf("beginning with job %d: %d transfers, then %v", turn+1, len(transfers), stands)
		}
	}
	upsideDown := []job{{disc: black(6, 1), to: OnSquare(10), level: 1}, {disc: black(6, 0), to: OnSquare(10), level: 0}}
	if right := rightWayUp(upsideDown); right[0].level != 0 || right[1].level != 1 {
		t.Errorf("the upper disc goes to level %d, the lower one to %d", right[0].level, right[1].level)
	}
}
