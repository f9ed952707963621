package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/app"
	"draughtsman/internal/robot"
	"draughtsman/internal/table"
)

// TestForgottenCapturesAreTidied has a human at the simulated table leave what it has captured on the board, and the
// arm take it off on request.
func TestForgottenCapturesAreTidied(t *testing.T) {
	if testing.Short() {
		t.Skip("plays on the simulated table")
	}
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	play := app.Options{Time: 50 * time.Millisecond, Games: 1, Options: woodenTable()}
	person := play.Person(func(int) checkers.Side { return checkers.Black })
	person.Forgets = 1
	at := layTable(ctx, t, play, table.Options{Human: &person})
	defer func() {
		if err := at.Close(); err != nil {
			t.Error(err)
		}
	}()
	player, orders := at.Player, make(chan robot.Order, 1)
	player.Orders = orders
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
	settings := at.Settings(0, 5*time.Millisecond, search.Level{Name: search.Full})
	settings.Side = checkers.White
	err := player.Home(ctx)
	if err == nil {
		_, err = player.Play(ctx, settings)
	}
	if captured < 2 || tidied < captured {
		t.Errorf("tidied %d times after %d captures: %v", tidied, captured, err)
	}
	if counts := at.Sim.Counts(); counts.Collisions > 0 || counts.HandHits > 0 {
		t.Errorf("%d collisions, %d times the tool moved where a hand was", counts.Collisions, counts.HandHits)
	}
}
