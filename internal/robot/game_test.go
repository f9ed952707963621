package robot_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
	"draughtsman/internal/testkit/expect"
)

// random plays any legal move.
func random(seed uint64) chooser {
	r := rand.New(rand.NewPCG(seed, 11))
	return func(_ int, p checkers.Position) (checkers.Move, bool) {
		moves := p.Moves()
		return moves[r.IntN(len(moves))], true
	}
}

// feats is what a game had of each kind, on the robot's side.
type feats struct{ captures, kingsTaken, crowns, kingMoves int }

func (f *feats) count(g pdn.Game, side checkers.Side) {
	p := g.Start
	for _, m := range g.Moves {
		if p.Turn == side {
			f.captures += m.Captured().Len()
			f.kingsTaken += (m.Captured() & p.Kings).Len()
			if p.Crowns(m) {
				f.crowns++
			}
			if p.At(m.From()).IsKing() {
				f.kingMoves++
			}
		}
		p = p.Play(m)
	}
}

// TestWholeGames plays to the end with either side and either colour. After every ply the table shows the robot's
// position, crowns included.
func TestWholeGames(t *testing.T) {
	var all feats
	for seed := range uint64(12) {
		side, black := checkers.Side(seed%2), calibration.Dark
		if seed/2%2 == 1 {
			black = calibration.Light
		}
		t.Run(fmt.Sprintf("%v, black is %v, seed %d", side, black, seed), func(t *testing.T) {
			m := newMatch(t, black, random(seed))
			m.told = func(robot.Event) {
				if off := m.table.off(side); off > 0.1 {
					t.Fatalf("a disc of the robot's is %.2f squares off its square's centre", off)
				}
			}
			outcome, err := m.play(t.Context(), side)
			expect.OK(t, err)
			if len(m.kept.games) != 1 || m.kept.open {
				t.Fatalf("%d games on record, the last one finished: %t", len(m.kept.games), !m.kept.open)
			}
			game := m.kept.games[0]
			if game.Result != pdn.ResultOf(outcome) || len(game.Moves) != m.plies() {
				t.Errorf("the record has %d of %d moves and the result %v; the game ended: %v", len(game.Moves), m.plies(),
					game.Result, outcome)
			}
			if m.events[len(m.events)-1].Kind != robot.GameOver || m.events[len(m.events)-1].Outcome != outcome {
				t.Errorf("the last thing told is %#v", m.events[len(m.events)-1])
			}
			if said := m.complaints(); len(said) > 0 {
				t.Errorf("said without a reason: %q", said)
			}
			all.count(game, side)
		})
	}
	if all.captures < 20 || all.kingsTaken < 2 || all.crowns < 5 || all.kingMoves < 20 {
		t.Errorf("these games were too tame to tell: %+v", all)
	}
}

// carried is what the plans of the robot's moves were, a line each.
func (m *match) carried() (list []string) {
	for _, e := range m.events {
		if e.Kind == robot.Carrying {
			list = append(list, fmt.Sprintf("%d/%d %s", e.Step, e.Steps, e.Transfer))
		}
	}
	return list
}

func TestSetUpIsAwaited(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t))
	m.table.shift(12, 18, 0, 0)
	m.table.wait(5)
	m.table.reach(func() { m.table.shift(18, 12, 2, 2) })
	m.playOut()
	want := []string{
		"Square 12 should show a dark piece but is empty and square 18 should be empty but shows a dark piece.",
	}
	m.complained(want)
}

// A human who has Black may have moved before the robot is ready.
func TestHumanMovesBeforeTheGameBegins(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t, "11-15", "22-18"))
	start := checkers.Start()
	m.table.play(start, parse(t, start, "11-15"), 5, 5)
	m.told = func(e robot.Event) {
		if e.Kind == robot.TurnStarted && m.plies() == 0 {
			m.table.script = nil // it is done already
		}
	}
	if _, err := m.play(t.Context(), checkers.White); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	m.moved([]string{"11-15", "22-18"})
}

func TestIllegalMoveIsSaidAndWaitedOut(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t, "11-15", "22-18", "15x22", "25x18", "8-11"))
	wrong := false
	m.told = func(e robot.Event) {
		if e.Kind == robot.TurnStarted && !e.Robots && !wrong {
			wrong = true
			right := m.table.script // the legal move, which comes afterwards
			m.table.script = nil
			m.table.reach(func() { m.table.shift(22, 14, 3, 3) })
			m.table.wait(30)
			m.table.reach(func() { m.table.shift(14, 22, 3, 3) })
			m.table.wait(10)
			m.table.later(right...)
		}
	}
	if _, err := m.play(t.Context(), checkers.Black); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	want := []string{
		"A light piece went from 22 to 14, which is not a legal move. Put it back on 22.",
		"The board is as it was; it is White (light) to move.",
	}
	m.complained(want)
	if got := played(m); len(got) != 5 {
		t.Errorf("on record: %v", got)
	}
}

