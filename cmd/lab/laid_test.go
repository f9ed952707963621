package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/rs/zerolog"

	"draughtsman/engine/pdn"
	"draughtsman/internal/app"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
)

// woodenTable is how the simulated table of a test looks.
func woodenTable() simulation.Options {
	return simulation.Options{Seed: 1, Protocol: "grbl", Scheme: "wood", BlackPieces: "dark", BoardTurn: 4, CameraTilt: 25,
		CameraRound: 8}
}

// layTable seats somebody at a simulated table, which a service is to own. It is for the caller to run the service, and
// to close the table after that.
func layTable(ctx context.Context, t testing.TB, play app.Options, o table.Options) *app.Table {
	t.Helper()
	speed, err := simulation.ParseSpeed(play.TableSpeed())
	if err != nil {
		t.Fatal(err)
	}
	told := simulation.Told{Say: unheard, Warns: io.Discard}
	sim, err := play.Start(ctx, told, filepath.Join(t.TempDir(), "table.yaml"), play.Pace(speed), o)
	if err != nil {
		t.Fatal(err)
	}
	at, err := app.Beside(sim, play, quiet(zerolog.Nop()))
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

func readGames(t *testing.T, path string) []pdn.Game {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var games []pdn.Game
	for game, err := range pdn.Read(file) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, game)
	}
	return games
}
