package robot_test

import (
	"math/rand/v2"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/testkit/expect"
)

// recorded is a game by lot, to be shown.
func recorded(t *testing.T, seed uint64) (robot.Recording, checkers.Position) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 31))
	game := checkers.NewGame(checkers.Start())
	var r robot.Recording
	for _, over := game.Outcome(); !over && len(r.Moves) < 60; _, over = game.Outcome() {
		legal := game.Position().Moves()
		move := legal[random.IntN(len(legal))]
		expect.OK(t, game.Play(move))
		r.Moves = append(r.Moves, move.String())
	}
	r.Pace = 1
	return r, game.Position()
}

// TestKilledWhileShowing kills the process that shows a recorded game, which is shown to its end all the same.
func TestKilledWhileShowing(t *testing.T) {
	lives(t, 0, uint64(max(1, *kills/20)), min(30, 3*(*kills)/20), 0, 0, func(t *testing.T, seed uint64) *life {
		l := newLife(t, seed, 5, 300)
		r, end := recorded(t, seed)
		l.shows = &r
		l.live()
		if got := l.world.position(end.Turn); got != end {
			t.Errorf("the table shows %s at the end, not %s", got.FEN(), end.FEN())
		}
		if len(l.kept.games) > 0 {
			t.Error("the game that was shown is on record")
		}
		return l
	})
}

// TestKilledWhileHinting kills the process that gives a hint in every turn; the game is the one that would have been
// played.
func TestKilledWhileHinting(t *testing.T) {
	hints := 0
	all := lives(t, 0, uint64(max(1, *kills/20)), min(30, 3*(*kills)/20), 0, 0, func(t *testing.T, seed uint64) *life {
		l := newLife(t, seed, 5, 400)
		orders := make(chan robot.Order, 1)
		l.Orders = orders
		hear := l.Tell
		var turn robot.Event
		l.Tell = func(e robot.Event) {
			switch e.Kind {
			case robot.TurnStarted:
				select {
				case <-orders: // of a process that was killed before it heard it
				default:
				}
				stands := l.world.position(e.Position.Turn)
				if !e.Robots && stands == e.Position && len(l.world.script) == 0 {
					turn = e
					orders <- robot.Order{Command: robot.Hint{}}
					return
				}
			case robot.Hinted:
				hints++
			case robot.TurnGoesOn:
				hear(turn)
				return
			}
			hear(e)
		}
		return l.asIf(newLife(t, seed, 0, 1), false)
	})
	if hints < all.deaths {
		t.Errorf("there were %d hints", hints)
	}
}
