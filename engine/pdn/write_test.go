package pdn

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/engine/checkers"
	"draughtsman/internal/testkit/expect"
)

// played is a game from a position, by moves as people write them.
func played(t testing.TB, fen string, moves ...string) *checkers.Game {
	t.Helper()
	p, err := checkers.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	g := checkers.NewGame(p)
	for _, text := range moves {
		m, err := g.Position().ParseMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func TestWrite(t *testing.T) {
	long := played(t, checkers.Start().FEN(),
		"11-15", "23-19", "8-11", "22-17", "11-16", "24-20", "16x23", "27x11", "7x16", "20x11",
		"3-7", "28-24", "7x16", "24-20", "16-19", "25-22", "4-8", "29-25", "9-14", "22-18", "14x23", "17-14", "10x17",
		"21x14")
	var b strings.Builder
	for _, g := range []Game{
		Of(long, Tag{"Event", `A "friendly" game, C:\table`}, Tag{"Black", "Draughtsman"}, Tag{"White", "A. Nother"}),
		Of(played(t, "B:W18,26:B15", "15x22x31")),
		Of(played(t, "W:W21,22:BK13", "21-17"), Tag{"Event", "White begins"}),
		Of(played(t, "B:W6,7,14,15,22,23:BK2", "2x9x18x25"), Tag{"Event", "Two ways to one square"}),
		{Tags: []Tag{{"Event", "Agreed"}}, Start: checkers.Start(), Result: Draw},
	} {
		if err := Write(&b, g); err != nil {
			t.Fatal(err)
		}
	}
	expect.Golden(t, "testdata/games.pdn", b.String())
	for line := range strings.Lines(b.String()) {
		if len(line) > width+1 {
			t.Errorf("longer than %d characters: %q", width, line)
		}
	}
}

// Of other games White begins, the squares have letters, and the first number of a result is White's.
func TestWriteOtherGames(t *testing.T) {
	start, err := checkers.Russian.ParseFEN("W:Wa1,c3:Bd4,f6")
	expect.OK(t, err)
	g := checkers.NewGame(start)
	m, err := g.Position().ParseMove("c3:e5:g7")
	expect.OK(t, err)
	expect.OK(t, g.Play(m))
	var b strings.Builder
	expect.OK(t, Write(&b, Of(g)))
	want := "[Result \"1-0\"]\n[GameType \"25,W,8,8,A0,0\"]\n[SetUp \"1\"]\n[FEN \"W:Wc3,a1:Bf6,d4\"]\n\n1. c3:g7 1-0\n\n"
	if b.String() != want {
		t.Errorf("it is written\n%swant\n%s", b.String(), want)
	}
}

func TestWriteRefuses(t *testing.T) {
	illegal := Of(played(t, checkers.Start().FEN(), "11-15"))
	illegal.Moves = append(illegal.Moves, illegal.Moves[0])
	for _, c := range []struct {
		game Game
		want string
	}{
		{illegal, "move 1: 11-15 is not legal in W:"},
		{Game{Tags: []Tag{{"A b", ""}}}, `tag "A b"`},
		{Game{Tags: []Tag{{"", "x"}}}, `tag ""`},
		{Game{Tags: []Tag{{"Event", "a\nb"}}}, "stands on one line"},
		{Game{Tags: []Tag{{"fen", "x"}}}, "tag fen is written from the game itself"},
		{Game{Tags: []Tag{{"Event", ""}, {"EVENT", ""}}}, "tag EVENT is given twice"},
		{Game{Tags: []Tag{{"Variant", "league"}}, Start: checkers.Start()}, "tag Variant is written from the game itself"},
	} {
		var b strings.Builder
		err := Write(&b, c.game)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.game.Tags, err, c.want)
		}
		if b.Len() > 0 {
			t.Errorf("%v: wrote %q", c.game.Tags, b.String())
		}
	}
}

type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestWriteHandsOnTheWritersError(t *testing.T) {
	if err := Write(fullDisk{}, Game{Start: checkers.Start()}); !errors.Is(err, errFull) {
		t.Errorf("%v, want %v", err, errFull)
	}
}

func TestWriteSheet(t *testing.T) {
	var b strings.Builder
	s := Sheet{
		Tags:         []Tag{{"Event", "Six by six"}, {"FEN", "W:Wc1:Bd6"}},
		SecondBegins: true,
		Moves:        []string{"c1-b2", "d6-e5", "b2-c3"},
		Comments:     map[int]string{1: "no {better}\nthan\tb2"},
		Result:       "*",
	}
	if err := WriteSheet(&b, s); err != nil {
		t.Fatal(err)
	}
	want := "[Event \"Six by six\"]\n[FEN \"W:Wc1:Bd6\"]\n\n1... c1-b2 2. d6-e5 {no (better) than b2} b2-c3 *\n\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
