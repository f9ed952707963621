package league

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/variant"
)

// TestReadVariants reads games of other rules and on other boards.
func TestReadVariants(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"broken off", `[Variant "league"] [BoardSize "8"] [FEN "W:WK1:B6,15,24"] 1. 1x10 15x6 0-1`,
			[]string{"league 8 W:WK1:B6,15,24 [1x10 15x6] 0-1"}},
		{"crowned on the way", `[Variant "league"] [BoardSize "8"] [FEN "W:W22:B26,27"] 1. 22x31x24 1-0`,
			[]string{"league 8 W:W22:B26,27 [22x31x24] 1-0"}},
		{"a tag after the position", "[FEN \"B:WK18:B1,K5\"]\n[BoardSize \"6\"]\n[Variant \"csc242\"]\n1-4 18-14 1-0",
			[]string{"csc242 6 B:WK18:B1,K5 [1-4 18-14] 1-0"}},
		{"jump by jump", `[Variant "csci561"] [BoardSize "10"] [FEN "B:W27,37:B21"] 21x32 32x41 *`,
			[]string{"csci561 10 B:W27,37:B21 [21x32x41] *"}},
		{"squares above 32 and the next game", `[Variant "checkersbot"] [BoardSize "12"] 1. 27-33 43-37 * 1. 9-13 *`,
			[]string{"checkersbot 12 start [27-33 43-37] *", "english [9-13] *"}},
		{"english draughts by name", `[Variant "english"] [BoardSize "8"] 1. 11-15 *`, []string{"english [11-15] *"}},
		{"a variant that nobody here knows", `[Variant "11-man ballot"] [BoardSize "10"] 1. 11-15 *`,
			[]string{"english [11-15] *"}},
		{"letters", "[Variant \"csci561\"]\n1. b6-c5 *", []string{"csci561 8 start [9-14] *"}},
		{"letters in positions", "[Variant \"csci561\"]\n[FEN \"B:Wa1,Kc3:Bb6\"]\n1. b6-c5 *\n" +
			"[Variant \"csci561\"]\n[FEN \"B:Wa1:Bb7\"]\n*\n",
			[]string{"csci561 8 B:WK22,29:B9 [9-14] *", `csci561 8 start [] * game 2, line 5: position "B:Wa1:Bb7": ` +
				`"B7" is not a square to play on: they are written like b8 to g1`}},
		{"an illegal move", "[Variant \"league\"]\n[BoardSize \"4\"]\n1. 1-3 1-4 *", []string{
			"league 4 start [1-3] * game 1, line 3, move 1: 1-4 is not a legal move for Black; legal: 7-5, 8-5, 8-6",
		}},
		{"no such board", "[Variant \"league\"]\n[BoardSize \"9\"]\n1. 11-15 *", []string{
			`league 8 start [] * game 1, line 2: BoardSize "9": want an even number from 4 to 26`,
		}},
		{"a position off the board", "[Variant \"league\"]\n[BoardSize \"4\"]\n[FEN \"W:W9:B\"]\n*", []string{
			`league 4 start [] * game 1, line 3: position "W:W9:B": "9" is not a square: squares are numbered 1 to 8`,
		}},
	} {
		var got []string
		for g, err := range pdn.ReadWith(strings.NewReader(c.text), Variants) {
			line := fmt.Sprint("english ", g.Moves)
			if v, other := g.Variant.(*Variant); other {
				fen := v.Rules.FEN(v.Start)
				if start, err := v.Rules.Start(v.Start.Size()); err == nil && start == v.Start {
					fen = "start"
				}
				line = fmt.Sprint(v.Rules.Name, " ", v.Start.Size(), " ", fen, " ", v.Moves)
			}
			line += " " + g.Result.String()
			if err != nil {
				line += " " + err.Error()
			}
			got = append(got, line)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// anyVariant draws a game of any rule set and size, from its start or from a board full of kings, on which captures
// are long.
var anyVariant = rapid.Custom(func(t *rapid.T) pdn.Game {
	rules := rapid.SampledFrom(variant.All()).Draw(t, "rules")
	size := 2 * rapid.IntRange(variant.MinSize/2, variant.MaxSize/2).Draw(t, "half the size")
	start, err := rules.Start(size)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	if random.IntN(2) == 0 {
		start = kings(random, start)
	}
	v := Variant{Rules: rules, Start: start}
	p := start
	for range random.IntN(30) {
		moves := rules.Moves(p)
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		v.Moves = append(v.Moves, m)
		p = rules.Play(p, m)
	}
	comments := map[int]string{}
	for ply := -1; ply < len(v.Moves); ply++ {
		if random.IntN(4) == 0 {
			comments[ply] = fmt.Sprint("after ply ", ply)
		}
	}
	return pdn.Game{Tags: []pdn.Tag{{Name: "Event", Value: "by lot"}}, Comments: comments, Variant: &v,
		Variations: variations(random, v, 3),
		Result:     rapid.SampledFrom([]pdn.Result{pdn.Unfinished, pdn.BlackWins, pdn.WhiteWins, pdn.Draw}).Draw(t, "result")}
})

// variations draws variations of a game, inside each other so deep.
func variations(random *rand.Rand, g Variant, depth int) map[int][]pdn.Game {
	all := map[int][]pdn.Game{}
	for ply, m := range g.Moves {
		if depth > 0 && random.IntN(5) == 0 {
			v := Variant{Rules: g.Rules, Start: g.Start}
			for p := g.Start; len(v.Moves) < 4 && len(g.Rules.Moves(p)) > 0; {
				moves := g.Rules.Moves(p)
				v.Moves = append(v.Moves, moves[random.IntN(len(moves))])
				p = g.Rules.Play(p, v.Moves[len(v.Moves)-1])
			}
			all[ply] = append(all[ply], pdn.Game{Variant: &v, Comments: map[int]string{-1: "or"},
				Variations: variations(random, v, depth-1)})
		}
		g.Start = g.Rules.Play(g.Start, m)
	}
	return all
}

// kings is a board with a king of the player to move in a corner, and many of the other's near it, with gaps to jump
// through. The ways to jump double with every few of them, so that they do not fill a larger board.
func kings(random *rand.Rand, p variant.Position) variant.Position {
	const most = 8 // rows and columns with kings
	left := 12     // as many as a side has in games of package checkers
	for row := range p.Size() {
		for column := range p.Size() {
			piece := variant.Empty
			if row%2 == 1 && row < most && column < most && random.IntN(3) > 0 && left > 0 {
				piece = variant.King(p.Turn().Opponent())
				left--
			}
			p = p.Put(variant.Cell{Row: row, Column: column}, piece)
		}
	}
	return p.Put(variant.Cell{Row: 0, Column: 1}, variant.King(p.Turn()))
}

// text is a game as pdn.Write writes it, and as it is.
func text(t *rapid.T, g pdn.Game) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s\n", g.Plies(), g.FEN())
	if err := pdn.Write(&b, g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestVariantsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(anyVariant, 0, 3).Draw(t, "games")
		var file strings.Builder
		for _, g := range want {
			if err := pdn.Write(&file, g); err != nil {
				t.Fatal(err)
			}
		}
		var got []pdn.Game
		for g, err := range pdn.ReadWith(strings.NewReader(file.String()), Variants) {
			if err != nil {
				t.Fatalf("%v in\n%s", err, file.String())
			}
			got = append(got, g)
		}
		if len(got) != len(want) {
			t.Fatalf("%d games of %d", len(got), len(want))
		}
		for i, g := range got {
			drawn := want[i].Variant.(*Variant)
			read, other := g.Variant.(*Variant)
			rules, size := drawn.Kind()
			if set, err := checkers.RuleSetNamed(rules); err == nil && size == set.Board().Size() {
				// It is a game of package checkers, which may take another way that comes to the same.
				known, _ := g.Kind()
				if other || known != rules || g.Plies() != want[i].Plies() || g.FEN() != drawn.FEN() {
					t.Fatalf("%+v is read as %+v", drawn, g)
				}
				continue
			}
			if diff := cmp.Diff(text(t, want[i]), text(t, g)); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
			if read.Rules != drawn.Rules || read.Start != drawn.Start || !slices.Equal(read.Moves, drawn.Moves) {
				t.Fatalf("%+v is read as %+v", drawn, read)
			}
		}
	})
}

