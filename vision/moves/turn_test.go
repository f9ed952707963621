package moves_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/testkit/expect"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

const (
	none  = vision.Nothing
	light = vision.LightPiece
	dark  = vision.DarkPiece
)

// put is the changes to a board, by square.
type put map[checkers.Square]vision.Content

// scenes are things that happen on a board, each from a position whose Black has the dark pieces: changes one after
// another, and what the follower must have said when each has stayed for two seconds.
var scenes = []struct {
	name string
	fen  string
	then []put
	want []moves.Kind
}{
	{"nothing happens", "", []put{{}}, []moves.Kind{moves.Waiting}},
	{"a man moves", "", []put{{11: none, 15: dark}}, []moves.Kind{moves.Accepted}},
	{"two moves", "", []put{{11: none, 15: dark}, {22: none, 18: light}, {15: none, 18: none, 22: dark}},
		[]moves.Kind{moves.Accepted, moves.Accepted, moves.Accepted}},
	{"a man moves too far and goes back", "", []put{{11: none, 19: dark}, {11: dark, 19: none}, {}},
		[]moves.Kind{moves.Illegal, moves.Restored, moves.Waiting}},
	{"a man moves too far, then right", "", []put{{11: none, 19: dark}, {19: none, 15: dark}},
		[]moves.Kind{moves.Illegal, moves.Accepted}},
	{"the wrong side moves", "", []put{{22: none, 18: light}}, []moves.Kind{moves.Illegal}},
	{"a man moves backwards", "B:W32:B18,2", []put{{18: none, 15: dark}}, []moves.Kind{moves.Illegal}},
	{"a king moves backwards", "B:W32:BK18,2", []put{{18: none, 15: dark}}, []moves.Kind{moves.Accepted}},
	{"a capture is passed over", "B:W18,32:B15,1", []put{{1: none, 6: dark}}, []moves.Kind{moves.Illegal}},
	{"a piece is missing", "", []put{{12: none}}, []moves.Kind{moves.Illegal}},
	{"a piece too many", "", []put{{18: dark}}, []moves.Kind{moves.Illegal}},
	{"a piece becomes another", "", []put{{9: light}}, []moves.Kind{moves.Illegal}},
	{"a move and a theft", "", []put{{11: none, 15: dark, 30: none}}, []moves.Kind{moves.Illegal}},
	{"the board is cleared", "B:W18,22,32:B1,2,7,10",
		[]put{{18: none, 22: none, 32: none, 1: none, 2: none, 7: none, 10: none}}, []moves.Kind{moves.Illegal}},
	{"a capture", "B:W18:B15", []put{{15: none, 18: none, 22: dark}}, []moves.Kind{moves.Accepted}},
	{"the captured piece stays, then goes", "B:W18,32:B15", []put{{15: none, 22: dark}, {18: none}},
		[]moves.Kind{moves.Unfinished, moves.Accepted}},
	{"two captured pieces stay", "W:W18,32:B15,8", []put{{18: none, 4: light}}, []moves.Kind{moves.Unfinished}},
	{"one of two captured pieces stays", "W:W18,32:B15,8", []put{{18: none, 4: light, 8: none}},
		[]moves.Kind{moves.Unfinished}},
	{"only the first jump is made", "W:W18,32:B15,8", []put{{18: none, 11: light, 15: none},
		{11: none, 8: none, 4: light}},
		[]moves.Kind{moves.Unfinished, moves.Accepted}},
	{"the first of two jumps, nothing taken off", "W:W18,32:B15,8", []put{{18: none, 11: light}},
		[]moves.Kind{moves.Unfinished}},
	{"the captured piece goes first", "B:W18,32:B15", []put{{18: none}, {15: none, 22: dark}},
		[]moves.Kind{moves.Unfinished, moves.Accepted}},
	{"a jump with two ways on", "W:W18,32:B15,7,8", []put{{18: none, 11: light, 15: none}},
		[]moves.Kind{moves.Unfinished}},
	{"a capture put back", "B:W18,32:B15", []put{{15: none, 22: dark}, {15: dark, 22: none}},
		[]moves.Kind{moves.Unfinished, moves.Restored}},
	{"two paths to the same result", "W:WK31:B26,27,18,19", []put{{26: none, 27: none, 18: none, 19: none}},
		[]moves.Kind{moves.Accepted}},
	{"a man is crowned and captures no further", "W:W11:B8,3", []put{{11: none, 8: none, 4: light}},
		[]moves.Kind{moves.Accepted}},
	{"the game is over", "B:W32:B", []put{{}, {32: none, 28: light}}, []moves.Kind{moves.Waiting, moves.Illegal}},
}

