package pdn

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

type clocks = map[int]time.Duration

func TestTakeClocks(t *testing.T) {
	for text, want := range map[string]struct {
		left time.Duration
		rest string
	}{
		"[%clk 1:55:21]":                             {time.Hour + 55*time.Minute + 21*time.Second, ""},
		"a good move [%clk 0:05:12] for once":        {5*time.Minute + 12*time.Second, "a good move for once"},
		"[%clk 0:05:12.75]":                          {5*time.Minute + 12750*time.Millisecond, ""},
		"[%clk  100:00:00 ]":                         {100 * time.Hour, ""},
		"[%clk 0:5:9]":                               {5*time.Minute + 9*time.Second, ""},
		"[%clk 0:00:00]":                             {0, ""},
		"[%clk 0:00:03][%clk 0:00:02]!":              {3 * time.Second, "!"},
		"[%emt 0:00:07] slow[%clk 0:00:03]":          {3 * time.Second, "[%emt 0:00:07] slow"},
		"as said":                                    {-1, "as said"},
		"[%clk 0:60:00]":                             {-1, "[%clk 0:60:00]"},
		"[%clk 5:12]":                                {-1, "[%clk 5:12]"},
		"[%clk w0:00:10 B0:00:03]":                   {-1, "[%clk w0:00:10 B0:00:03]"},
		"[%clk 9999999:00:00]":                       {-1, "[%clk 9999999:00:00]"},
		"[%clk 9999999:00:00] but [%clk 0:00:01] is": {time.Second, "[%clk 9999999:00:00] but is"},
		"[%clk [%clk 0:00:02] 0:00:03]":              {2 * time.Second, ""},
	} {
		given := remarked{3: text, 4: "next"}
		left, rest := TakeClocks(given)
		var wantLeft clocks
		if want.left >= 0 {
			wantLeft = clocks{3: want.left}
		}
		wantRest := remarked{4: "next"}
		if want.rest != "" {
			wantRest[3] = want.rest
		}
		if diff := cmp.Diff(wantLeft, left) + cmp.Diff(wantRest, rest); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
		if given[3] != text {
			t.Errorf("%q was changed to %q", text, given[3])
		}
	}
	if left, rest := TakeClocks(remarked{0: "[%clk 0:00:01]"}); len(left) != 1 || rest != nil {
		t.Errorf("%v, and %q is left", left, rest)
	}
}

func TestPutClocks(t *testing.T) {
	given := remarked{0: "a", 1: "[%clk 0:00:09] b", 2: "c"}
	left := clocks{0: 59*time.Minute + 59999*time.Millisecond, 1: 25*time.Hour + time.Second, 3: -time.Second}
	got := PutClocks(given, left)
	want := remarked{0: "[%clk 0:59:59] a", 1: "[%clk 25:00:01] b", 2: "c", 3: "[%clk 0:00:00]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if given[1] != "[%clk 0:00:09] b" || len(given) != 3 {
		t.Errorf("what was given was changed to %q", given)
	}
	if got := PutClocks(nil, nil); got != nil {
		t.Errorf("%q from nothing", got)
	}
}

// TestClocksRoundTrip writes games with clocks and comments, and takes both out of what is read.
func TestClocksRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGame.Draw(t, "game")
		_, comments := TakeClocks(g.Comments)
		var left clocks
		for ply := range g.Plies() {
			if rapid.Bool().Draw(t, "has a time") {
				if left == nil {
					left = clocks{}
				}
				left[ply] = time.Duration(rapid.IntRange(0, 1e6).Draw(t, "seconds")) * time.Second
			}
		}
		g.Comments = PutClocks(comments, left)
		var b strings.Builder
		if err := Write(&b, g); err != nil {
			t.Fatal(err)
		}
		for got, err := range Read(strings.NewReader(b.String())) {
			if err != nil {
				t.Fatal(err)
			}
			gotLeft, gotComments := TakeClocks(got.Comments)
			if diff := cmp.Diff(left, gotLeft) + cmp.Diff(comments, gotComments); diff != "" {
				t.Fatalf("(-want +got):\n%s\n%s", diff, b.String())
			}
		}
	})
}
