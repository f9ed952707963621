package pdn

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

// all is every game of a text, as its moves and result, or its error.
func all(games iter.Seq2[Game, error]) (lines []string) {
	for g, err := range games {
		line := fmt.Sprint(g.Moves, " ", g.Result)
		if err != nil {
			line += " " + err.Error()
		}
		lines = append(lines, line)
	}
	return lines
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"blank", " \r\n\n", nil},
		{"plain", "1. 11-15 22-18 2. 15x22 25x18 *", []string{"[11-15 22-18 15x22 25x18] *"}},
		{"a byte order mark and DOS lines", "\ufeff[Event \"x\"]\r\n\r\n1. 11-15\r\n22-18 1-0\r\n",
			[]string{"[11-15 22-18] 1-0"}},
		{"no blanks after numbers, - for x", "1.11-15 22-18 2.15-22 25-18 0-1", []string{"[11-15 22-18 15x22 25x18] 0-1"}},
		{"comments, glyphs, marks, variations",
			"{one {two} 1. 11-15! $2 (1. 9-13 {why) not} (22-18) 21-17) 22-18?! ; 2. 9-14\n% 2. 9-14\n2. 15x22* 1/2-1/2",
			[]string{"[11-15 22-18 15x22] 1/2-1/2"}},
		{"results in points", "11-15 2-0 11-15 0-2 11-15 1-1", []string{"[11-15] 1-0", "[11-15] 0-1", "[11-15] 1/2-1/2"}},
		{"no result at the end", "[Result \"0-1\"]\n1. 11-15\n[Event \"2\"]\n1. 9-13", []string{"[11-15] 0-1", "[9-13] *"}},
		{"the tag before the end", "[Result \"0-1\"] 1. 11-15 1-0", []string{"[11-15] 0-1"}},
		{"an unknown tag, then the end", "[Result \"?\"] 1. 11-15 1-0", []string{"[11-15] 1-0"}},
		{"tags only", "[Event \"1\"]\n[Event \"2\"]\n", []string{"[] *", "[] *"}},
		{"from a position", "[SetUp \"1\"]\n[FEN \"W:W18:BK32,1\"]\n1... 18-14 2. 32-28 *", []string{"[18-14 32-28] *"}},
		{"the long game type", `[GameType "21,B,8,8,N2,0"] 1. 11-15 *`, []string{"[11-15] *"}},
		{"an illegal move", "1. 11-15 22-18\n2. 15x23 25x18 3. 9-13 *\n1. 9-13 *", []string{
			"[11-15 22-18] * game 1, line 2, move 2: 15x23 is not a legal move for Black; legal: 15x22",
			"[9-13] *",
		}},
		{"an illegal move after White began", "[FEN \"W:W18:BK32,1\"] 1... 18-14 2. 1-2 *", []string{
			"[18-14] * game 1, line 1, move 2: 1-2 is not a legal move for Black; legal: 1-5, 1-6, 32-27, 32-28",
		}},
		{"an illegal position", "[FEN \"W:W1:B1\"]\n11-15 *\n\n9-13 *", []string{
			"[] * game 1, line 1: position \"W:W1:B1\": square 1 is given twice",
			"[9-13] *",
		}},
		{"another game", `[Variant "league"] 32-28 1-0 11-15 *`, []string{
			`[] 1-0 game 1, line 1: Variant "league": there is no game "league" here: want one of english, pool, ` +
				"russian, brazilian, czech, italian, spanish, international, frisian",
			"[11-15] *",
		}},
		{"an open comment", "1. 11-15 {oh\n\n[Event \"2\"]\n1. 9-13 *", []string{
			"[11-15] * game 1, line 1: the comment has no end",
			"[9-13] *",
		}},
		{"an open variation", "1. 11-15 (oh {no", []string{"[11-15] * game 1, line 1: the variation has no end"}},
		{"tags in disorder", "[Event x]\n[ \"y\"]\n[Site \"z\n11-15 *", []string{
			`[11-15] * game 1, line 2: a tag has no name (and one more fault)`,
		}},
		{"blanks in moves, broken lines", "1. 11 - 15 22 -18 2. 15 x\r\n22 25x\t18 *",
			[]string{"[11-15 22-18 15x22 25x18] *"}},
		{"crosses and dashes", "1. 11\x9615 22–18 2. 15\xd722 25×18 1/2 - 1/2",
			[]string{"[11-15 22-18 15x22 25x18] 1/2-1/2"}},
		{"numbers in any form", "1 11-15 1... 22-18 2)15x22 2.. 25x18 3: 12-16 03 . 29-25 *",
			[]string{"[11-15 22-18 15x22 25x18 12-16 29-25] *"}},
		{"moves in four figures", "1. 1115 2218 2. 1522 2518 *", []string{"[11-15 22-18 15x22 25x18] *"}},
		{"half signs", "11-15 ½-½ 11-15 \xbd-\xbd [Result \"½-½\"] 11-15",
			[]string{"[11-15] 1/2-1/2", "[11-15] 1/2-1/2", "[11-15] 1/2-1/2"}},
		{"nobody won", "11-15 0-0", []string{"[11-15] *"}},
		{"a forced move's star", "11-15* 22-18* 15x22 * [Event \"\"] 9-13", []string{"[11-15 22-18 15x22] *", "[9-13] *"}},
		{"a result among the moves, then a number", "1. 11-15 22-18 1-0 2. 15x22 25x18",
			[]string{"[11-15 22-18 15x22 25x18] 1-0"}},
		{"a result among the moves, then a move", "1. 11-15 22-18 * 15x22 25x18 0-1",
			[]string{"[11-15 22-18 15x22 25x18] 0-1"}},
		{"two results", "1. 11-15 1-0 * 1. 9-13 * 0-1", []string{"[11-15] 1-0", "[9-13] 0-1"}},
		{"several games on a line, without results", `[Event "1"] 11-15 [Event "2"] 1. 9-13 22-18 2. 12-16 22-17 1. 10-15`,
			[]string{
				"[11-15] *", "[9-13 22-18 12-16] * game 2, line 1, move 2: 22-17 is not a legal move for White; legal: 18-14, " +
					"18-15, 21-17, 23-19, 24-19, 24-20, 25-22, 26-22",
				"[10-15] *",
			}},
		{"a capture told jump by jump", "[FEN \"B:W18,26:B15\"] 15x22 22-31 *", []string{"[15x22x31] *"}},
		{"a capture that stops on its way", "[FEN \"B:W18,26,27:B15\"] 15x22 27-23 *", []string{
			"[] * game 1, line 1, move 1: 15x22 is not a legal move for Black; legal: 15x22x31",
		}},
		{"a capture that stops at the end", "[FEN \"B:W18,26:B15\"] 15x22", []string{
			"[] * game 1, line 1, move 1: 15x22 is not a legal move for Black; legal: 15x22x31",
		}},
		{"a capture in doubt", "[FEN \"B:W6,7,14,15,22,23:BK2\"]\n1. 2x25\n*\n11-15", []string{
			"[] * game 1, line 2, move 1: 2x25 may mean 2x9x18x25, 2x11x18x25; write the squares on the way",
			"[11-15] *",
		}},
		{"quotes in a value", "[Event \"The \"Big\" One\"]\n11-15 1-0", []string{"[11-15] 1-0"}},
		{"the same tag twice", "[Event \"1\"]\n[Date \"1\"]\n[Date \"2\"]\n11-15 *", []string{"[11-15] *"}},
		{"an empty FEN", `[SetUp "0"][FEN ""] 11-15 *`, []string{"[11-15] *"}},
		{"words", "Glasgow, long ago\n1. 11-15 then he wrote 22-18 1-0 Black resigns\n[Event \"2\"] 9-13", []string{
			`[11-15 22-18] 1-0 game 1, line 1: "Glasgow," is neither a move nor a result (and one more fault)`,
			"[9-13] *",
		}},
		{"a misprinted move", "1. 11-15 ZZ-l8 2. 15x22\n1. 11-15 22-l8 1-0 9-13", []string{
			`[11-15] * game 1, line 1, move 1: "ZZ-l8" is neither a move nor a result`,
			`[11-15] 1-0 game 2, line 2, move 1: move "22-l8": "l8" is not a square: squares are numbered 1 to 32`,
			"[9-13] *",
		}},
		{"a move without its stroke", "1. 11-15 22 18 2. 15x22 *", []string{
			`[11-15] * game 1, line 1, move 1: "22 18" is neither a move nor a result`,
		}},
		{"a remark in brackets", "1. 11-15 [diagram 3] 22-18 *", []string{
			`[11-15 22-18] * game 1, line 1: [diagram 3] stands among the moves`,
		}},
		{"brackets at the start of a line of a comment", "1. 11-15 {as in\n[a] and\n[b c]} 22-18 *",
			[]string{"[11-15 22-18] *"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, all(Read(strings.NewReader(c.text)))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			slowly := Read(iotest.OneByteReader(strings.NewReader(c.text)))
			if diff := cmp.Diff(c.want, all(slowly)); diff != "" {
				t.Errorf("byte by byte (-want +got):\n%s", diff)
			}
		})
	}
}

