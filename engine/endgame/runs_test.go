package endgame

import (
	"testing"

	"pgregory.net/rapid"
)

func TestRunsAreFoundAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var block []byte
		var want []int
		for range rapid.IntRange(1, 40).Draw(t, "runs") {
			utility := rapid.IntRange(-1, 1).Draw(t, "utility")
			length := rapid.IntRange(1, runBlockSize).Draw(t, "length")
			block = appendRun(block, utility, length)
			for range length {
				want = append(want, utility)
			}
		}
		for i, utility := range want {
			if got, found := findRun(block, i); !found || got != utility {
				t.Fatalf("position %d of %v: %d, %t, want %d", i, block, got, found, utility)
			}
		}
		if got, found := findRun(block, len(want)); found {
			t.Errorf("%v has a position more, %d", block, got)
		}
	})
}

// A run takes few bytes, whatever its length.
func TestRunsAreShort(t *testing.T) {
	for length := 1; length <= runBlockSize; length++ {
		if n := len(appendRun(nil, 1, length)); n > 3 {
			t.Errorf("a run of %d takes %d bytes", length, n)
		}
	}
}
