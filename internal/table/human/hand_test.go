package human_test

import (
	"math"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

// alone lets a human live without a world, tick by tick, until look says that it has seen enough. A disc in the hand
// goes along with it; the game goes on when the human's hand is gone.
func alone(t *testing.T, o human.Options, s *world.State, look func(s *world.State, busy bool) (enough bool)) {
	t.Helper()
	l := world.DefaultLayout()
	h := human.New(o)
	for s.Now = 0; s.Now < time.Minute; s.Now += world.Tick {
		h.Advance(s, world.Tick)
		if d := s.Disc(s.Hand.Held); d != nil {
			d.At = world.Point{X: s.Hand.At.X, Y: s.Hand.At.Y, Z: max(0, s.Hand.At.Z-l.DiscHeight)}
		}
		if p, _ := l.Position(s); !s.Hand.Visible {
			for _, m := range s.Game.Moves() {
				if after := s.Game.Play(m); after.Black == p.Black && after.White == p.White {
					s.Game = after
				}
			}
		}
		if look(s, h.Busy()) {
			return
		}
	}
}

func TestTheHandMovesSmoothly(t *testing.T) {
	s := world.NewState(world.DefaultLayout(), checkers.Start(), 1)
	o := human.Options{Sides: func(int) checkers.Side { return checkers.Black }, Hesitations: 1, Mistakes: .5, Seed: 3,
		Sloppiness: .18}
	var last *world.Hand
	alone(t, o, &s, func(s *world.State, _ bool) bool {
		now := s.Hand
		if last != nil && last.Visible && now.Visible {
			d := math.Hypot(math.Hypot(now.At.X-last.At.X, now.At.Y-last.At.Y), now.At.Z-last.At.Z)
			if d > 6 {
				t.Fatalf("%v: the hand jumps %.1f mm in a tick", s.Now, d)
			}
		}
		if edge := 300.0; last != nil && last.Visible != now.Visible && now.At.Y < edge {
			t.Fatalf("%v: the hand comes or goes at %v, within sight", s.Now, now.At)
		}
		if now.Visible && now.Seat != checkers.Black {
			t.Fatalf("Black's hand comes from %v's seat", now.Seat)
		}
		last = &now
		return s.Game.Turn == checkers.White
	})
	if s.Game.Turn != checkers.White {
		t.Error("no move was made in a minute")
	}
}

func TestAPlainMoveTakesTwoSeconds(t *testing.T) {
	s := world.NewState(world.DefaultLayout(), checkers.Start(), 1)
	var begin, end time.Duration
	o := human.Options{Sides: func(int) checkers.Side { return checkers.Black }}
	alone(t, o, &s, func(s *world.State, busy bool) bool {
		if busy && begin == 0 {
			begin = s.Now
		}
		end = s.Now
		return begin > 0 && !busy
	})
	if took := end - begin; took < 1500*time.Millisecond || took > 3*time.Second {
		t.Errorf("a move took %v", took)
	}
	if begin < 2*time.Second {
		t.Errorf("the game began after %v, before anybody could look at the board", begin)
	}
}

func TestTheHumanWaits(t *testing.T) {
	home := world.Point{X: 300, Y: 260, Z: 75}
	for _, c := range []struct {
		name   string
		change func(s *world.State)
	}{
		{"for its turn", func(s *world.State) { s.Game.Turn = checkers.White }},
		{"while the tool is over the board", func(s *world.State) { s.Tool.At = world.Point{X: 10, Z: 80} }},
		{"while the tool moves", func(s *world.State) { s.Tool.At.X = home.X + float64(s.Now%(2*world.Tick)) }},
		{"while the tool holds a disc", func(s *world.State) { s.Tool.Held = 0 }},
		{"while a piece is missing", func(s *world.State) { s.Discs[3].At.X = 400 }},
		{"while a piece stands where it should not", func(s *world.State) { s.Discs[3].At = world.Point{X: 20, Y: 20} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := world.NewState(world.DefaultLayout(), checkers.Start(), 1)
			o := human.Options{Sides: func(int) checkers.Side { return checkers.Black }}
			alone(t, o, &s, func(s *world.State, busy bool) bool {
				c.change(s)
				if busy || s.Hand.Visible {
					t.Fatalf("%v: the hand is on its way", s.Now)
				}
				return s.Now > 10*time.Second
			})
		})
	}
}

func TestDictatedMoves(t *testing.T) {
	want, err := checkers.Start().ParseMove("11-16")
	expect.OK(t, err)
	elsewhere, err := checkers.Start().Play(want).ParseMove("22-18")
	expect.OK(t, err)
	asked := 0
	o := human.Options{
		Sides: func(int) checkers.Side { return checkers.Black },
		Next: func(p checkers.Position) (checkers.Move, bool) {
			if p != checkers.Start() {
				t.Errorf("asked for a move in\n%s", p)
			}
			switch asked++; {
			case asked < 100:
				return checkers.Move{}, false
			case asked < 200:
				return elsewhere, true // not legal: ignored
			}
			return want, true
		},
	}
	s := world.NewState(world.DefaultLayout(), checkers.Start(), 1)
	alone(t, o, &s, func(s *world.State, _ bool) bool { return s.Game.Turn == checkers.White })
	if s.Game != checkers.Start().Play(want) || asked != 200 {
		t.Errorf("after %d questions the game stands at\n%s", asked, s.Game)
	}
}

func TestAManStaysSingleWithoutReserve(t *testing.T) {
	p, err := checkers.ParseFEN("B:W32:B27")
	expect.OK(t, err)
	s := world.NewState(world.DefaultLayout(), p, 1)
	s.Discs = s.Discs[:2] // no spares
	o := human.Options{Sides: func(int) checkers.Side { return checkers.Black }}
	alone(t, o, &s, func(s *world.State, _ bool) bool { return s.Game.Turn == checkers.White })
	if s.Game.Turn != checkers.White || !s.Game.Kings.Has(31) {
		t.Errorf("the game stands at\n%s", s.Game)
	}
}

// A hand goes back when the arm moves, with the disc that it holds, stays away until the arm rests beside the board,
// and then goes on with its move.
func TestTheHandGivesWayToTheArm(t *testing.T) {
	s := world.NewState(world.DefaultLayout(), checkers.Start(), 1)
	home := s.Tool.At
	var lifted, back time.Duration
	const works = 4 * time.Second // the arm, over the board
	o := human.Options{Sides: func(int) checkers.Side { return checkers.Black }}
	alone(t, o, &s, func(s *world.State, busy bool) bool {
		if lifted == 0 && s.Hand.Held != world.NoDisc {
			lifted = s.Now
		}
		since := s.Now - lifted
		if lifted == 0 || since > works {
			s.Tool.At = home
			if lifted > 0 && back == 0 && s.Hand.Visible {
				back = s.Now
			}
			return lifted > 0 && !busy
		}
		s.Tool.At = world.Point{X: 20 + since.Seconds(), Z: 80}
		if since > 3*time.Second/2 && (s.Hand.Visible || s.Hand.Held == world.NoDisc) {
			t.Fatalf("%v after the arm began the hand is at %v and holds %d", since, s.Hand.At, s.Hand.Held)
		}
		return false
	})
	if lifted == 0 || s.Game.Turn != checkers.White {
		t.Errorf("a disc was lifted at %v, the game stands at\n%s", lifted, s.Game)
	}
	if waited := back - lifted - works; waited < 300*time.Millisecond {
		t.Errorf("the hand came back %v after the arm", waited)
	}
}

// A hand that has made a mistake says so as long as that stands.
func TestAHandKnowsItsMistakes(t *testing.T) {
	l := world.DefaultLayout()
	s := world.NewState(l, checkers.Start(), 1)
	o := human.Options{Sides: func(int) checkers.Side { return checkers.Black }, Mistakes: 1, Seed: 3}
	wrong := false
	alone(t, o, &s, func(s *world.State, _ bool) bool {
		p, sound := l.Position(s)
		stands := sound && !s.Hand.Visible && (p.Black != s.Game.Black || p.White != s.Game.White)
		if stands && !s.Hand.Errs {
			t.Fatalf("%v: %s stands in place of %s, and is no mistake", s.Now, p.FEN(), s.Game.FEN())
		}
		wrong = wrong || stands
		return wrong && s.Game.Turn == checkers.White
	})
	if !wrong || s.Game.Turn != checkers.White || s.Hand.Errs {
		t.Errorf("a mistake stood: %t; in the end the game stands at %s, and that is a mistake: %t", wrong, s.Game.FEN(),
			s.Hand.Errs)
	}
}
