package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"draughtsman/engine/pdn"
)

// lostGame is the record of a game that the human lost at level club.
const lostGame = "[Black \"Draughtsman\"]\n[White \"Human\"]\n[Level \"club\"]\n\n1. 11-15 22-17 1-0\n"

// TestLevelFollowsTheHuman plays a game with few pieces on the simulated table against somebody who has lost a game on
// record before.
func TestLevelFollowsTheHuman(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a game")
	}
	t.Parallel()
	record := filepath.Join(t.TempDir(), "games.pdn")
	if err := os.WriteFile(record, []byte(lostGame), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	status := run([]string{"play", "--sim", "--level", "adapt", "--strength", "0", "--kings", "virtual", "--pdn", record,
		"--position", "B:W13,14,21,22:B5,6"}, strings.NewReader(""), &out, &errs)
	if status != 0 {
		t.Fatalf("exit status %d\n%s", status, tail(errs.String()))
	}
	games := readGames(t, record)
	if len(games) != 2 || games[1].Result == pdn.Unfinished || games[1].Tag("Level") != "casual" {
		t.Errorf("%d games on record; the last at level %q", len(games), games[len(games)-1].Tag("Level"))
	}
	if !strings.Contains(out.String(), "The robot plays at level casual.\n") {
		t.Errorf("the level is not said:\n%s", out.String())
	}
}
