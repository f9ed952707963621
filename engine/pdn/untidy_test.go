package pdn

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

// byNumbers has the numbers of squares for their letters.
var byNumbers = func() *strings.Replacer {
	var pairs []string
	for s := range checkers.Board8.All().All() {
		pairs = append(pairs, checkers.Russian.Name(s), s.String())
	}
	return strings.NewReplacer(pairs...)
}()

// untidy writes a game as collections do, in any of the ways that Read takes, and gives it with the comments that are
// written.
func untidy(t *rapid.T, g Game) (text string, written Game) {
	one := func(of ...string) string { return rapid.SampledFrom(of).Draw(t, "one") }
	blank := func() string { return one(" ", "\n", "\r\n", "\t", "  ") }
	var b strings.Builder
	set := g.Start.Set
	result := g.Result.In(set).String()
	number, _, _ := strings.Cut(set.GameType(), ",")
	game := Tag{"GameType", one(set.GameType(), number, fmt.Sprintf("%s,B,%d,0,N2,0", number, set.Board().Size()))}
	if set != checkers.English && rapid.Bool().Draw(t, "by name") {
		game = Tag{"Variant", set.String()}
	}
	tags := append(slices.Clone(g.Tags), Tag{"Result", result}, game)
	if g.Start != set.Start() {
		tags = append(tags, Tag{"FEN", one(g.Start.FEN(), g.Start.PDN())})
	}
	strokes := []string{"-", "x", "X", " - ", " x ", "–", "×", "\n-", "x\r\n"}
	if !set.Letters() {
		strokes = append(strokes, "\xd7")
	}
	// What begins a game is told by its first tag.
	tags = append([]Tag{{"Event", "x"}}, tags...)
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	for _, tag := range tags {
		fmt.Fprintf(&b, "[%s%s%s \"%s\"%s]%s", one("", " "), tag.Name, one("", " "), escape.Replace(tag.Value), one("", " "),
			one("", " ", "\n", "\r\n"))
	}
	var line func(g Game, ply int) Game // that comes after so many plies
	line = func(g Game, first int) Game {
		variations := g.Variations
		g.Comments, g.Variations = map[int]string{}, map[int][]Game{}
		p := g.Start
		for i, m := range g.Moves {
			between := one("", " ", "{a \"comment\" (}", "; to the end 1-0\n", "($1 (11-15) 1. 99-98 {)})", "()", "$12 ",
				"\n% not this\n")
			if between != "" && (between[0] == '{' || between[0] == ';') {
				g.Comments[i-1] = strings.Trim(between, "{}; \n")
			}
			b.WriteString(between)
			b.WriteString(blank())
			switch n := (first+i)/2 + 1; {
			case (first+i)%2 == 0:
				b.WriteString(one("", fmt.Sprintf("%d.", n), fmt.Sprintf("%d. ", n), fmt.Sprintf("%d ", n), fmt.Sprintf("%d: ", n)))
			case i == 0 || rapid.Bool().Draw(t, "number"):
				fmt.Fprintf(&b, "%d...%s", n, one("", " "))
			}
			text, err := short(p, m)
			if err != nil {
				t.Fatal(err)
			}
			text = strings.NewReplacer("-", "x", ":", "x").Replace(one(text, m.String()))
			text = strings.ReplaceAll(text, "x", one(strokes...))
			b.WriteString(one(text, byNumbers.Replace(text)))
			b.WriteString(one("", "", "!", "?!", "*", " !", "+"))
			for _, v := range variations[i] {
				b.WriteString(one("(", " ( "))
				g.Variations[i] = append(g.Variations[i], line(v, first+i))
				b.WriteString(one(")", "\n) "))
			}
			p = p.Play(m)
		}
		return g
	}
	first := 0
	if g.Start.Turn != set.Begins() {
		first = 1
	}
	g = line(g, first)
	b.WriteString(blank())
	b.WriteString(one("", result, "*"))
	b.WriteString(blank())
	return b.String(), g
}

// TestUntidy reads games that are written in every way as the same games.
func TestUntidy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(anyGame, 1, 3).Draw(t, "games")
		text := byteOrderMark(rapid.Bool().Draw(t, "mark"))
		for i, g := range want {
			written, tidy := untidy(t, g)
			text += written
			want[i] = tidy
			want[i].Tags = append([]Tag{{"Event", "x"}}, g.Tags...)
		}
		var got []Game
		for g, err := range Read(strings.NewReader(text)) {
			if err != nil {
				t.Fatalf("%v in\n%q", err, text)
			}
			got = append(got, g)
		}
		if diff := cmp.Diff(texts(want), texts(got)); diff != "" {
			t.Fatalf("(-want +got):\n%s\n%q", diff, text)
		}
	})
}

// byteOrderMark is a byte order mark, or nothing.
func byteOrderMark(mark bool) string {
	if mark {
		return "\ufeff"
	}
	return ""
}
