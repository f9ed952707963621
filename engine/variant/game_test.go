package variant

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// play makes moves, written as the rule set has them.
func play(t *testing.T, g *Game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := g.Rules().Notation().Parse(g.Position(), text)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOutcome(t *testing.T) {
	shuffle := "1-5 32-28 5-1 28-32 "
	long := "50 turns without a capture or a crowning"
	limit2 := func(r Rules) Rules { r.Limit = 2; return r }
	for _, c := range []struct {
		name  string
		rules Rules
		size  int
		fen   string
		count int    // already counted
		moves string // in numbers of squares
		want  string // empty while the game goes on
	}{
		{"going on", English(), 8, "B:WK32:BK1", 0, "", ""},
		{"no legal move", English(), 4, "W:W7:B4,5", 0, "", "Black wins: White has no legal move"},
		{"no piece", CSC242(), 8, "W:W:B1", 0, "", "Black wins: White has no piece left"},
		{"a side without a piece that is not to move has not lost yet", English(), 8, "B:W:B1", 0, "", ""},
		{"but in the checkers bot's game it has", CheckersBot(), 8, "W:B:W1", 0, "", "Player wins: Bot has no piece left"},
		{"the last piece is taken", League(), 8, "W:B6:W1", 0, "1x10", "White wins: Black has no piece left"},

		{"english: twice is not enough", English(), 8, "B:WK32:BK1", 0, shuffle, ""},
		{"english: three times", English(), 8, "B:WK32:BK1", 0, shuffle + shuffle, "Draw: threefold repetition"},
		{"csci561: three times", CSCI561(), 8, "B:WK32:BK1", 0, shuffle + shuffle, "Draw: threefold repetition"},
		{"csc242: as often as one likes", CSC242(), 8, "B:WK32:BK1", 0, shuffle + shuffle, ""},
		{"league: as often as one likes", League(), 8, "W:BK32:WK1", 0, shuffle + shuffle, ""},
		{"checkersbot: for ever", CheckersBot(), 8, "W:BK32:WK1", 0, strings.Repeat(shuffle, 60), ""},

		{"english: 79 plies", English(), 8, "B:WK32:BK1", 78, "1-5", ""},
		{"english: 80 plies", English(), 8, "B:WK32:BK1", 79, "1-5",
			"Draw: 40 moves by each side without a capture or a man's move"},
		{"english: a man's move begins again", English(), 8, "B:WK32:B1", 79, "1-5", ""},
		{"csci561: 50 turns", CSCI561(), 8, "B:WK32:BK1", 49, "1-5", "Draw: " + long},
		{"csci561: a man's move counts", CSCI561(), 8, "B:WK32:B1", 49, "1-5", "Draw: " + long},
		{"csci561: a crowning begins again", CSCI561(), 8, "B:WK32:B25", 49, "25-30", ""},
		{"csci561: a capture begins again", CSCI561(), 8, "B:WK32,6:B1", 49, "1x10", ""},
		{"csc242: 49 moves", CSC242(), 8, "B:WK32:BK1", 48, "1-5", ""},
		{"csc242: 50 moves", CSC242(), 8, "B:WK32:BK1", 49, "1-5", "Draw: 50 moves without a winner"},
		{"csc242: a capture does not begin again", CSC242(), 8, "B:WK32,6:B1", 49, "1x10", "Draw: 50 moves without a winner"},
		{"csc242: the last move may win", CSC242(), 8, "B:W6:B1", 49, "1x10", "Black wins: White has no piece left"},
		{"csc242: another limit", limit2(CSC242()), 8, "B:WK32:BK1", 0, "1-5 32-28", "Draw: 2 moves without a winner"},
		{"league: 40 turns", League(), 8, "W:BK32:WK1", 39, "1-5",
			"Draw: 40 turns without a capture or a crowning, 1 piece each"},
		{"league: the first player has more", League(), 8, "W:BK32:WK1,2", 39, "1-5",
			"White wins: 40 turns without a capture or a crowning, 2 pieces to 1"},
		{"league: the second player has more", League(), 8, "W:BK32,31,30:WK1,2", 39, "1-5",
			"Black wins: 40 turns without a capture or a crowning, 3 pieces to 2"},
		{"league: a king is one piece", League(), 8, "W:BK32,K31:WK1,2", 39, "1-5",
			"Draw: 40 turns without a capture or a crowning, 2 pieces each"},
		{"league: a man crowned on its way counts as crowned", League(), 8, "W:B26,27,6:W22,1", 39, "22x31x24", ""},
		{"no move comes before the limit", League(), 4, "B:B7:W4,5", 40, "", "White wins: Black has no legal move"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := NewGame(c.rules, mustParse(t, c.rules, c.size, c.fen))
			g.states[0].Count = c.count
			numbers := Notation{c.rules, Numbers}
			for _, text := range strings.Fields(c.moves) {
				m, err := numbers.Parse(g.Position(), text)
				if err != nil {
					t.Fatal(err)
				}
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			got := ""
			if outcome, ended := g.Outcome(); ended {
				got = outcome.String()
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestFiftyMoves plays whole games of the console, either player's moves counting: none is drawn before the fiftieth,
// and none goes on after it.
func TestFiftyMoves(t *testing.T) {
	won, drawn := 0, 0
	for seed := range uint64(200) {
		r := CSC242()
		random := rand.New(rand.NewPCG(seed, 242))
		g := NewGame(r, mustStart(t, r, 4+2*int(seed%3)))
		for {
			outcome, ended := g.Outcome()
			played := len(g.Moves())
			if ended && outcome.Draw != (played == 50 && len(r.Moves(g.Position())) > 0) || !ended && played >= 50 {
				t.Fatalf("seed %d, after %d moves: %v, %s", seed, played, ended, outcome)
			}
			if ended {
				if outcome.Draw {
					drawn++
				} else {
					won++
				}
				break
			}
			moves := r.Moves(g.Position())
			if err := g.Play(moves[random.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if won == 0 || drawn == 0 {
		t.Errorf("%d games won and %d drawn: want some of both", won, drawn)
	}
}

func TestOutcomeNamesTheWinner(t *testing.T) {
	g := NewGame(League(), mustParse(t, League(), 8, "W:BK32,31,30:WK1,2"))
	g.states[0].Count = 40
	got, ended := g.Outcome()
	want := Outcome{Winner: Second, WinnerName: "Black", Reason: "40 turns without a capture or a crowning, 3 pieces to 2"}
	if !ended || got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestAPlayedGame is one of the console's game on its smallest board.
func TestAPlayedGame(t *testing.T) {
	g := NewGame(CSC242(), mustStart(t, CSC242(), 4))
	play(t, g, "A4-B3", "d3-c2", "B3-C4", "c2-b3", "C4-D3", "b3-a4", "A2-B3", "a4xc2", "D3xB1", "d1-c2")
	if _, ended := g.Outcome(); ended {
		t.Error("ended early")
	}
	play(t, g, "B1xD3")
	outcome, ended := g.Outcome()
	if got, want := outcome.String(), "Black wins: White has no piece left"; !ended || got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestIllegalMove(t *testing.T) {
	g := NewGame(CSC242(), mustStart(t, CSC242(), 4))
	other := mustParse(t, CSC242(), 4, "W:W5:B")
	err := g.Play(CSC242().Moves(other)[0])
	if want := "5-3 is not a legal move for Black; legal: A2-B1, A2-B3, A4-B3"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if len(g.Moves()) > 0 || g.Undo() {
		t.Error("an illegal move was played")
	}
}

// TestHistory plays random games and takes them back.
func TestHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRules.Draw(t, "rules")
		start := anyPosition.Draw(t, "position")
		g := NewGame(r, start)
		var states []State
		for range rapid.IntRange(0, 30).Draw(t, "moves") {
			legal := r.Moves(g.Position())
			if len(legal) == 0 {
				break
			}
			states = append(states, g.State())
			if err := g.Play(rapid.SampledFrom(legal).Draw(t, "move")); err != nil {
				t.Fatal(err)
			}
		}
		history := g.History()
		if len(history) != len(states) || len(g.Moves()) != len(states) || g.Start() != start {
			t.Fatalf("%d positions and %d moves, want %d", len(history), len(g.Moves()), len(states))
		}
		for i := len(states) - 1; i >= 0; i-- {
			if history[i] != states[i].Position || !g.Undo() || g.State() != states[i] {
				t.Fatalf("the state before move %d is lost", i)
			}
		}
		if diff := cmp.Diff(0, len(g.Moves())); diff != "" {
			t.Fatal(diff)
		}
	})
}