// TestScenes checks what the follower makes of each scene and, against a golden file, the sentences.
func TestScenes(t *testing.T) {
	var said strings.Builder
	for _, scene := range scenes {
		t.Run(scene.name, func(t *testing.T) {
			p := checkers.Start()
			if scene.fen != "" {
				p = position(t, scene.fen)
			}
			table, follower := newTable(p, 1), turn(p, moves.Options{BlackPieces: calibration.Dark})
			for i, change := range scene.then {
				for square, content := range change {
					table.picture[square] = content
				}
				// what is said once is the last but Waiting that is said
				var last, once moves.Verdict
				for range 20 {
					last = follower.Observe(table.look())
					if last.Kind == moves.Accepted || last.Kind == moves.Restored {
						once = last
					}
				}
				if once.Kind != moves.Waiting {
					last = once
				}
				if last.Kind != scene.want[i] {
					t.Errorf("after change %d the verdict is %q (%s), not %q", i+1, last.Kind, last.Text, scene.want[i])
				}
				fmt.Fprintf(&said, "%s: %s\n  %s\n", scene.name, last.Kind, last.Text)
			}
		})
	}
	expect.Golden(t, "testdata/sentences.txt", said.String())
}

func TestVerdictFields(t *testing.T) {
	p := position(t, "W:W18,32:B15,7,8")
	table, follower := newTable(p, 1), turn(p, moves.Options{})
	table.picture[18], table.picture[11] = none, light
	var got moves.Verdict
	for range 20 {
		got = follower.Observe(table.look())
	}
	want := moves.Verdict{
		Kind: moves.Unfinished, Text: got.Text,
		At: 11, Next: []checkers.Square{2, 4}, TakeOff: []checkers.Square{15},
		Differences: []moves.Difference{{Square: 11, Expected: none, Seen: light},
			{Square: 18, Expected: light, Seen: none}},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateComparable(checkers.Move{})); diff != "" {
		t.Error(diff)
	}
	if follower.Position() != p {
		t.Error("an unfinished capture changed the position")
	}
}

// White's king takes four pieces around a diamond, either way, and comes back.
func TestTwoPathsOneResult(t *testing.T) {
	p := position(t, "W:WK31:B26,27,18,19")
	table, follower := newTable(p, 1), turn(p, moves.Options{})
	for _, s := range []checkers.Square{26, 27, 18, 19} {
		table.picture[s] = none
	}
	for range 10 {
		if v := follower.Observe(table.look()); v.Kind == moves.Accepted {
			if v.Moves[0] != p.Moves()[0] || !strings.Contains(v.Text.String(), " (or ") {
				t.Errorf("%s The legal moves are %v", v.Text, p.Moves())
			}
			return
		}
	}
	t.Error("the capture was not accepted")
}

func TestLightBlackPieces(t *testing.T) {
	p := checkers.Start()
	table, follower := newTable(p, 1), turn(p, moves.Options{BlackPieces: calibration.Light})
	table.picture = moves.PictureOf(p, calibration.Light)
	if table.picture[1] != light || table.picture[32] != dark || table.picture[15] != none {
		t.Fatalf("the picture of the start is %v", table.picture)
	}
	if v := follower.Observe(table.look()); v.Text.String() != "Waiting for Black (light) to move." {
		t.Errorf("says %q", v.Text)
	}
	table.picture[11], table.picture[19] = none, light
	var v moves.Verdict
	for range 30 {
		v = follower.Observe(table.look())
	}
	if want := "A light piece went from 11 to 19, which is not a legal move. Put it back on 11."; v.Text.String() != want {
		t.Errorf("says %q, not %q", v.Text, want)
	}
}

func names(kinds []moves.Kind) (list []string) {
	for _, k := range kinds {
		list = append(list, k.String())
	}
	return list
}

