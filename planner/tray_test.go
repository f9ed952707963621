package planner

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/engine/checkers"
)

func TestTrayIsAValue(t *testing.T) {
	before := tray()
	kept := slices.Clone(before.Slots)
	after, err := before.Put(3, checkers.White)
	if err != nil {
		t.Fatal(err)
	}
	if after, err = after.Take(17, checkers.Black); err != nil {
		t.Fatal(err)
	}
	if _, err = after.Put(17, checkers.White); err != nil {
		t.Fatal(err)
	}
	if got := after.Slots[2].Holds.String() + " " + after.Slots[16].Holds.String(); got != "w b" {
		t.Errorf("slots 3 and 17 hold %q, want \"w b\"", got)
	}
	if diff := cmp.Diff(kept, before.Slots); diff != "" {
		t.Errorf("the old tray changed:\n%s", diff)
	}
}

func TestTrayFillsLowAndUnmixed(t *testing.T) {
	tray := Tray{Slots: []Slot{
		{Kind: CaptureSlot, Capacity: 2, At: slotAt(300, 0)},
		{Kind: CaptureSlot, Capacity: 2, At: slotAt(205, 0)},
		{Kind: SpareSlot, Capacity: 2, At: slotAt(-205, 0)},
	}}
	table := Table{Tray: tray}
	var got []int
	for _, side := range []checkers.Side{checkers.Black, checkers.White, checkers.White, checkers.White, checkers.Black,
		checkers.White} {
		place, ok := table.best(bench().Board, table.targets(goal{side: side}), Place{}, true)
		if !ok {
			t.Fatal("no room")
		}
		got = append(got, place.Slot)
		var err error
		if table.Tray, err = table.Tray.Put(place.Slot, side); err != nil {
			t.Fatal(err)
		}
	}
	// The nearest, the other one, on its own colour, a spare slot, …
	if diff := cmp.Diff([]int{2, 1, 1, 3, 2, 3}, got); diff != "" {
		t.Errorf("slots (-want +got):\n%s", diff)
	}
	if rooms := table.Tray.rooms(checkers.Black, false); len(rooms) > 0 {
		t.Errorf("a full tray has room for one more in %v", rooms)
	}
}

func TestTrayStores(t *testing.T) {
	full, err := Tray{Slots: []Slot{
		{Kind: SpareSlot, Capacity: 2}, {Kind: CaptureSlot, Capacity: 2},
		{Kind: CaptureSlot, Capacity: 1, Holds: Stack{checkers.Black}},
	}}.Store(checkers.White, 3)
	if err != nil {
		t.Fatal(err)
	}
	if got := full.Slots[0].Holds.String() + " " + full.Slots[1].Holds.String(); got != "w ww" {
		t.Errorf("the slots hold %q", got)
	}
	if _, err := full.Store(checkers.Black, 2); err == nil || err.Error() !=
		"the tray is full: it has room for 1 more black discs, and 2 are to be laid in it" {
		t.Error(err)
	}
}

func TestTrayValidate(t *testing.T) {
	for want, slot := range map[string]Slot{
		`tray slot 1 has the kind "bin"; a slot is of the kind "capture", "spare" or "king"`: {Kind: "bin", Capacity: 1},
		`tray slot 1 holds 2 discs (bw) but has a capacity of 1`: {Kind: SpareSlot, Capacity: 1,
			Holds: Stack{0, 1}},
	} {
		if err := (Tray{Slots: []Slot{slot}}).Validate(); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func FuzzStack(f *testing.F) {
	for _, seed := range []string{"", "b", "bw", "wwb", "x", "bé"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s Stack
		if err := s.UnmarshalText([]byte(text)); err == nil && s.String() != text {
			t.Errorf("%q is read as %q", text, s)
		}
	})
}
