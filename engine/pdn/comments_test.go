package pdn

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// anyWord draws a word of a comment, some of which mean something elsewhere in a file.
var anyWord = rapid.OneOf(rapid.StringMatching(`[!-z|~éЖ…😀]{1,12}`), rapid.SampledFrom([]string{
	"[", "]", "%", ";", "(", ")", "[Event", "\"x\"]", "[Event \"x\"]", "[%clk", "0:05:12]", "[%clk 0:05:12]", "1.",
	"11-15", "*", "1-0",
}))

// anyComments draws comments of a game of so many moves, with single blanks and without braces.
func anyComments(t *rapid.T, plies int) map[int]string {
	var comments map[int]string
	after := rapid.SliceOfNDistinct(rapid.IntRange(-1, plies-1), 0, min(plies+1, 4), rapid.ID)
	for _, ply := range after.Draw(t, "commented") {
		if comments == nil {
			comments = map[int]string{}
		}
		words := rapid.SliceOfN(anyWord, 1, 40).Draw(t, "words")
		comments[ply] = strings.Join(strings.Fields(strings.Join(words, " ")), " ")
	}
	return comments
}

// commented is the comments of every game of a text, and what else people are told of it.
func commented(text string) (comments []map[int]string, told []string) {
	for g, err := range Read(strings.NewReader(text)) {
		comments = append(comments, g.Comments)
		for _, h := range g.Hints {
			told = append(told, h.Error())
		}
		if err != nil {
			told = append(told, err.Error())
		}
	}
	return comments, told
}

type remarked = map[int]string

