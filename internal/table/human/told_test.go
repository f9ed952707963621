package human_test

import (
	"strings"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

// Who counts repetitions takes a game for over when a position has stood three times; who is told of draws, when told.
func TestDraws(t *testing.T) {
	const rounds = 2 // in which the kings go to and fro
	for name, told := range map[string]bool{"counts": false, "is told": true} {
		t.Run(name, func(t *testing.T) {
			position, err := checkers.ParseFEN("B:WK32:BK1")
			expect.OK(t, err)
			s := world.NewState(world.DefaultLayout(), position, 1)
			h := human.New(human.Options{ArmSetsUp: true, Told: told})
			waits := func() { pass(h, &s, 10*time.Second) }
			h.Advance(&s, world.Tick)
			for range rounds {
				for _, text := range []string{"1-5", "32-28", "5-1", "28-32"} {
					move, err := s.Game.ParseMove(text)
					expect.OK(t, err)
					s.Game = s.Game.Play(move)
					h.Advance(&s, world.Tick)
				}
			}
			waits()
			if over := s.Game.Occupied() == 0; over == told {
				t.Errorf("the game is over: %t", over)
			}
			s.GivenUp = true
			waits()
			if s.Game.Occupied() != 0 {
				t.Error("the game that is given up goes on")
			}
		})
	}
}

// pass has a human spend a time at the table.
func pass(h *human.Human, s *world.State, d time.Duration) {
	for end := s.Now + d; s.Now < end; s.Now += world.Tick {
		h.Advance(s, world.Tick)
	}
}

// Who listens does not begin a game that stands ready before the robot says so.
func TestBeginnings(t *testing.T) {
	for name, told := range map[string]bool{"sees": false, "is told": true} {
		t.Run(name, func(t *testing.T) {
			position, err := checkers.ParseFEN("B:W32:B1")
			expect.OK(t, err)
			l := world.DefaultLayout()
			s := world.NewState(l, position, 1)
			h := human.New(human.Options{ArmSetsUp: true, Told: told})
			waits := func() { pass(h, &s, 2*time.Second) }
			waits()
			s.Discs = world.NewState(l, checkers.Start(), 1).Discs
			waits()
			if begun := s.Game == checkers.Start(); begun == told {
				t.Errorf("before it is told, the game has begun: %t", begun)
			}
			s.Begun = true
			waits()
			if s.Game != checkers.Start() {
				t.Error("the game does not begin")
			}
		})
	}
}

// Who listens knows that a game is on although a piece does not stand where it should.
func TestAGameBeginsWithAPieceAstray(t *testing.T) {
	position, err := checkers.ParseFEN("W:W:B1")
	expect.OK(t, err)
	l := world.DefaultLayout()
	s := world.NewState(l, position, 1)
	h := human.New(human.Options{ArmSetsUp: true, Told: true})
	waits := func() { pass(h, &s, 10*time.Second) }
	waits()
	s.Discs = world.NewState(l, checkers.Start(), 1).Discs
	s.Discs[0].At.X += l.Square
	waits()
	if s.Game.Occupied() != 0 {
		t.Error("the game begins before it is told")
	}
	s.Begun = true
	waits()
	if s.Game != checkers.Start() {
		t.Errorf("the game is %s", s.Game.FEN())
	}
}

// Who listens does not clear the board before the robot says that the game is over.
func TestEndings(t *testing.T) {
	for name, fen := range map[string]string{
		"sees": "B:W32:B", "is told": "B:W32:B", "sees, has lost": "W:W:B1", "is told, has lost": "W:W:B1",
	} {
		told := strings.HasPrefix(name, "is told")
		t.Run(name, func(t *testing.T) {
			position, err := checkers.ParseFEN(fen)
			expect.OK(t, err)
			s := world.NewState(world.DefaultLayout(), position, 1)
			s.Begun = true
			h := human.New(human.Options{ArmSetsUp: true, Told: told})
			waits := func() { pass(h, &s, 10*time.Second) }
			waits()
			if cleared := s.Game.Occupied() == 0; cleared == told {
				t.Errorf("before it is told, the board is cleared: %t", cleared)
			}
			s.Begun = false
			waits()
			if s.Game.Occupied() != 0 {
				t.Error("the game is not taken for over")
			}
		})
	}
}