// TestReadOthers reads games of other rules without these rules.
func TestReadOthers(t *testing.T) {
	const games = "want one of english, pool, russian, brazilian, czech, italian, spanish, international, frisian"
	for text, want := range map[string]string{
		`[Variant "english"] [BoardSize "8"] 1. 11-15 *`:              "[11-15] *",
		`[Variant "11-man ballot"] [BoardSize "10"] 1. 11-15 *`:       "[11-15] *",
		"[BoardSize \"10\"]\n[Variant \"english\"] 1. 11-15 *":        `[] * game 1, line 2: Variant "english": its board has the size 10, and not 8`,
		"[GameType \"25\"]\n[BoardSize \"8x\"] 1. c3-d4 1-0":          `[] 0-1 game 1, line 1: GameType "25": its board has the size 8x, and not 8`,
		`[GameType "26,W,10,10,A0,0"] 1. c3-d4 1-0`:                   `[] 0-1 game 1, line 1: GameType "26,W,10,10,A0,0": its board has the size 10, and not 8`,
		`[GameType ""] 1. 11-15 *`:                                    `[] * game 1, line 1: GameType "" is no game that is known here`,
		`[GameType "99"] 1. 11-15 *`:                                  `[] * game 1, line 1: GameType "99" is no game that is known here`,
		"[Variant \"csci561\"]\n[FEN \"W:W45:B\"] 1. 11-15 22-18 1-0": `[] 1-0 game 1, line 1: Variant "csci561": there is no game "csci561" here: ` + games,
	} {
		if diff := cmp.Diff([]string{want}, all(Read(strings.NewReader(text)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestReadTags(t *testing.T) {
	for g, err := range Read(strings.NewReader(`[ Event  "A \"B\" \\ C" ] [White "Ren` + "\xe9" +
		`"] [Result "1-0"] 11-15`)) {
		if err != nil {
			t.Fatal(err)
		}
		want := []Tag{{"Event", `A "B" \ C`}, {"White", "René"}}
		if diff := cmp.Diff(want, g.Tags); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if g.Tag("white") != want[1].Value || g.Tag("Black") != "" {
			t.Errorf("White is %q, Black %q", g.Tag("white"), g.Tag("Black"))
		}
	}
}

func TestReadStopsWhenTold(t *testing.T) {
	n := 0
	for _, err := range Read(strings.NewReader("11-15 * 11-15 * 11-15 *")) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d games after a break", n)
	}
}

func TestReadHandsOnTheReadersError(t *testing.T) {
	lost := errors.New("the disk is gone")
	text := io.MultiReader(strings.NewReader("11-15 * 9-13 22"), iotest.ErrReader(lost))
	games, last := 0, error(nil)
	for _, err := range Read(text) {
		if last = err; err == nil {
			games++
		}
	}
	if games != 1 || !errors.Is(last, lost) {
		t.Errorf("%d games, then %v", games, last)
	}
}

// anyGame draws a game by legal moves, of any rule set.
var anyGame = rapid.Custom(func(t *rapid.T) Game {
	set := checkers.RuleSet(rapid.IntRange(0, checkers.RuleSets-1).Draw(t, "rules"))
	p := set.Start()
	if rapid.Bool().Draw(t, "set up") {
		p, _ = set.ParseFEN(rapid.SampledFrom([]string{
			"W:WK1,K2,9:BK32,K28,24", "B:WK18,19,26,27:BK15,K6,11,2,K30", "B:W6,7,14,15,22,23:BK2", "W:W:BK1",
			"B:W10,11,19,26,27:B24,K1", "W:W30,K6:B7,8,16,22,23,25,K3", "W:WK29,K31:B10,14,15,18,22,25,26",
		}).Draw(t, "fen"))
	}
	g := checkers.NewGame(p)
	for range rapid.IntRange(0, 60).Draw(t, "plies") {
		moves := g.Position().Moves()
		if len(moves) == 0 {
			break
		}
		if err := g.Play(rapid.SampledFrom(moves).Draw(t, "move")); err != nil {
			t.Fatal(err)
		}
	}
	record := Of(g, anyTags.Draw(t, "tags")...)
	if record.Result == Unfinished {
		record.Result = anyResult.Draw(t, "result")
	}
	record.Comments = anyComments(t, record.Plies())
	record.Variations = anyVariations(t, record, 3)
	return record
})

var anyTags = rapid.Custom(func(t *rapid.T) (tags []Tag) {
	names := rapid.SliceOfNDistinct(rapid.StringMatching(`X[A-Za-z0-9_]{0,8}`), 0, 4, strings.ToLower).Draw(t, "names")
	for _, name := range names {
		tags = append(tags, Tag{name, rapid.StringMatching(`[ -~é]{0,20}`).Draw(t, "value")})
	}
	return tags
})

var anyResult = rapid.SampledFrom([]Result{Unfinished, BlackWins, WhiteWins, Draw})

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(anyGame, 0, 3).Draw(t, "games")
		var b strings.Builder
		for _, g := range want {
			if err := Write(&b, g); err != nil {
				t.Fatal(err)
			}
		}
		var got []Game
		for g, err := range Read(strings.NewReader(b.String())) {
			if err != nil {
				t.Fatalf("%v in\n%s", err, b.String())
			}
			got = append(got, g)
		}
		if diff := cmp.Diff(texts(want), texts(got)); diff != "" {
			t.Fatalf("(-want +got):\n%s\n%s", diff, b.String())
		}
	})
}

// texts is games in a form that cmp can compare.
func texts(games []Game) (lines []string) {
	for _, g := range games {
		line := fmt.Sprintf("%q %s %s %v %s %q", g.Tags, g.Start.Set, g.Start.FEN(), g.Moves, g.Result, g.Comments)
		for _, ply := range slices.Sorted(maps.Keys(g.Variations)) {
			line += fmt.Sprintf("\nin place of %d: %q\n", ply, texts(g.Variations[ply]))
		}
		lines = append(lines, fmt.Sprintf("%s %d %s", line, g.Plies(), g.FEN()))
	}
	return lines
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"[Event \"x\"]\n[FEN \"W:W18:BK32,1\"]\n1... 18-14 {c} (v (w)) $1 2. 32-28! 1-0",
		"1. 11-15 22-18 (22-17 {a} 2. 15-18 (9-13) 22x15 $1 (20) ) 2. 15x22 25x18 1/2-1/2 ; x\n% y\n[A \"\\\"\"] *",
		"{a} [A \"\"] {b {c} d} 11-15 {[%clk 0:05:12]} ; e\n22-18 {\xe9\n[B \"\"] f} *\n\n{g} 9-13 {h",
		"[", "{", "(((", "[A \"", "\ufeff", "\x00", "[GameType \"20\"] 1-0",
		"[Variant \"league\"]\n[BoardSize \"4\"]\n1. 1-3 7-5 *",
		"[GameType \"25,W,8,8,A0,0\"] [FEN \"W:Wc3,Kb2:Bd4,f6,f4\"] 1. c3:e5 e5:g3 h8-g7 0-1",
		"[GameType \"23\"] [BoardSize \"8\"] 1. 11-15 c3-d4 *", "[Variant \"czech\"] [Result \"1-0\"] 1. 22-18 *",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var b strings.Builder
		var want []Game
		for g, err := range Read(strings.NewReader(text)) {
			var fault *Error
			if errors.As(err, &fault) {
				continue
			}
			if err != nil {
				t.Fatalf("%v from a string", err)
			}
			if Write(&b, g) == nil {
				want = append(want, g)
			}
		}
		var got []Game
		for g, err := range Read(strings.NewReader(b.String())) {
			if err != nil {
				t.Fatalf("%v in\n%s", err, b.String())
			}
			got = append(got, g)
		}
		if diff := cmp.Diff(texts(want), texts(got)); diff != "" {
			t.Errorf("(-want +got):\n%s\n%s", diff, b.String())
		}
	})
}
