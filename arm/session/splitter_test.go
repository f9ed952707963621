package session

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func split(max int, chunks ...string) (lines []string) {
	s := splitter{max: max}
	for _, c := range chunks {
		s.feed([]byte(c), func(l string) { lines = append(lines, l) })
	}
	return lines
}

func TestSplitter(t *testing.T) {
	for name, c := range map[string]struct {
		chunks []string
		want   []string
	}{
		"mixed ends":     {[]string{"a\nb\r\nc\rd\r\n\r\ne"}, []string{"a", "b", "c", "d"}},
		"in pieces":      {[]string{"o", "k", "\r", "\n", "ok\n"}, []string{"ok", "ok"}},
		"just in size":   {[]string{"12345678\n"}, []string{"12345678"}},
		"too long":       {[]string{"123456789\nok\n"}, []string{"ok"}},
		"far too long":   {[]string{strings.Repeat("x", 99), "\nok\n"}, []string{"ok"}},
		"without an end": {[]string{"ok"}, nil},
	} {
		if diff := cmp.Diff(c.want, split(8, c.chunks...)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// However the bytes arrive, the lines are the same, and never hold a line end or more than the longest line.
func FuzzSplitter(f *testing.F) {
	f.Add("ok\r\nGrbl 1.1h ['$' for help]\r\n", 3)
	f.Add("\n\r\xff\x00\r\n123456789\n", 1)
	f.Fuzz(func(t *testing.T, text string, at int) {
		at = max(0, min(at, len(text)))
		whole := split(8, text)
		if diff := cmp.Diff(whole, split(8, text[:at], text[at:])); diff != "" {
			t.Fatal(diff)
		}
		for _, l := range whole {
			if l == "" || len(l) > 8 || strings.ContainsAny(l, "\r\n") {
				t.Fatalf("%q", l)
			}
		}
	})
}
