package main

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"testing"

	"github.com/rs/zerolog"

	"draughtsman/internal/app"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/world"
)

// woodenTable is how the simulated table of a test looks.
func woodenTable() simulation.Options {
	return simulation.Options{Seed: 1, Scheme: "wood", BlackPieces: "dark", BoardTurn: 4, CameraTilt: 25,
		CameraRound: 8}
}

// wired is a gantry with GRBL behind a line to which trouble comes, whose port has a link.
func wired(t *trouble, link string) table.Arm {
	return func(w *world.World, seed uint64) (table.Port, error) {
		return firmware.Start(w, firmware.Options{Seed: seed, Faults: t.line, Link: link})
	}
}

// layTable seats somebody at a simulated table, which a service is to own. It is for the caller to run the service, and
// to close the table after that.
func layTable(ctx context.Context, t testing.TB, play app.Options, o table.Options) *app.Table {
	t.Helper()
	speed, err := simulation.ParseSpeed(play.TableSpeed())
	if err != nil {
		t.Fatal(err)
	}
	told := simulation.Told{Progress: unheard, Warns: io.Discard}
	sim, err := play.Start(ctx, told, filepath.Join(t.TempDir(), "table.yaml"), play.Pace(speed), o)
	if err != nil {
		t.Fatal(err)
	}
	at, err := app.OpenSimulated(sim, play, quiet(zerolog.Nop()))
	if err == nil {
		err = at.Keep(ctx)
	}
	if err == nil {
		err = at.Connect(ctx)
	}
	if err != nil {
		t.Fatal(errors.Join(err, at.Close()))
	}
	return at
}
