package robot

import (
	"math/rand/v2"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
)

// tables are some with a few pieces of either side, drawn by lot, for each kind of kings. Some kings are single discs.
func someTables(lot *rand.Rand) (list []planner.Table) {
	_, example := example()
	for _, kings := range []planner.Kings{planner.StackKings, planner.SwapKings, planner.VirtualKings} {
		for range 60 {
			t := planner.Table{Tray: example.Tray}
			t.Tray.Kings, t.Tray.Slots = kings, nil
			for i, slot := range example.Tray.Slots {
				if kings == planner.SwapKings && slot.Kind == planner.SpareSlot {
					slot.Kind, slot.Capacity = planner.KingSlot, 1
					slot.Holds = slot.Holds[:1]
				}
				if kings != planner.SwapKings && i >= len(example.Tray.Slots)/2 && lot.IntN(2) == 0 {
					slot.Holds = nil
				}
				if slot.Kind == planner.CaptureSlot && lot.IntN(3) == 0 {
					slot.Holds = planner.Stack{checkers.White, checkers.Black}
				}
				t.Tray.Slots = append(t.Tray.Slots, slot)
			}
			game := checkers.RuleSet(lot.IntN(checkers.RuleSets))
			for game.Board() != checkers.Board8 { // that of the table
				game = checkers.RuleSet(lot.IntN(checkers.RuleSets))
			}
			t.Position = game.NewPosition(checkers.Side(lot.IntN(2)))
			for s := range checkers.Board8.All().All() {
				side := checkers.Side(lot.IntN(2))
				switch lot.IntN(10) {
				case 0, 1:
					t.Position = t.Position.Put(s, checkers.Man(side))
				case 2:
					t.Position = t.Position.Put(s, checkers.King(side))
					if kings != planner.VirtualKings && lot.IntN(2) == 0 {
						t.Single |= checkers.SetOf(s)
					}
				}
			}
			t.Position.Kings |= t.Position.Black&checkers.Board8.KingRow(checkers.Black) |
				t.Position.White&checkers.Board8.KingRow(checkers.White)
			list = append(list, t)
		}
	}
	return list
}

// Whatever the planner does for a purpose and notes of a plan is a sentence, and none of the purposes is nobody's.
func TestPlansAreSaid(t *testing.T) {
	l, start := example()
	seen, notes := map[string]bool{"puts it where it belongs": true}, 0 // a remedy's, see TestFetch
	look := func(plan planner.Plan, err error) {
		if err != nil {
			return // a tray that is full
		}
		game := plan.Before.Position.Set
		for _, step := range plan.Steps {
			seen[step.Transfer.Purpose] = true
			if got, want := TransferText(game, step.Transfer).String(), step.Transfer.In(game); got != want {
				t.Errorf("a transfer is said %q, and is %q", got, want)
			}
			if text := purposeText(step.Transfer.Purpose); text.Key != step.Transfer.Purpose {
				t.Errorf("%q is no sentence", step.Transfer.Purpose)
			}
		}
		texts := NoteTexts(plan)
		if len(texts) != len(plan.Notes) {
			t.Errorf("%q are said %v", plan.Notes, texts)
		}
		notes += len(texts)
	}
	for _, table := range someTables(rand.New(rand.NewPCG(1, 2))) {
		for i, move := range table.Position.Moves() {
			if i < 2 || table.Position.Crowns(move) {
				look(planner.New(l.setup, table, move, planner.LookAfterEach))
			}
		}
		var places []planner.Place
		for s := range table.Position.Occupied().All() {
			places = append(places, planner.OnSquare(s))
		}
		places = places[:min(3, len(places))]
		look(planner.Tidy(l.setup, table, places, planner.LookAfterEach))
		for _, place := range places {
			look(planner.Straighten(l.setup, table, checkers.SetOf(place.Square), planner.LookAfterEach))
		}
		look(planner.SetUp(l.setup, table, start.Position, planner.LookAfterEach))
	}
	for _, purpose := range purposes {
		if !seen[purpose.Key] {
			t.Errorf("nothing is done for the purpose %q", purpose.Key)
		}
	}
	if notes == 0 {
		t.Error("no plan has notes")
	}
}

// Every way in which a game ends is a sentence.
func TestOutcomesAreSaid(t *testing.T) {
	for _, o := range []checkers.Outcome{
		{Winner: checkers.White, Reason: "Black has no legal move"},
		{Winner: checkers.White, Reason: "Black has no piece left"},
		{Winner: checkers.Black, Reason: "White resigns"},
		{Winner: checkers.Black, Reason: "White's time is up"},
		{Draw: true, Reason: "by agreement"},
		{Draw: true, Reason: "threefold repetition"},
		{Draw: true, Reason: "40 moves by each side without a capture or a man's move"},
		{Draw: true, Reason: "5 moves by each side without a capture or a man's move"},
		{Draw: true, Reason: "of another version"},
	} {
		if got := OutcomeText(o).String(); got != o.String() {
			t.Errorf("%q is said %q", o, got)
		}
		want := map[bool]string{false: "You have lost: ", true: "You have won: "}[o.Winner == checkers.Black] + o.Reason
		if o.Draw {
			want = o.String()
		}
		if got := EndText(o, checkers.White).String(); got != want {
			t.Errorf("to Black %q is said %q, want %q", o, got, want)
		}
		if known := reasonText(o) != sentence.Say("%s", o.Reason); known != (o.Reason != "of another version") {
			t.Errorf("%q is a sentence: %t", o.Reason, known)
		}
	}
}
