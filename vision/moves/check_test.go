package moves_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// TestCheck expects the robot to take a man from 11 to 15, and shows the check something for two seconds.
func TestCheck(t *testing.T) {
	before := moves.PictureOf(checkers.Start(), calibration.Dark)
	after := before
	after[11], after[15] = none, dark
	tests := []struct {
		name      string
		shown     put
		blur      float64
		want      moves.Outcome
		unchanged bool
		text      string
	}{
		{"done", put{11: none, 15: dark}, 0, moves.Confirmed, false, "The board is as it should be."},
		{"done, in poor light", put{11: none, 15: dark}, 0.15, moves.Confirmed, false, "The board is as it should be."},
		{"nothing happened", nil, 0, moves.Failed, true,
			"Square 11 should be empty but shows a dark piece and square 15 should show a dark piece but is empty."},
		{"dropped", put{11: none}, 0, moves.Failed, false, "Square 15 should show a dark piece but is empty."},
		{"dropped elsewhere", put{11: none, 16: dark}, 0, moves.Failed, false,
			"Square 15 should show a dark piece but is empty and square 16 should be empty but shows a dark piece."},
		{"done, but another piece went along", put{11: none, 15: dark, 8: none}, 0, moves.Failed, false,
			"Square 8 should show a dark piece but is empty."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			table := newTable(checkers.Start(), 1)
			table.blur = tt.blur
			for square, content := range tt.shown {
				table.picture[square] = content
			}
			check := moves.NewCheck(before, after, moves.Options{})
			s := table.look()
			s.Obstructed = true
			if r := check.Observe(s); r.Outcome != moves.NotYet || r.Match.Text.String() != "Something is over the board." {
				t.Errorf("under a hand: %q, %s", r.Outcome, r.Match.Text)
			}
			s.Obstructed, s.Moving = false, true
			if r := check.Observe(s); r.Outcome != moves.NotYet || r.Match.Text.String() != "Something is moving." {
				t.Errorf("in motion: %q, %s", r.Outcome, r.Match.Text)
			}
			var got moves.Result
			looks := 0
			for got.Outcome == moves.NotYet && looks < 20 {
				got = check.Observe(table.look())
				looks++
			}
			if got.Outcome != tt.want || got.Unchanged != tt.unchanged || got.Match.Text.String() != tt.text {
				t.Errorf("%q, unchanged %t: %s", got.Outcome, got.Unchanged, got.Match.Text)
			}
			if want := map[moves.Outcome]int{moves.Confirmed: 2, moves.Failed: 16}[tt.want]; looks != want {
				t.Errorf("after %d looks, not %d", looks, want)
			}
		})
	}
}

// A crown changes no colour; the check then says whether the board is still as it should be.
func TestCheckOfNoChange(t *testing.T) {
	table := newTable(checkers.Start(), 1)
	check := moves.NewCheck(table.picture, table.picture, moves.Options{})
	check.Observe(table.look())
	if r := check.Observe(table.look()); r.Outcome != moves.Confirmed {
		t.Errorf("%q: %s", r.Outcome, r.Match.Text)
	}
}

func TestCheckSeesThroughFlicker(t *testing.T) {
	table := newTable(checkers.Start(), 1)
	check := moves.NewCheck(table.picture, table.picture, moves.Options{})
	for i := range 40 {
		s := table.look()
		s.Odds[21+i%8] = vision.Odds{none: 0.9, light: 0.1}
		if r := check.Observe(s); r.Outcome == moves.Confirmed {
			return
		} else if r.Outcome == moves.Failed {
			t.Fatal(r.Match.Text)
		}
	}
	t.Error("never confirmed")
}

func TestCompare(t *testing.T) {
	start := moves.PictureOf(checkers.Start(), calibration.Dark)
	tests := []struct {
		name   string
		change func(*vision.Sighting)
		shown  bool
		text   string
	}{
		{"the start position", func(*vision.Sighting) {}, true, "The board is as it should be."},
		{"dim but likelier than not", func(s *vision.Sighting) { s.Odds[9] = vision.Odds{none: 0.4, dark: 0.6} }, true,
			"The board is as it should be."},
		{"not sure", func(s *vision.Sighting) { s.Odds[9] = vision.Odds{none: 0.6, dark: 0.4} }, false,
			"Square 9 cannot be made out. Is a piece between squares, or something in the way?"},
		{"a piece in the middle", func(s *vision.Sighting) { s.Odds[18] = vision.Odds{dark: 1} }, false,
			"Square 18 should be empty but shows a dark piece."},
		{"a hand", func(s *vision.Sighting) { s.Obstructed = true }, false, "Something is over the board."},
		{"motion", func(s *vision.Sighting) { s.Moving = true }, false, "Something is moving."},
		{"the other way around", func(s *vision.Sighting) {
			for i := 1; i <= 12; i++ {
				s.Odds[i], s.Odds[33-i] = s.Odds[33-i], s.Odds[i]
			}
		}, false, "Squares 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31 and 32 are " +
			"not as they should be."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newTable(checkers.Start(), 1).look()
			tt.change(&s)
			got := moves.Compare(s, start, moves.Options{})
			if got.Shown != tt.shown || got.Text.String() != tt.text {
				t.Errorf("shown %t: %s", got.Shown, got.Text)
			}
		})
	}
}

func TestDifferenceInWords(t *testing.T) {
	got := fmt.Sprint([]moves.Difference{{18, none, dark}, {9, light, none}, {9, light, dark}})
	want := "[square 18 should be empty but shows a dark piece square 9 should show a light piece but is empty square 9 " +
		"should show a light piece but shows a dark piece]"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for o := moves.NotYet; o <= moves.Failed+1; o++ {
		if o.String() == "" || strings.Contains(o.String(), "unknown") != (o > moves.Failed) {
			t.Errorf("outcome %d is called %q", o, o)
		}
	}
}
