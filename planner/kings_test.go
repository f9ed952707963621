package planner

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

// royal is a tray with slots for king pieces.
func royal() Tray {
	return Tray{Kings: SwapKings, Slots: []Slot{
		{Kind: CaptureSlot, Capacity: 4, At: slotAt(205, 0)},
		{Kind: CaptureSlot, Capacity: 4, At: slotAt(205, 40)},
		{Kind: KingSlot, Capacity: 2, At: slotAt(-205, 0), Holds: Stack{checkers.Black, checkers.Black}},
		{Kind: KingSlot, Capacity: 2, At: slotAt(-205, 40), Holds: Stack{checkers.White}},
	}}
}

func TestKingsByPolicy(t *testing.T) {
	virtual := tray()
	virtual.Kings = VirtualKings
	poor := royal()
	poor.Slots[2].Holds = nil
	for _, c := range []struct {
		name, fen, move string
		tray            Tray
		single          checkers.Set
		want            []string
		singleAfter     checkers.Set
		note            string
	}{
		{
			name: "a man is exchanged for a king", fen: "B:W32:B25", move: "25-29", tray: royal(),
			want: []string{
				"black disc, square 25 → tray slot 1: takes the man off that becomes a king",
				"black king, tray slot 3 → square 29: sets a king in the man's place",
			},
		},
		{
			name: "there is no king to exchange it for", fen: "B:W32:B25", move: "25-29", tray: poor,
			want:        []string{"black disc, square 25 → square 29: carries the man"},
			singleAfter: checkers.SetOf(29),
			note:        "There is no black king piece to exchange the man for: a man's disc stands for the king on square 29.",
		},
		{
			name: "kings of their own are one piece, and go back to their slots", fen: "B:WK18:BK15", move: "15x22",
			tray: royal(),
			want: []string{
				"white king, square 18 → tray slot 4: takes the captured king off",
				"black king, square 15 → square 22: carries the king",
			},
		},
		{
			name: "a man's disc that stands for a king lies with the men", fen: "B:WK18:BK15", move: "15x22", tray: royal(),
			single: checkers.SetOf(15, 18),
			want: []string{
				"white disc, square 18 → tray slot 1: takes the captured king that a man's disc stands for off",
				"black disc, square 15 → square 22: carries the king that a man's disc stands for",
			},
			singleAfter: checkers.SetOf(22),
		},
		{
			name: "nothing moves for a virtual king", fen: "B:W32:B25", move: "25-29", tray: virtual,
			want: []string{"black disc, square 25 → square 29: carries the man"},
			note: "The man on square 29 is a king now; nothing on the table shows it.",
		},
		{
			name: "virtual kings are one disc", fen: "B:WK18:BK15", move: "15x22", tray: virtual,
			want: []string{
				"white disc, square 18 → tray slot 5: takes the captured king off",
				"black disc, square 15 → square 22: carries the king",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := Table{Position: position(t, c.fen), Single: c.single, Tray: c.tray}
			m := move(t, before.Position, c.move)
			transfers, _, err := peoplesTransfers(bench().Board, before, m)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Join(c.want, "\n"), words(transfers)); diff != "" {
				t.Errorf("transfers (-want +got):\n%s", diff)
			}
			plan, err := New(bench(), before, m, LookAfterEach)
			if err != nil {
				t.Fatal(err)
			}
			if plan.After.Position != before.Position.Play(m) || plan.After.Single != c.singleAfter {
				t.Errorf("the table becomes\n%swith single kings %032b", plan.After.Position, plan.After.Single)
			}
			if got := strings.Join(plan.Notes, "\n"); got != c.note {
				t.Errorf("notes %q, want %q", got, c.note)
			}
		})
	}
}

func TestKingsNeedTheirSlots(t *testing.T) {
	full := royal()
	full.Slots[3].Holds = Stack{checkers.White, checkers.White}
	full.Slots = full.Slots[:4]
	capture := position(t, "B:WK18:B15")
	for want, tray := range map[string]Tray{
		`kings of the tray is "paint"; say "stack" (two discs), "swap" (a piece of its own) or "virtual" (only the program knows)`:                            {Kings: "paint"},
		`kings of the tray is "swap", but it has no slot of the kind "king" for the king pieces to wait in`:                                                   {Kings: SwapKings},
		"tray slot 3 is for king pieces, which there are only with `kings: swap` in the tray":                                                                 {Slots: royal().Slots},
		`no place for the white king from square 18: the slots of the kind "king" are full: take some king pieces off them, or give the tray more such slots`: full,
	} {
		_, _, err := peoplesTransfers(bench().Board, Table{Position: capture, Tray: tray}, capture.Moves()[0])
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// Through whole games, whatever the policy: each plan leaves what the rules have, the discs are all there, and king
// pieces lie in their own slots.
func TestGamesByPolicy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := Table{Position: checkers.Start(), Tray: tray()}
		if table.Tray.Kings = rapid.SampledFrom([]Kings{StackKings, SwapKings, VirtualKings}).Draw(t,
			"kings"); table.Tray.Kings == SwapKings {
			for i := 16; i < len(table.Tray.Slots); i++ {
				table.Tray.Slots[i].Kind = KingSlot
			}
		}
		count := func(table Table) (discs [2]int) {
			for _, stack := range stacksOf(table) {
				for _, side := range stack {
					discs[side]++
				}
			}
			return discs
		}
		want := count(table)
		for range rapid.IntRange(1, 120).Draw(t, "moves") {
			moves := table.Position.Moves()
			if len(moves) == 0 {
				return
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			transfers, after, err := peoplesTransfers(bench().Board, table, m)
			if err != nil {
				t.Fatal(err)
			}
			now := stacksOf(table)
			for _, x := range transfers {
				now.carry(t, x)
			}
			if diff := cmp.Diff(stacksOf(after), now, dropEmpty); diff != "" {
				t.Fatalf("discs (-planned +carried):\n%s", diff)
			}
			if after.Position != table.Position.Play(m) || count(after) != want {
				t.Fatalf("%v leads to\n%swith %v discs of %v", m, after.Position, count(after), want)
			}
			if err := after.Validate(bench().Board); err != nil {
				t.Fatal(err)
			}
			table = after
		}
	})
}
