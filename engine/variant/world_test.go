package variant

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestPerftOfTheWorld compares with the counts of another program, from positions with kings and long captures. Each
// line of the file has a rule set, a position and the counts of one ply and more.
func TestPerftOfTheWorld(t *testing.T) {
	text, err := os.ReadFile("testdata/perft_world.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		rules, err := Named(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		p, err := rules.ParseFEN(rules.Size, fields[1])
		if err != nil {
			t.Error(err)
			continue
		}
		for i, count := range fields[2:] {
			want, err := strconv.Atoi(count)
			if err != nil {
				t.Fatal(err)
			}
			if got, all := rules.Perft(p, i+1); got != uint64(want) || !all {
				t.Errorf("%s %s: %d lines of %d plies, want %d\n%s", rules.Name, fields[1], got, i+1, want, p)
			}
			if fast, ok := rules.Checkers(p); ok && fast.Perft(i+1) != uint64(want) {
				t.Errorf("%s %s: %d lines of %d plies on the faster board, want %d\n%s", rules.Name, fields[1],
					fast.Perft(i+1), i+1, want, p)
			}
		}
	}
}
