package robot_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
)

// regrets is a life in which the human takes moves back: by the arm, by hand after saying so, or without a word.
type regrets struct {
	*life
	random *rand.Rand
	orders chan robot.Order
	// forgets is of a robot that may be killed, and then does not know whether discs were taken out of the tray: the
	// human leaves the tray alone.
	forgets bool
	left    int            // times that moves are taken back until the end of the game
	stood   map[int][]disc // the table before each ply
	taken   struct{ byArm, byHand, silently, captures, crowns, deepest int }
}

func newRegrets(t *testing.T, seed uint64, times, deaths, every int) *regrets {
	r := &regrets{life: newLife(t, seed, deaths, every), random: rand.New(rand.NewPCG(seed, 21)), left: times,
		orders: make(chan robot.Order, 1), stood: map[int][]disc{},
		forgets: deaths > 0}
	r.Orders = r.orders
	hear := r.Tell
	r.Tell = func(e robot.Event) {
		switch e.Kind {
		case robot.TurnStarted:
			if stands := r.world.position(e.Position.Turn); stands == e.Position && len(r.world.script) == 0 {
				r.stood[r.ply(e.Position)] = slices.Clone(r.world.discs)
			}
			if !e.Robots && r.regret(e.Position) {
				return
			}
		case robot.TakingBack:
			if e.ByHand && r.world.position(e.Position.Turn) != e.Position {
				ply := r.ply(e.Position) - len(e.Moves)
				careless := r.forgets || r.random.IntN(2) == 0 && !r.crownedSince(ply)
				r.world.reach(func() { r.putBack(ply, careless) })
			}
		case robot.TakenBack:
			r.count(e)
			if truth := r.world.position(e.Position.Turn); truth != e.Position {
				t.Fatalf("after %v were taken back the robot believes in %s, the table has %s", e.Moves, e.Position.FEN(),
					truth.FEN())
			}
		}
		hear(e)
	}
	return r
}

// regret takes moves back, sometimes, in place of moving.
func (r *regrets) regret(now checkers.Position) bool {
	tb := r.world.table
	ply := r.ply(now)
	stands := tb.position(now.Turn)
	if r.left == 0 || ply < 3 || len(tb.script) > 0 || stands != now || r.random.IntN(3) > 0 {
		return false
	}
	r.left--
	plies := 1 + r.random.IntN(min(6, ply))
	even := min(plies+plies%2, ply-ply%2)
	choice := r.random.IntN(3)
	if r.forgets && (r.crownedSince(ply-plies) || r.crownedSince(ply-even)) {
		choice = 0
	}
	switch choice {
	case 0:
		r.orders <- robot.Order{Command: robot.TakeBack{Plies: plies}}
	case 1:
		r.orders <- robot.Order{Command: robot.TakeBack{Plies: plies, ByHand: true}}
	default:
		tb.wait(2)
		tb.reach(func() { r.putBack(ply-even, r.forgets) })
		r.taken.silently++
	}
	return true
}

// crownedSince reports whether a man was crowned since a ply.
func (r *regrets) crownedSince(ply int) bool {
	p := r.last().Start
	for i, m := range r.last().Moves {
		if i >= ply && p.Crowns(m) {
			return true
		}
		p = p.Play(m)
	}
	return false
}

func (r *regrets) count(e robot.Event) {
	p := e.Position
	for _, m := range e.Moves {
		if m.IsCapture() {
			r.taken.captures++
		}
		if p.Crowns(m) {
			r.taken.crowns++
		}
		p = p.Play(m)
	}
	r.taken.deepest = max(r.taken.deepest, len(e.Moves))
}

// putBack makes the table what it was before a ply, as a human does. One that is careless leaves what was captured in
// the tray, and takes other discs.
func (r *regrets) putBack(ply int, careless bool) {
	tb := r.world.table
	was := r.stood[ply]
	if careless {
		was = slices.DeleteFunc(slices.Clone(was), func(d disc) bool { return tb.square(d.at) == 0 })
		for _, d := range tb.discs {
			if tb.square(d.at) == 0 {
				was = append(was, d)
			}
		}
	}
	tb.discs = slices.Clone(was)
	for s := range checkers.Board8.All().All() {
		if r.random.IntN(6) == 0 {
			tb.nudge(s, 6*r.random.Float64()-3, 6*r.random.Float64()-3)
		}
	}
}

// Moves are taken back by the arm, by hand and without a word, one to six at a time, over captures and crownings; the
// game that is played in the end is the one that would have been played, and the table shows it after each move.
func TestTakenBack(t *testing.T) {
	var all struct{ byArm, byHand, silently, captures, crowns, deepest int }
	lives(t, 0, 12, 0, 0, 0, func(t *testing.T, seed uint64) *life {
		r := newRegrets(t, seed, 6, 0, 1)
		r.asIf(newLife(t, seed, 0, 1), true)
		all.silently += r.taken.silently
		all.captures += r.taken.captures
		all.crowns += r.taken.crowns
		all.deepest = max(all.deepest, r.taken.deepest)
		return r.life
	})
	t.Logf("%+v", all)
	if all.captures < 10 || all.crowns == 0 || all.deepest < 6 || all.silently < 5 {
		t.Errorf("what was taken back is too tame to tell: %+v", all)
	}
}

// TestKilledWhileTakingBack kills the process while moves are taken back, and in between; nothing is lost.
func TestKilledWhileTakingBack(t *testing.T) {
	if testing.Short() {
		t.Skip("plays dozens of games")
	}
	lives(t, 0, uint64(*kills/10), 3**kills/10, 0, 0, func(t *testing.T, seed uint64) *life {
		return newRegrets(t, seed, 8, 5, 300).asIf(newLife(t, seed, 0, 1), true)
	})
}
