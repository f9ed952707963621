package checkers

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func play(t *testing.T, g *Game, texts ...string) {
	t.Helper()
	for _, text := range texts {
		m, err := g.Position().ParseMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestGame(t *testing.T) {
	g := NewGame(Start())
	play(t, g, "11-15", "22-18", "15x22", "25x18")
	if got, want := g.Position().FEN(), "B:W18,21,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12"; got != want {
		t.Errorf("stands at %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(g.Moves()), "[11-15 22-18 15x22 25x18]"; got != want {
		t.Errorf("moves %s, want %s", got, want)
	}
	if got := g.History(); len(got) != 4 || got[0] != Start() || g.Start() != Start() {
		t.Errorf("history: %v", got)
	}
	err := g.Play(Move{ends: 9<<fromAt | 18<<toAt})
	if err == nil || !strings.Contains(err.Error(), "9-18 is not a legal move for Black; legal: ") {
		t.Errorf("an illegal move: %v", err)
	}
	for g.Undo() {
		if len(g.History()) != len(g.Moves()) {
			t.Fatalf("%d positions before %d moves", len(g.History()), len(g.Moves()))
		}
	}
	if g.Position() != Start() {
		t.Errorf("all moves taken back, it stands at %s", g.Position().FEN())
	}
	if outcome, over := g.Outcome(); over {
		t.Errorf("the start is over: %s", outcome)
	}
}

func TestTakingBackAndPlayingOnKeepsHistoryApart(t *testing.T) {
	g := NewGame(Start())
	play(t, g, "11-15", "22-18")
	before := g.History()
	g.Undo()
	g.Undo()
	play(t, g, "9-13", "22-18")
	if diff := cmp.Diff(Start().Play(Start().Moves()[4]), before[1]); diff != "" {
		t.Errorf("an older history changed (-want +got):\n%s", diff)
	}
}

func TestOutcome(t *testing.T) {
	circle := []string{"1-6", "32-27", "6-1", "27-32"}
	for _, c := range []struct {
		name, fen string
		moves     []string
		want      string // empty: the game goes on
	}{
		{"no piece", "B:W21:B", nil, "White wins: Black has no piece left"},
		{"no move", "W:W5:B1", nil, "Black wins: White has no legal move"},
		{"the last piece taken", "B:W18:B15", []string{"15x22"}, "Black wins: White has no piece left"},
		{"twice is not enough", "B:WK32:BK1", circle, ""},
		{"threefold", "B:WK32:BK1", append(circle[:4:4], circle...), "Draw: threefold repetition"},
		{"a man's move breaks the repetition", "B:WK32:BK1,12",
			append(append(circle[:4:4], "12-16", "32-28"), "1-6", "28-32", "6-1", "32-28", "1-6"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := NewGame(mustParse(t, c.fen))
			play(t, g, c.moves...)
			got, over := g.Outcome()
			if over != (c.want != "") || over && got.String() != c.want {
				t.Errorf("%v %v, want %q", over, got, c.want)
			}
		})
	}
}

// TestFortyMoves walks two kings about so that no position comes three times.
func TestFortyMoves(t *testing.T) {
	g := NewGame(mustParse(t, "B:WK4:BK29"))
	seen := map[Position]int{g.Start(): 1}
	for ply := range English.QuietPlies() {
		if outcome, over := g.Outcome(); over {
			t.Fatalf("over after %d plies: %s", ply, outcome)
		}
		m, ok := fresh(g.Position(), seen)
		if !ok {
			t.Fatalf("after %d plies every move repeats", ply)
		}
		seen[g.Position().Play(m)]++
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	want := Outcome{Draw: true, Reason: "40 moves by each side without a capture or a man's move"}
	if got, over := g.Outcome(); !over || got != want {
		t.Errorf("after %d plies: %v %v, want %v", English.QuietPlies(), got, over, want)
	}
	g.Undo()
	if outcome, over := g.Outcome(); over {
		t.Errorf("one ply earlier it is over: %s", outcome)
	}
}

// fresh is a step to a position seen least, with no capture to follow.
func fresh(p Position, seen map[Position]int) (Move, bool) {
	for times := range 2 {
		for _, m := range p.Moves() {
			if next := p.Play(m); seen[next] == times && next.Jumpers() == 0 {
				return m, true
			}
		}
	}
	return Move{}, false
}
