package rig_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
	"draughtsman/internal/config"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot"
	"draughtsman/internal/robot/rig"
	"draughtsman/internal/table"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/world"
	"draughtsman/planner"
	"draughtsman/vision/moves"
)

// record is a journal that keeps the last game as far as it has come.
type record struct{ game pdn.Game }

func (r *record) Record(g pdn.Game) error { r.game = g; return nil }
func (r *record) Undo(g pdn.Game) error   { return r.Record(g) }
func (r *record) Next()                   {}
func (r *record) Again()                  {}
func (r *record) Kept() int64             { return 0 }

// TestMistakesArePutRight plays the first moves of a game, through camera and serial port, against somebody who does
// something illegal whenever the last thing was right, and seldom moves without dithering. The record holds what was
// true.
func TestMistakesArePutRight(t *testing.T) {
	if testing.Short() {
		t.Skip("plays for half a minute")
	}
	const plies = 6
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var truth bytes.Buffer // read when the table is closed
	// Under the race detector pictures come faster than they are looked at; with longer times between them a mistake
	// of three seconds is seen too seldom to be told.
	const between = 40 * time.Millisecond
	tb, err := table.Start(ctx, table.Options{Seed: 2, Speed: world.Max, FrameInterval: between, Truth: &truth,
		Human: &human.Options{
			Strength: 1, Sloppiness: 0.18, Hesitations: 0.8, Mistakes: 1, WaitForArm: true,
		}})
	if err != nil {
		t.Fatal(err)
	}
	defer tb.Close()
	player, kept := sitDown(ctx, t, tb)
	var said []string
	played := 0
	player.Tell = func(e robot.Event) {
		switch e.Kind {
		case robot.Watching:
			said = append(said, e.Text.String())
		case robot.Repairing:
			t.Errorf("the arm went wrong: %s", e.Text)
		case robot.Played:
			if played++; played == plies {
				cancel()
			}
		}
	}
	if err := player.Home(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := player.Play(ctx, robot.Settings{Side: checkers.Black, Think: 20 * time.Millisecond}); !errors.Is(err,
		context.Canceled) {
		t.Fatalf("after %d moves: %v", played, err)
	}
	if err := tb.Close(); err != nil {
		t.Fatal(err)
	}
	moved, wrong := happened(t, truth.String())
	if len(moved) < plies {
		t.Fatalf("on the table there were only the moves %v", moved)
	}
	var recorded []string
	for _, move := range kept.game.Moves {
		recorded = append(recorded, move.String())
	}
	if diff := cmp.Diff(moved[:plies], recorded); diff != "" {
		t.Errorf("on the table, and on record: %s", diff)
	}
	complaints := 0
	for _, text := range said {
		if strings.Contains(text, "not a legal move") || strings.Contains(text, "must be made") ||
			strings.Contains(text, "not finished") {
			complaints++
		}
	}
	if wrong < 2 || complaints < wrong {
		t.Errorf("%d mistakes were made and %d noticed; said: %q; truly\n%s", wrong, complaints, said, truth.String())
	}
}

// sitDown is a robot at a simulated table that knows of it what a person would have measured.
func sitDown(ctx context.Context, t *testing.T, tb *table.Table) (*robot.Robot, *record) {
	t.Helper()
	described := config.Example()
	described.Camera.Source = tb.CameraURL()
	described.Arm.Port = tb.PortPath()
	described.Calibration = filepath.Join(t.TempDir(), "calibration.yaml")
	cam, err := rig.OpenCamera(ctx, described, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	known, err := guide.CalibrateBoard(ctx, described, cam, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := cam.Close(); err != nil {
		t.Fatal(err)
	}
	eye, err := rig.OpenEye(ctx, described, known, func(time.Time) time.Time {
		// It runs fast: what is wrong for seconds there is wrong for a moment here.
		return time.Time{}.Add(tb.Snapshot().Now)
	}, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = eye.Close() })
	driver, err := rig.OpenArm(ctx, described, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = driver.Close() })
	kept := &record{}
	return &robot.Robot{
		Eye: eye, Arm: driver, Mind: robot.NewEngine(1, search.Level{}, 0), Journal: kept, Log: &robot.MemoryLog{},
		Setup: planner.Setup{Board: described.Board, Disc: described.Disc, Frame: touch(t, tb), Machine: described.Machine},
		Tray:  described.Tray,
		Moves: moves.Options{BlackPieces: known.BlackPieces},
		Now:   time.Now,
	}, kept
}

// happened is the moves of a truth log, and how often the human did something wrong before one.
func happened(t *testing.T, truth string) (moves []string, wrong int) {
	t.Helper()
	for line := range strings.Lines(truth) {
		var l struct{ Event string }
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		if move, found := strings.CutPrefix(l.Event, "move "); found {
			moves = append(moves, move)
		}
		if strings.HasPrefix(l.Event, "human forgets") || strings.HasSuffix(l.Event, "against the rules") {
			wrong++
		}
	}
	return moves, wrong
}
