package simulation

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestHappened reads a truth log in which a move is taken back and made again.
func TestHappened(t *testing.T) {
	path, wrong := filepath.Join(t.TempDir(), "truth.jsonl"), map[string]int{}
	log := `{"event":"setup"}
{"event":"move 11-15"}
{"event":"move 22-18"}
{"event":"mishap knock-piece"}
{"event":"move 12-16"}
{"event":"took back 2"}
{"event":"move 23-19"}
{"event":"mo`
	if err := os.WriteFile(path, []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	moves, err := Happened(path, wrong)
	if want := []string{"11-15", "23-19"}; err != nil || !slices.Equal(moves, want) || wrong["knock piece"] != 1 {
		t.Errorf("%v, %v, %v; want %v", moves, wrong, err, want)
	}
}
