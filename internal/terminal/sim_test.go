package terminal

import (
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/app"
)

// The human has the side that it is given, and the robot that is started as sim says has the other, in every game.
func TestSidesAtASimulatedTable(t *testing.T) {
	for side, want := range map[string][2]checkers.Side{
		"black":     {checkers.Black, checkers.Black},
		"white":     {checkers.White, checkers.White},
		"alternate": {checkers.White, checkers.Black}, // since play --side alternate begins with Black
	} {
		c := Sim{Side: side}
		for game, human := range want {
			if got := c.humans(game); got != human || got == app.SideIn(c.robots(), game) {
				t.Errorf("--side %s, game %d: the human has %v, want %v; the robot is told --side %s", side, game, got, human,
					c.robots())
			}
		}
	}
}
