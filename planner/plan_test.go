package planner

import (
	"encoding/json"
	"testing"

	"draughtsman/internal/testkit/expect"
)

func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		looks           Looks
		spares          bool
	}{
		{"capture-and-crown", "B:W18,26,27:B15", "15x22x31", LookAtEnd, true},
		{"king", "W:WK10:B4", "10-7", LookAfterEach, true},
		{"no-crown", "W:W5:B4", "5-1", LookAtEnd, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := Table{Position: position(t, c.fen), Tray: tray()}
			if !c.spares {
				table.Tray.Slots = table.Tray.Slots[:16]
			}
			plan, err := New(bench(), table, move(t, table.Position, c.move), c.looks)
			if err != nil {
				t.Fatal(err)
			}
			expect.Golden(t, "testdata/"+c.name+".txt", plan.Text())
			text, err := json.MarshalIndent(plan, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			expect.Golden(t, "testdata/"+c.name+".json", string(text)+"\n")
		})
	}
}