func TestWriteRefusesVariants(t *testing.T) {
	bare, err := variant.NewPosition(6, variant.First)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		game pdn.Game
		want string
	}{
		{pdn.Game{Tags: []pdn.Tag{{Name: "boardsize", Value: "8"}}, Variant: &Variant{}},
			"tag boardsize is written from the game itself"},
		{pdn.Game{Variant: &Variant{Rules: variant.Rules{Name: "mine"}}}, `there is no rule set "mine"`},
		{pdn.Game{Variant: &Variant{Rules: variant.League(), Start: bare, Moves: make([]variant.Move, 1)}},
			"move 1:  is not legal in W:W:B"},
	} {
		var b strings.Builder
		if err := pdn.Write(&b, c.game); err == nil || !strings.Contains(err.Error(), c.want) || b.Len() > 0 {
			t.Errorf("%v: %v, want %q; wrote %q", c.game.Tags, err, c.want, b.String())
		}
	}
}

// The names of rule sets that are taken for one in a record are those of all rule sets.
func TestRuleSetsAreKnownOnPaper(t *testing.T) {
	for _, r := range variant.All() {
		for _, err := range pdn.Read(strings.NewReader(`[Variant "` + r.Name + `"] [BoardSize "12"] *`)) {
			if err == nil {
				t.Errorf("a game of %s on a board of size 12 is read as one of English draughts", r.Name)
			}
		}
	}
}
