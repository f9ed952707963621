package robot_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/engine"
	"draughtsman/internal/robot"
)

// TestTeaching has the robot say what the human's move has lost before it answers. The human takes the move back, by
// the arm, by hand or without a word, and plays another one, or goes on; until then the arm does not move.
func TestTeaching(t *testing.T) {
	const blunder = "22-17"
	for _, c := range []struct {
		name string
		want []string
		does func(m *match, orders chan robot.Order, before []disc)
	}{
		{"goes on", []string{"11-15", blunder, "9-14"}, func(_ *match, orders chan robot.Order, _ []disc) {
			orders <- robot.Order{Command: robot.GoOn{}}
		}},
		{"by the arm", []string{"11-15", blunder, "22-18", "15x22"}, func(_ *match, orders chan robot.Order, _ []disc) {
			orders <- robot.Order{Command: robot.TakeBack{Plies: 2}} // the last two, of which one is not made yet
		}},
		{"without a word", []string{"11-15", blunder, "22-18", "15x22"}, func(m *match, _ chan robot.Order, before []disc) {
			m.table.wait(3)
			m.table.reach(func() { m.table.discs = before })
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMatch(t, "dark", nil)
			orders, warned := make(chan robot.Order, 1), 0
			m.Orders = orders
			var before []disc
			sides := [2][]string{}
			for i, move := range c.want {
				side := i % 2
				if i > 1 && len(c.want) > 3 { // the second of them was taken back
					side = 1 - side
				}
				sides[side] = append(sides[side], move)
			}
			m.choose = func(_ int, p checkers.Position) (checkers.Move, bool) {
				list := &sides[p.Turn]
				if len(*list) == 0 {
					return checkers.Move{}, false
				}
				if p.Turn == checkers.White {
					before = slices.Clone(m.table.discs)
				}
				move := parse(t, p, (*list)[0])
				*list = (*list)[1:]
				return move, true
			}
			m.Lost = func(_ context.Context, game *checkers.Game) (engine.Loss, error) {
				moves := game.Moves()
				if last := moves[len(moves)-1]; last.String() == blunder {
					return engine.Loss{Move: last, Reply: parse(t, game.Position(), "9-14"), Men: 1}, nil
				}
				return engine.Loss{}, nil
			}
			calls := 0
			m.told = func(e robot.Event) {
				switch e.Kind {
				case robot.Warned:
					if warned++; e.Text.String() != "22-17 loses a man, because of 9-14: take it back, or go on." {
						t.Errorf("it says %q", e.Text)
					}
					calls = m.table.calls
					m.table.wait(20)
					m.table.later(func() {
						if m.table.calls != calls {
							t.Error("the arm moves before there is an answer")
						}
						c.does(m, orders, before)
					})
					orders <- robot.Order{Command: robot.Hint{}, Answer: func(err error) {
						if err == nil || !strings.HasPrefix(err.Error(), "Take your move back") {
							t.Errorf("a hint: %v", err)
						}
					}}
				}
			}
			if _, err := m.play(t.Context(), checkers.Black); !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			var told []string
			for _, e := range m.events {
				if e.Kind == robot.Played {
					told = append(told, e.Move.String())
				}
			}
			if !slices.Equal(told, c.want) {
				t.Errorf("%v are played, want %v", told, c.want)
			}
			if warned != 1 {
				t.Errorf("it warns %d times", warned)
			}
		})
	}
}
