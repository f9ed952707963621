package simulation

import (
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/table"
	"draughtsman/internal/table/world"
)

// TestPlayerIsToldThatTheGameIsOver has the robot end a game that would go on by what its player at a simulated table
// sees.
func TestPlayerIsToldThatTheGameIsOver(t *testing.T) {
	tb, err := table.Start(t.Context(), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := tb.Close(); err != nil {
			t.Error(err)
		}
	}()
	won := robot.Event{Kind: robot.GameOver, Outcome: checkers.Outcome{Winner: checkers.Black}}
	resigned, drawn := won, won
	resigned.Agreed, drawn.Outcome = true, checkers.Outcome{Draw: true}
	for name, tt := range map[string]struct {
		sees string // the position
		over robot.Event
		told bool
	}{
		"its last piece was captured":      {"W:W:B14", won, false},
		"it cannot see that":               {"W:W18:B14", won, true},
		"it has resigned":                  {"W:W18:B14", resigned, true},
		"it is drawn by the rules":         {"W:WK1:BK32", drawn, true},
		"nothing has been moved: it waits": {checkers.Start().FEN(), won, false},
	} {
		t.Run(name, func(t *testing.T) {
			position, err := checkers.ParseFEN(tt.sees)
			if err != nil {
				t.Fatal(err)
			}
			tb.Do(func(s *world.State) { s.Game, s.Begun, s.GivenUp = position, true, false })
			(&Table{Table: tb}).Hear(tt.over)
			if s := tb.Snapshot(); s.Begun || s.GivenUp != tt.told {
				t.Errorf("a game goes on: %t; told: %t", s.Begun, s.GivenUp)
			}
		})
	}
}
