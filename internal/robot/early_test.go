package robot

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"draughtsman/engine/checkers"
	"draughtsman/planner"
)

// A reply that came before the last transfers is, seen as it looks before them, the table that they lead from. It
// cannot have come before what is moved on the board, nor before a crown for a piece that it has captured.
func TestRepliesBeforeTransfers(t *testing.T) {
	_, start := example()
	slot := func(fits func(planner.Slot) bool) int { return 1 + slices.IndexFunc(start.Tray.Slots, fits) }
	spare := slot(func(s planner.Slot) bool { return len(s.Holds) > 0 && s.Holds[len(s.Holds)-1] == checkers.Black })
	empty := slot(func(s planner.Slot) bool { return len(s.Holds) == 0 })
	level := len(start.Tray.Slots[spare-1].Holds) - 1

	within := planner.Transfer{Side: checkers.Black, From: planner.InSlot(spare), To: planner.InSlot(empty),
		FromLevel: level}
	crown := planner.Transfer{Side: checkers.Black, From: planner.InSlot(spare), To: planner.OnSquare(30),
		FromLevel: level, ToLevel: 1}
	man := planner.Transfer{Side: checkers.Black, From: planner.OnSquare(11), To: planner.OnSquare(15)}
	king := start
	king.Position = start.Position.Put(30, checkers.King(checkers.Black))
	king.Single = checkers.SetOf(30)

	for name, tt := range map[string]struct {
		before planner.Table
		left   []planner.Transfer
		reply  func(*planner.Table) // what it has changed that cannot be before the transfers
		none   bool
	}{
		"nothing is left":       {before: start},
		"within the tray":       {before: start, left: []planner.Transfer{within}},
		"a crown":               {before: king, left: []planner.Transfer{crown}},
		"on the board":          {before: start, left: []planner.Transfer{man}, none: true},
		"on the board and more": {before: start, left: []planner.Transfer{man, within}, none: true},
		"a crown for a captured king": {before: king, left: []planner.Transfer{crown}, none: true,
			reply: func(t *planner.Table) { t.Position = t.Position.Put(30, checkers.Empty) }},
	} {
		t.Run(name, func(t *testing.T) {
			reply := tt.before
			for _, transfer := range tt.left {
				var err error
				if reply, err = reply.Apply(transfer); err != nil {
					t.Fatal(err)
				}
			}
			if tt.reply != nil {
				tt.reply(&reply)
			}
			got := early([]planner.Table{reply}, tt.left)
			if tt.none {
				if len(got) != 0 {
					t.Errorf("a reply is possible: %v", got)
				}
				return
			}
			if diff := cmp.Diff([]planner.Table{tt.before}, got, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
