package main

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/internal/config"
	"draughtsman/internal/service"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
)

// laidTable is a simulated table that a service owns in this process, with whoever sits at it.
type laidTable struct {
	session *session
	sim     *simulation.Table
	owner   *service.Service // which does not run yet
	games   *playing
	close   func() error
}

// woodenTable is how the simulated table of a test looks.
func woodenTable() simulation.Options {
	return simulation.Options{Seed: 1, Protocol: "grbl", Scheme: "wood", BlackPieces: "dark", BoardTurn: 4, CameraTilt: 25,
		CameraRound: 8}
}

// layTable seats somebody at a simulated table, which a service is to own. It is for the caller to run the service, and
// to close the table after that.
func layTable(ctx context.Context, t testing.TB, play playCommand, o table.Options) *laidTable {
	t.Helper()
	s := &session{in: strings.NewReader(""), out: io.Discard, err: io.Discard, log: zerolog.Nop()}
	speed, err := simulation.ParseSpeed(play.speed())
	if err != nil {
		t.Fatal(err)
	}
	speed = play.Pace(speed)
	sim, err := play.Start(ctx, newTerminal(s).told(s), filepath.Join(t.TempDir(), "table.yaml"), speed, o)
	if err != nil {
		t.Fatal(err)
	}
	described, err := config.Load(sim.Config)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := play.openBook(ctx, s, described.Tray)
	if err != nil {
		t.Fatal(err)
	}
	owner, screen := service.New(service.Options{Now: time.Now}), newTerminal(s)
	player, closing, err := play.open(ctx, s, sim.Config, sim, owner.Orders(), kept, screen)
	if err != nil {
		t.Fatal(err)
	}
	games := &playing{command: play, player: player, kept: kept, screen: screen,
		think: simulation.OnClock(play.Time, speed)}
	own(owner, games, sim, true)
	return &laidTable{s, sim, owner, games, func() error { return errors.Join(closing(), kept.close(), sim.Close()) }}
}