func TestComments(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []remarked
	}{
		{"after moves and before the first", "[Event \"1\"]\n{before} 1. 11-15 {one} 22-18 {two} 2. 15x22 *",
			[]remarked{{-1: "before", 0: "one", 1: "two"}}},
		{"none", "1. 11-15 {} 22-18 { \n} *", []remarked{nil}},
		{"between tags", "{a} [Event \"1\"] {b}\n[Site \"x\"] {c} 1. 11-15 *", []remarked{{-1: "a b c"}}},
		{"several after a move", "1. 11-15 {a} ; b\n{c} 22-18 *", []remarked{{0: "a b c"}}},
		{"after the number of a move", "1. {a} 11-15 1... {b} 22-18 *", []remarked{{-1: "a", 0: "b"}}},
		{"to the end of the line", "1. 11-15;good; \t{really}\r\n% not this\n22-18 *;the end", []remarked{
			{0: "good; (really)", 1: "the end"}}},
		{"broken lines and control characters", "11-15 {as \t\r\n  Ander\x00son\x07\x1b[1m\x7fsays} *", []remarked{
			{0: "as Ander son [1m says"}}},
		{"comments in comments", "11-15 {a {b} c} 22-18 {d { e} 15x22 *", []remarked{{0: "a (b) c", 1: "d ( e"}}},
		{"variations", "11-15 {a} (11-16 {b} (12-16 {c})) {d} 22-18 *", []remarked{{0: "a d"}}},
		{"on the way of a capture", "[FEN \"B:W18,26:B15\"] 15x22 {one} 22-31 {two} *", []remarked{{0: "one two"}}},
		{"after the result", "11-15 1-0 {White resigns}\n\n[Event \"2\"] 9-13 *\n; at last", []remarked{
			{0: "White resigns"}, {0: "at last"}}},
		{"in front of the next game", "11-15 1-0\n\n{Round 2} ; in the morning\n\n[Event \"2\"]\n9-13 *", []remarked{
			nil, {-1: "Round 2 in the morning"}}},
		{"behind a result, where the game goes on", "1. 11-15 22-18 1-0\n\n{but no}\n2. 15x22 {yes} *", []remarked{
			{1: "but no", 2: "yes"}}},
		{"behind the last game", "11-15 1-0\n\n{The end}\n", []remarked{nil}},
		{"where the next game has no tags", "11-15 22-18 {one} 1. 9-13 {two}", []remarked{{1: "one"}, {0: "two"}}},
		{"after a move that cannot be played", "11-15 {one} 1-2 {two} 22-18 {three} *", []remarked{{0: "one"}}},
		{"after a capture that stays in doubt", fork + "{before} 10x26 {one} 32-28 {two} *", []remarked{{-1: "before"}}},
		{"without an end", "11-15 {one} 22-18 {oh\n\n[Event \"2\"]\n9-13 {two} *", []remarked{{0: "one"}, {0: "two"}}},
		{"Latin-1 and cp1252", "11-15 {J\xfcrgen\x92s} 22-18 {Na\xefve\xa0Jos\xe9} *", []remarked{
			{0: "Jürgen’s", 1: "Naïve José"}}},
		{"Cyrillic letters of Windows", "11-15 {\xd2\xf0\xee\xef\xe8\xed} *", []remarked{{0: "Тропин"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := commented(c.text)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestLongComments has comments longer than is kept: the beginning stays, and somebody is told.
func TestLongComments(t *testing.T) {
	tooLong := "game 1, line 1: a comment is longer than 4096 bytes; the rest of it is left out"
	leftOut := "game 1, line %d: a comment is left out: those after a move have more than 4096 bytes, or those of the " +
		"game more than 262144"
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct {
		name, text string
		want       remarked
		told       []string
	}{
		{"the longest", "11-15 {" + x(4096) + " \n} *", remarked{0: x(4096)}, nil},
		{"a byte more", "11-15 {" + x(4097) + "} *", remarked{0: x(4093) + "…"}, []string{tooLong}},
		{"a word more", "11-15 {" + x(4096) + " x} *", remarked{0: x(4093) + "…"}, []string{tooLong}},
		{"many blanks", "11-15 {x" + strings.Repeat(" \n", 4096) + "x} *", remarked{0: "x x"}, nil},
		{"cut between letters", "11-15 {x" + strings.Repeat("ж", 3000) + "} *",
			remarked{0: "x" + strings.Repeat("ж", 2046) + "…"}, []string{tooLong}},
		{"longer in UTF-8", "11-15 {" + strings.Repeat("\xe9 ", 2000) + "} *",
			remarked{0: strings.Repeat("é ", 1364) + "…"}, []string{tooLong}},
		{"several", "11-15 {a}\n{" + x(4095) + "}\n{b} *", remarked{0: "a b"}, []string{fmt.Sprintf(leftOut, 2)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, told := commented(c.text)
			if diff := cmp.Diff([]remarked{c.want}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.told, told); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		})
	}
}

// A game keeps 256 kB of comments.
func TestManyLongComments(t *testing.T) {
	comment := " {" + strings.Repeat("x", 4000) + "} "
	games, told := commented("[FEN \"W:WK1:BK32\"]\n" + strings.Repeat("1-5"+comment+"32-28"+comment+"5-1"+comment+"28-32"+
		comment, 25) + "*")
	if len(games) != 1 || len(games[0]) != 64 || len(told) != mostFaults {
		t.Errorf("%d games, %d comments of the first, told %q", len(games), len(games[0]), told)
	}
}

// TestWriteTidiesComments writes any text as a comment that reads as it was written, whatever is in it.
func TestWriteTidiesComments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.OneOf(rapid.String(), rapid.StringMatching(`\[[A-Z]* "|[{}%; \n\t\x00\xa0]|[a-z]{1,40}`),
			rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })), 0, 100).Draw(t, "pieces")
		text := strings.Repeat(strings.Join(pieces, ""), rapid.SampledFrom([]int{1, 1, 20}).Draw(t, "times"))
		var b strings.Builder
		s := Sheet{Tags: []Tag{{"Event", "x"}}, Moves: []string{"11-15", "22-18"}, Comments: remarked{0: text}, Result: "*"}
		if err := WriteSheet(&b, s); err != nil {
			t.Fatal(err)
		}
		games, told := commented(b.String())
		if len(games) != 1 || told != nil {
			t.Fatalf("%d games, told %q, in\n%s", len(games), told, b.String())
		}
		got := games[0][0]
		if strings.ContainsFunc(got, unicode.IsControl) || strings.ContainsAny(got, "{}") || strings.Contains(got, "  ") ||
			!utf8.ValidString(got) || len(got) > longestValue {
			t.Errorf("%q is read as %q", text, got)
		}
		s.Comments[0] = got
		var again strings.Builder
		if err := WriteSheet(&again, s); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(b.String(), again.String()); diff != "" {
			t.Errorf("written again (-want +got):\n%s", diff)
		}
	})
}

func TestWriteComments(t *testing.T) {
	var b strings.Builder
	g := Of(played(t, "W:W18:BK32,1", "18-14", "32-28"))
	g.Comments = remarked{
		-1: "a man against a king and a man, as in the book: [Event \"The Championship\"] is what begins a game",
		0:  "the only move, as far as he could see with the time that was left [%clk 0:00:02]", 1: " ",
	}
	if err := Write(&b, g); err != nil {
		t.Fatal(err)
	}
	_, moves, _ := strings.Cut(b.String(), "\n\n")
	want := `{a man against a king and a man, as in the book: [Event "The Championship"] is
what begins a game} 1... 18-14 {the only move, as far as he could see with the
time that was left [%clk 0:00:02]} 2. 32-28 *

`
	if diff := cmp.Diff(want, moves); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
