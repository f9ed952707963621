package watch_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/watch"
	"draughtsman/vision/moves"
)

// sitting is a session that watches a game, with what it keeps and says.
type sitting struct {
	*watch.Session
	t    *testing.T
	eye  *film
	kept *journal
	told []watch.Event
}

// sit has a session see a game.
func sit(t *testing.T, moved string) *sitting {
	t.Helper()
	s := &sitting{t: t, eye: &film{ends: io.EOF}, kept: &journal{}}
	s.Session = watch.Watch{Eye: s.eye, Journal: s.kept, Tags: rounds,
		Tell: func(e watch.Event) { s.told = append(s.told, e) }}.Session()
	s.eye.play(t, calibration.Dark, false, strings.Fields(moved)...)
	s.look()
	return s
}

// look has it see what the film has left.
func (s *sitting) look() {
	s.t.Helper()
	expect.OK(s.t, s.Run(s.t.Context()))
}

// sees has it see the board after moves from the start position.
func (s *sitting) sees(moved string) {
	s.t.Helper()
	p := checkers.Start()
	for _, text := range strings.Fields(moved) {
		m, err := p.ParseMove(text)
		expect.OK(s.t, err)
		p = p.Play(m)
	}
	s.eye.show(p, calibration.Dark, false)
	s.look()
}

// last is what it said last.
func (s *sitting) last() watch.Event { return s.told[len(s.told)-1] }

func (s *sitting) wants(record, said string) {
	s.t.Helper()
	if s.kept.current != record {
		s.t.Errorf("the record is %q, want %q", s.kept.current, record)
	}
	if text := s.last().Text.String(); !strings.Contains(text, said) {
		s.t.Errorf("it says %q, and %q is not in it", text, said)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	expect.OK(t, err)
}

// A move is corrected; those after it stay as far as they are legal, and what must change on the board is said.
func TestAMoveIsCorrected(t *testing.T) {
	s := sit(t, "11-15 22-18 15x22 25x18")
	must(t, s.Correct(4, "26x17"))
	s.wants("1 11-15 22-18 15x22 26x17",
		"The record is corrected: 26x17 instead of 25x18. The board is to stand as on record: square 17 should show")
	if e := s.last(); e.Kind != moves.Corrected || len(e.Undone) != 1 || len(e.Moves) != 4 {
		t.Errorf("the event is %+v", e)
	}
	s.sees("11-15 22-18 15x22 26x17")
	s.sees("11-15 22-18 15x22 26x17 8-11")
	s.wants("1 11-15 22-18 15x22 26x17 8-11", "Waiting for White")

	s = sit(t, "11-15 23-19 9-14 22-17")
	must(t, s.Correct(1, "12-16")) // 23-19 is legal after it as well, and then Black has to capture
	s.wants("1 12-16 23-19", "12-16 instead of 11-15; it ends before 9-14. The board is to stand as on record: ")
	if again := sit(t, "11-15 22-18"); again.Correct(1, "10-15") != nil || again.kept.current != "1 10-15 22-18" {
		t.Errorf("the record is %q", again.kept.current)
	}
}

// A move that nobody saw is entered; the record goes on with what the board shows after it.
func TestAMoveIsEntered(t *testing.T) {
	s := sit(t, "11-15")
	must(t, s.Add("22-18"))
	s.wants("1 11-15 22-18", "22-18 is put on record by hand. The board is to stand as on record: ")
	s.sees("11-15 22-18 15x22 25x18")
	s.wants("1 11-15 22-18 15x22 25x18", "Waiting for Black")
	var refused *robot.Refusal
	for _, err := range []error{s.Add("22-18"), s.Correct(0, "11-15"), s.Correct(6, "11-15"), s.Correct(1, "1-5")} {
		if !errors.As(err, &refused) {
			t.Errorf("it is not refused: %v", err)
		}
	}
	s.wants("1 11-15 22-18 15x22 25x18", "Waiting for Black")
}

// Moves that a person takes back come off the record, and the board may follow.
func TestMovesAreTakenBack(t *testing.T) {
	s := sit(t, "11-15 22-18")
	must(t, s.TakeBack(1))
	s.wants("1 11-15", "Put the pieces back as they stood before 22-18. The board is to stand as on record: ")
	if !s.last().Awaited {
		t.Error("the game goes on without the board")
	}
	s.sees("11-15 22-18")
	s.wants("1 11-15", "The board is to stand")
	s.sees("11-15")
	s.sees("11-15 23-19")
	s.wants("1 11-15 23-19", "Waiting for Black")
	must(t, s.TakeBack(2))
	s.wants("1", "before 11-15.")
	var refused *robot.Refusal
	if err := s.TakeBack(1); !errors.As(err, &refused) {
		t.Errorf("it is not refused: %v", err)
	}
	s.sees("")
	s.sees("12-16")
	s.wants("1 12-16", "Waiting for White")
}

// A new game begins when its first position stands, or with whatever stands; the one before stays on record.
func TestANewGameIsAskedFor(t *testing.T) {
	s := sit(t, "11-15 22-18 15x22 25x18 8-11")
	must(t, s.NewGame(checkers.Position{}))
	s.wants("", "Set up the position, please. The board is to stand as on record: ")
	s.sees("11-15 22-18 15x22 25x18 8-11")
	if !s.last().Awaited {
		t.Error("the game has begun without its first position")
	}
	s.sees("")
	s.sees("9-13")
	s.wants("2 9-13", "Waiting for White")
	must(t, s.GoOnAsItStands(checkers.White))
	s.sees("11-15 22-18 15x22 25x18 8-11 29-25 4-8")
	if e := s.last(); e.Awaited || e.Position.Turn != checkers.White || len(e.Moves) > 0 {
		t.Errorf("it goes on with %s, and says %q", e.Position.FEN(), e.Text)
	}
	s.sees("11-15 22-18 15x22 25x18 8-11 29-25 4-8 24-19")
	s.wants("3 24-19", "Waiting for Black")
	if diff := cmp.Diff([]string{"1 11-15 22-18 15x22 25x18 8-11", "2 9-13"}, s.kept.games); diff != "" {
		t.Errorf("kept are %s", diff)
	}
}