// The human answers while the arm is on its way out of the picture, so that nobody ever sees the table as the robot's
// move left it.
func TestEarlyReply(t *testing.T) {
	for _, moves := range [][]string{
		{"11-16", "22-18"},
		{"11-15", "22-18", "15x22", "25x18"}, // takes the piece just set down
		{"11-15", "22-18", "15x22", "26x17"},
	} {
		robots, reply := len(moves)-2, len(moves)-1
		t.Run(strings.Join(moves, " "), func(t *testing.T) {
			m := newMatch(t, calibration.Dark, scripted(t, moves...))
			m.trusted = true
			m.told = func(e robot.Event) {
				switch e.Kind {
				case robot.Carrying:
					if m.plies() == robots && e.Step == e.Steps {
						m.table.release = func() {
							p := after(t, moves[:reply]...)
							m.table.play(p, parse(t, p, moves[reply]), 5, 5)
						}
					}
				case robot.TurnStarted:
					if m.plies() == reply {
						m.table.script = nil // it is done already
					}
				}
			}
			m.playOut()
			m.moved(moves)
			for _, e := range m.events {
				if e.Kind == robot.Repairing {
					t.Errorf("said: %s", e.Text)
				}
			}
		})
	}
}

func parse(t *testing.T, p checkers.Position, text string) checkers.Move {
	t.Helper()
	m, err := p.ParseMove(text)
	expect.OK(t, err)
	return m
}

// after is the position after some moves.
func after(t *testing.T, moves ...string) checkers.Position {
	t.Helper()
	p := checkers.Start()
	for _, text := range moves {
		p = p.Play(parse(t, p, text))
	}
	return p
}

// played is the moves on record.
func played(m *match) (list []string) {
	for _, move := range m.kept.games[len(m.kept.games)-1].Moves {
		list = append(list, move.String())
	}
	return list
}

// With a key, what the table shows is not believed before the key is pressed.
func TestTurnKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		key := make(chan robot.Order)
		m := newMatch(t, calibration.Dark, scripted(t, "11-15", "22-18", "15x22"))
		m.Orders, m.AwaitTurnOver = key, true
		done := make(chan error)
		go func() {
			_, err := m.play(t.Context(), checkers.White)
			done <- err
		}()
		for ply := 0; ply <= 2; ply += 2 {
			synctest.Wait() // it waits for the key
			if m.plies() != ply {
				t.Fatalf("%d moves were told before the key was pressed, want %d", m.plies(), ply)
			}
			// The press of somebody who does not wait for anybody.
			select {
			case key <- robot.Order{Command: robot.TurnOver{}}:
			default:
				t.Fatal("nobody notices the key")
			}
		}
		if err := <-done; !errors.Is(err, errNoIdea) {
			t.Fatal(err)
		}
		m.moved([]string{"11-15", "22-18", "15x22"})
	})
}

func TestTurnKeyIsNotAwaitedForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMatch(t, calibration.Dark, scripted(t, "11-15"))
		m.AwaitTurnOver = true
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() {
			_, err := m.play(ctx, checkers.White)
			done <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	})
}

// Who makes a king has time to fetch its crown: the arm stays away until that lies there. For a
// crown that nobody fetches it is waited for a while, and the game goes on.
func TestHumanFetchesACrown(t *testing.T) {
	const fetching = 15 // looks
	for _, crowns := range []bool{true, false} {
		for seed, square := uint64(0), checkers.Square(0); square == 0; seed++ { // until White gets a king
			choose := random(seed)
			decided := false
			m := newMatch(t, calibration.Dark, nil)
			m.trusted = !crowns
			m.choose = func(ply int, p checkers.Position) (checkers.Move, bool) {
				move, ok := choose(ply, p)
				if p.Turn == checkers.White && p.Crowns(move) && square == 0 {
					square = move.To()
				}
				return move, ok && !decided
			}
			m.told = func(e robot.Event) {
				switch e.Kind {
				case robot.TurnStarted:
					if e.Robots || square == 0 {
						return
					}
					m.table.later(func() { m.table.takeOff(square); m.table.put(checkers.White, square, 4, -3) })
					m.table.wait(fetching)
					if crowns {
						m.table.reach(func() { m.table.put(checkers.White, square, 4, -3) })
					}
				case robot.Decided:
					decided = square != 0
					if on := len(m.table.on(square)); decided && crowns && on != 2 {
						t.Errorf("seed %d: the robot has decided, and %d discs stand on %d", seed, on, square)
					}
				}
			}
			if _, err := m.play(t.Context(), checkers.Black); err != nil && !errors.Is(err, io.EOF) {
				t.Errorf("seed %d, crowned %t: %v", seed, crowns, err)
			}
			if square != 0 && !decided {
				t.Errorf("seed %d, crowned %t: the robot does not go on", seed, crowns)
			}
		}
	}
}
