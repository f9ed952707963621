package process

import (
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"":             "",
		"no\n  idea\n": "no idea",
		"first" + strings.Repeat(".", 10*keptBytes) + "last": "first" + strings.Repeat(".", keptBytes-5) + " … " +
			strings.Repeat(".", keptBytes-4) + "last",
	} {
		for _, piece := range []int{1, 7, 1 << 20} {
			var w words
			for rest := text; rest != ""; rest = rest[min(piece, len(rest)):] {
				if _, err := w.Write([]byte(rest[:min(piece, len(rest))])); err != nil {
					t.Fatal(err)
				}
			}
			if got := w.String(); got != want {
				t.Errorf("%d bytes at once: %q, want %q", piece, got, want)
			}
		}
	}
}