// TestWhen checks what is said at which time.
func TestWhen(t *testing.T) {
	p := checkers.Start()
	table, follower := newTable(p, 1), turn(p, moves.Options{})
	kinds := func(n int, look func() vision.Sighting) (list []moves.Kind) {
		for range n {
			list = append(list, follower.Observe(look()).Kind)
		}
		return list
	}
	check := func(what string, got []moves.Kind, want ...moves.Kind) {
		t.Helper()
		if diff := cmp.Diff(names(want), names(got)); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
	moving := func() vision.Sighting { s := table.look(); s.Moving = true; return s }
	hand := func() vision.Sighting { s := table.look(); s.Obstructed = true; return s }

	check("at first", kinds(2, table.look), moves.Waiting, moves.Waiting)
	table.picture[11], table.picture[15] = none, dark
	check("while it moves", kinds(32, moving)[29:], moves.Settling, moves.Moving, moves.Moving)
	check("under a hand", kinds(2, hand), moves.Obstructed, moves.Obstructed)
	check("when it is still", kinds(4, table.look), moves.Settling, moves.Settling, moves.Settling, moves.Accepted)
	table.picture[12], table.picture[13] = none, dark
	said := kinds(16, table.look)
	check("something wrong", said[13:], moves.Settling, moves.Settling, moves.Illegal)
	check("and again with a hand between", kinds(2, hand), moves.Settling, moves.Settling)
	check("it takes as long", kinds(16, table.look)[14:], moves.Settling, moves.Illegal)
	table.picture[12], table.picture[13] = dark, none
	check("put right", kinds(5, table.look), moves.Settling, moves.Settling, moves.Settling, moves.Restored,
		moves.Waiting)
}

// A single good-looking reading between others changes nothing.
func TestAcceptingNeedsConsecutiveReadings(t *testing.T) {
	p := checkers.Start()
	table, follower := newTable(p, 1), turn(p, moves.Options{})
	before, after := table.picture, table.picture
	after[11], after[15] = none, dark
	for i := range 40 {
		table.picture = before
		if i%4 > 1 {
			table.picture = after
		}
		if v := follower.Observe(table.look()); v.Kind != moves.Waiting && v.Kind != moves.Settling {
			t.Fatalf("said %q", v.Kind)
		}
	}
}

func TestUnclear(t *testing.T) {
	p := checkers.Start()
	unsure := vision.Odds{none: 0.5, dark: 0.25, light: 0.25}
	tests := []struct {
		name   string
		unread []checkers.Square
		odds   vision.Odds
		want   string
	}{
		{"one square", []checkers.Square{10}, unsure,
			"Square 10 cannot be made out. Is a piece between squares, or something in the way?"},
		{"three squares", []checkers.Square{1, 9, 10}, unsure,
			"Squares 1, 9 and 10 cannot be made out. Are pieces between squares, or is something in the way?"},
		{"odds that are none", []checkers.Square{4}, vision.Odds{}, "Square 4 cannot be made out."},
		{"odds below nothing", []checkers.Square{4}, vision.Odds{-1, 1, 1}, "Square 4 cannot be made out."},
		{"most of the board", []checkers.Square{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 21, 22, 23, 24, 25}, unsure,
			"Most of the board cannot be made out. Has the light changed, or the camera moved?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			table, follower := newTable(p, 1), turn(p, moves.Options{})
			var v moves.Verdict
			for range 20 {
				s := table.look()
				for _, square := range tt.unread {
					s.Odds[square] = tt.odds
				}
				v = follower.Observe(s)
			}
			if v.Kind != moves.Unclear || !strings.HasPrefix(v.Text.String(), tt.want) {
				t.Errorf("said %q: %s", v.Kind, v.Text)
			}
			if diff := cmp.Diff(tt.unread, v.Unread); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Where a move is always the likeliest and never sure, a person is asked.
func TestNeverSure(t *testing.T) {
	p := checkers.Start()
	table, follower := newTable(p, 1), turn(p, moves.Options{})
	check := moves.NewCheck(moves.PictureOf(p, calibration.Dark),
		moves.PictureOf(p.Play(p.Moves()[0]), calibration.Dark), moves.Options{})
	m := p.Moves()[0]
	table.picture[m.From()], table.picture[m.To()] = none, dark
	var v moves.Verdict
	var r moves.Result
	for range 20 {
		s := table.look()
		s.Odds[m.To()] = vision.Odds{none: 0.35, dark: 0.65}
		v, r = follower.Observe(s), check.Observe(s)
	}
	if want := []checkers.Square{m.To()}; v.Kind != moves.Unclear || !slices.Equal(v.Unread, want) {
		t.Errorf("said %q: %s", v.Kind, v.Text)
	}
	if want := []checkers.Square{m.To()}; r.Outcome != moves.Failed || !slices.Equal(r.Match.Unread, want) {
		t.Errorf("the check is %q: %s", r.Outcome, r.Match.Text)
	}
}

// A square that flickers spoils every reading, not the move.
func TestFlickeringSquareDoesNotHideAMove(t *testing.T) {
	p := checkers.Start()
	table, follower := newTable(p, 1), turn(p, moves.Options{})
	table.picture[11], table.picture[15] = none, dark
	for i := range 40 {
		s := table.look()
		// a different far square is misread each time
		s.Odds[21+i%8] = vision.Odds{none: 0.9, light: 0.1}
		switch v := follower.Observe(s); v.Kind {
		case moves.Accepted:
			if got := v.Moves[0].String(); got != "11-15" {
				t.Errorf("accepted %s", got)
			}
			return
		case moves.Settling:
		default:
			t.Fatalf("said %q: %s", v.Kind, v.Text)
		}
	}
	t.Error("never accepted")
}

func TestKindNames(t *testing.T) {
	for k := moves.Waiting; k <= moves.NewGame; k++ {
		if k.String() == "" || k.String() == "unknown" {
			t.Errorf("kind %d has no name", k)
		}
	}
	if (moves.NewGame + 1).String() != "unknown" {
		t.Error("a kind that is none has a name")
	}
}

func BenchmarkObserve(b *testing.B) {
	table, follower := newTable(checkers.Start(), 1), turn(checkers.Start(), moves.Options{})
	s := table.look()
	for b.Loop() {
		s.Time = s.Time.Add(100 * time.Millisecond)
		follower.Observe(s)
	}
}
