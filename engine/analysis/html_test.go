package analysis

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
	"draughtsman/internal/testkit/expect"
)

// written is a report as a page.
func written(t testing.TB, r Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteHTML(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func example(t testing.TB) string {
	g, judged := game(t)
	return written(t, ReportOf(g, judged, search.Request{Depth: 9}, 50))
}

func TestHTML(t *testing.T) {
	page := example(t)
	expect.Golden(t, "testdata/report.html", page)
	if !HoldsReport([]byte(page)) || HoldsReport([]byte("<!DOCTYPE html>\n<title>My page</title>")) {
		t.Error("a report is not told from another page")
	}
}

// A report draws the board of its game, with squares by the numbers that the game has.
func TestHTMLOfOtherBoards(t *testing.T) {
	for game, want := range map[checkers.RuleSet][]string{
		checkers.Italian:       {`viewBox="-2 -2 84 84"`, `data-square="32" x="70" y="70"`, `data-square="1" x="0" y="0"`},
		checkers.Spanish:       {`viewBox="-2 -2 84 84"`, `data-square="1" x="70" y="70"`, `data-squares="9 13"`},
		checkers.International: {`viewBox="-2 -2 104 104"`, `data-square="50" x="80" y="90"`, `x="80" y="90" width="10"`},
	} {
		start := game.Start()
		move := start.Moves()[0]
		if game == checkers.Spanish {
			move = played(t, start, "9-13")[0]
		}
		text := written(t, ReportOf(pdn.Game{Start: start, Moves: []checkers.Move{move}},
			[]Judgement{{Number: 1, Side: start.Turn, Played: move, Best: []checkers.Move{move}}}, search.Request{}, 50))
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%v: there is no %s", game, part)
			}
		}
	}
}

// What the game's file says is shown as text, whatever it is.
func TestTagsAreText(t *testing.T) {
	page := example(t)
	if !strings.Contains(page, "&lt;b onload=&#34;alert(1)&#34;&gt;Club &amp; friends&lt;/b&gt;") {
		t.Error("the event is not shown")
	}
	if strings.Contains(page, "<b onload") || strings.Count(page, "</script>") != 1 {
		t.Error("the event is more than text")
	}
}

var (
	reference = regexp.MustCompile(`(?i)\b(?:href|src|srcset|action|data|poster)\s*=\s*["']?([^"'\s>]*)|url\(\s*["']?([^"')]*)|(@import)`)
	inline    = regexp.MustCompile(`(?s)<(style|script)>(.*?)</`)
	policies  = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`)
	handler   = regexp.MustCompile(`(?i)<[^>]*\s(?:style|on[a-z]+)\s*=\s*"`)
)

// The page refers to nothing but itself.
func TestNothingExternal(t *testing.T) {
	page := example(t)
	found := reference.FindAllStringSubmatch(page, -1)
	if len(found) < 20 {
		t.Errorf("only %d references were found", len(found))
	}
	for _, m := range found {
		if to := m[1] + m[2] + m[3]; !strings.HasPrefix(to, "#") {
			t.Errorf("the page refers to %q in %s", to, m[0])
		}
	}
}

// The policy allows the one style and the one script in the page by their hashes, and nothing else.
func TestPolicy(t *testing.T) {
	page := example(t)
	found := policies.FindStringSubmatch(page)
	if found == nil {
		t.Fatal("the page has no policy")
	}
	policy := html.UnescapeString(found[1])
	if !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %s", policy)
	}
	texts := inline.FindAllStringSubmatch(page, -1)
	if len(texts) != 2 || strings.Count(page, "<script") != 1 || strings.Count(page, "<style") != 1 {
		t.Fatalf("%d styles and scripts", len(texts))
	}
	for _, m := range texts {
		sum := sha256.Sum256([]byte(m[2]))
		want := m[1] + "-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';"
		if !strings.Contains(policy, want) {
			t.Errorf("the policy %s lacks %s", policy, want)
		}
	}
	if m := handler.FindString(page); m != "" {
		t.Errorf("the policy forbids what stands in %s", m)
	}
}

// Every move has its place in the list, its column in the curve and a board, and each mistake a diagram.
func TestAllMovesAreThere(t *testing.T) {
	g, judged := game(t)
	r := ReportOf(g, judged, search.Request{Depth: 9}, 50)
	page := written(t, r)
	for _, m := range r.Moves {
		id := strconv.Itoa(m.Ply)
		for _, want := range []string{`<a id="move-` + id + `" href="#move-` + id + `" data-ply="` + id + `" data-fen="` + m.FEN + `"`,
			`<a href="#move-` + id + `" data-ply="` + id + `" tabindex="-1"><title>`} {
			if strings.Count(page, want) != 1 {
				t.Errorf("there is not one %s", want)
			}
		}
	}
	if got, want := strings.Count(page, `class="diagram"`), 1+len(r.Mistakes); got != want || want < 2 {
		t.Errorf("%d boards, want %d", got, want)
	}
}

// A game without a move has a report, too.
func TestNoMoves(t *testing.T) {
	page := written(t, ReportOf(pdn.Game{Start: checkers.Start()}, nil, search.Request{}, 50))
	for want, times := range map[string]int{`class="diagram"`: 1, `class="curve"`: 0, "Nobody made a mistake": 1,
		"<h1>Black – White</h1>": 1} {
		if got := strings.Count(page, want); got != times {
			t.Errorf("%s is there %d times, want %d", want, got, times)
		}
	}
}

// A position that is none is an error.
func TestWrongPosition(t *testing.T) {
	expect.Error(t, WriteHTML(&bytes.Buffer{}, Report{Start: "W:W99:B1"}), nil, "write a report: draw a board: ")
}

var variable = regexp.MustCompile(`--([a-z]+): (#[0-9a-f]{6})\b`)

// colours are those that a part of the style sheet gives names to, by their relative luminance.
func colours(t *testing.T, part string) map[string]float64 {
	t.Helper()
	all := map[string]float64{}
	for _, m := range variable.FindAllStringSubmatch(part, -1) {
		luminance := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			n, err := strconv.ParseUint(m[2][1+2*i:3+2*i], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			c := float64(n) / 255
			if c <= 0.04045 {
				c /= 12.92
			} else {
				c = math.Pow((c+0.055)/1.055, 2.4)
			}
			luminance += weight * c
		}
		all[m[1]] = luminance
	}
	return all
}

// Text has the contrast that WCAG 2.2 asks for at level AA (https://www.w3.org/TR/WCAG22/#contrast-minimum), in light
// and dark and on paper.
func TestContrast(t *testing.T) {
	const least = 4.5
	roots := strings.Split(style, ":root {")[1:]
	if len(roots) != 3 {
		t.Fatalf("the style has %d sets of colours, want light, dark and paper", len(roots))
	}
	for i, root := range roots {
		set, _, _ := strings.Cut(root, "}")
		c := colours(t, set)
		for _, text := range []string{"ink", "faint", "link", "bad"} {
			for _, ground := range []string{"paper", "panel"} {
				a, b := c[text], c[ground]
				if contrast := (max(a, b) + 0.05) / (min(a, b) + 0.05); contrast < least {
					t.Errorf("set %d: %s on %s has a contrast of %.2f, want %g", i+1, text, ground, contrast, least)
				}
			}
		}
	}
}
