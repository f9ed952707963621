package main

import (
	"context"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/robot"
	"draughtsman/internal/table"
	"draughtsman/planner"
)

// TestForgottenCapturesAreTidied has a human at the simulated table leave what it has captured on the board, and the
// arm take it off on request.
func TestForgottenCapturesAreTidied(t *testing.T) {
	if testing.Short() {
		t.Skip("plays on the simulated table")
	}
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	s := &session{in: strings.NewReader(""), out: io.Discard, err: io.Discard, log: zerolog.Nop()}
	play := playCommand{Time: 50 * time.Millisecond, Games: 1, simulatedTable: simulatedTable{Seed: 1, Protocol: "grbl",
		Scheme: "wood", BlackPieces: "dark", BoardTurn: 4, CameraTilt: 25, CameraRound: 8}}
	person := play.human(func(int) checkers.Side { return checkers.Black })
	person.Forgets = 1
	sim, err := play.start(ctx, s, filepath.Join(t.TempDir(), "table.yaml"), play.pace(math.Inf(1)),
		table.Options{Human: &person})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := sim.Close(); err != nil {
			t.Error(err)
		}
	}()
	orders := make(chan robot.Order, 1)
	kept, err := play.openBook(ctx, s, planner.Tray{})
	if err != nil {
		t.Fatal(err)
	}
	player, closing, err := play.open(ctx, s, sim.config, sim, orders, kept, newTerminal(s))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := closing(); err != nil {
			t.Error(err)
		}
	}()
	tidied, captured := 0, 0
	player.Tell = func(e robot.Event) {
		switch e.Kind {
		case robot.Watching:
			if strings.Contains(e.Text.String(), "off the board") {
				orders <- robot.Order{Command: robot.Tidy{}}
			}
		case robot.Arranged:
			tidied++
		case robot.Repairing:
			t.Logf("repairing: %s", e.Text)
		case robot.Played:
			if !e.Robots && e.Move.IsCapture() {
				captured++
			}
			if captured == 2 {
				stop()
			}
		}
	}
	settings := play.settings(0, 5*time.Millisecond, search.Level{Name: search.Full})
	settings.Side = checkers.White
	err = player.Home(ctx)
	if err == nil {
		_, err = player.Play(ctx, settings)
	}
	if captured < 2 || tidied < captured {
		t.Errorf("tidied %d times after %d captures: %v", tidied, captured, err)
	}
	if counts := sim.table.Counts(); counts.Collisions > 0 || counts.HandHits > 0 {
		t.Errorf("%d collisions, %d times the tool moved where a hand was", counts.Collisions, counts.HandHits)
	}
}
