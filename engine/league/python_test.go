package league

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"draughtsman/engine/variant"
)

// TestPythonIsStopped has classes that go on when their time is up, with and without a move.
func TestPythonIsStopped(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for Python")
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	file := filepath.Join(t.TempDir(), "bot.py")
	if err := os.WriteFile(file, []byte(`
class Anytime:
    def __init__(self, board_size, player_num):
        pass

    def move(self, board, time_limit, ret_val):
        for place in board.get_locations_by_color(board.current_player):
            for move in board.generate_moves(place)[1]:
                ret_val[:] = move
        while True:
            pass

class Never(Anytime):
    def move(self, board, time_limit, ret_val):
        while True:
            pass
`), 0o600); err != nil {
		t.Fatal(err)
	}
	rules := variant.League()
	game := newGame(t, rules, 6)
	sit := func(class string) Player {
		spec, err := ParsePlayer("python:"+file+":"+class, "")
		if err != nil || spec.Name != class {
			t.Fatalf("%+v, %v", spec, err)
		}
		p, err := spec.Sit(t.Context(), Seat{Rules: rules, Size: 6})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = p.Close() })
		return p
	}
	p := sit("Anytime")
	for range 2 {
		m, err := p.Choose(t.Context(), game, 100*time.Millisecond)
		if err != nil || !slices.Contains(rules.Moves(game.Position()), m) {
			t.Errorf("%v, %v", m, err)
		}
	}
	p = sit("Never")
	for range 2 {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		if m, err := p.Choose(ctx, game, 100*time.Millisecond); !errors.Is(err, ErrLate) {
			t.Errorf("%v, %v", m, err)
		}
		cancel()
	}
}
