package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/armcheck"
	"draughtsman/internal/config"
	"draughtsman/internal/robot"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
)

// byProgram has the table that a description in a folder is of be driven by the example program for GRBL, which
// writes its process id to program.pid.
func byProgram(t *testing.T, folder string) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("python3 is not installed, which runs the program that drives the arm")
		}
		t.Skip("python3 is not installed, which runs the program that drives the arm")
	}
	examples, err := filepath.Abs("../../docs/examples/arm")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "table.yaml")
	described, err := config.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	described.Arm = config.Arm{Driver: "program", Command: []string{
		"sh", "-c", `echo $$ >program.pid; exec "$@"`, "sh", python, "-B", filepath.Join(examples, "grbl_arm.py"), "--port",
		described.Arm.Port,
	}}
	if err := described.Save(path, ""); err != nil {
		t.Fatal(err)
	}
}

// A game with few pieces is played to its end by a program in Python, which is killed twice in the middle of it: it is
// started again, the arm homed, and what is on record is what happened on the table.
func TestGameByProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a game to its end")
	}
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	folder, start := t.TempDir(), position(t, "B:WK18,K27,29,31:B3,5,12")
	stop := simulatedFrom(ctx, t, folder, 3, start)
	byProgram(t, folder)
	truth := filepath.Join(folder, "truth.jsonl")
	killed := make(chan int)
	go func() { killed <- killProgram(ctx, folder, truth, 2, 5) }()
	said, _ := playedIn(ctx, t, folder, -1, "--position", start.FEN())
	cancelled := ctx.Err()
	stop()
	cancel()
	if n := <-killed; n != 2 || strings.Count(said, "The arm was interrupted") < n {
		t.Errorf("the program was killed %d times, want 2; the game said:\n%s", n, tail(said))
	}
	played, happened := readGames(t, filepath.Join(folder, "games.pdn")), readTruth(t, truth)
	if len(played) != 1 || len(happened) != 1 || played[0].Result == pdn.Unfinished {
		t.Fatalf("%d games on record, %d on the table; %v; the game said:\n%s", len(played), len(happened), cancelled,
			tail(said))
	}
	// From a sixth of a disc on, one that fell is straightened.
	worst := compare(t, 1, checkers.White, played[0], happened[0], 0.13, false)
	t.Logf("%d moves, %v; the robot's worst disc stood %.1f %% of a square off its square's centre", len(played[0].Moves),
		played[0].Result, 100*worst)
}

// simulatedFrom runs a simulated table at which somebody plays Black from a position, until it is stopped.
func simulatedFrom(ctx context.Context, t *testing.T, folder string, seed uint64,
	start checkers.Position) (stop func()) {
	t.Helper()
	options := simulation.Options{Seed: seed, Truth: filepath.Join(folder, "truth.jsonl"), Scheme: "wood",
		BlackPieces: "dark", BoardTurn: 4, CameraTilt: 25, CameraRound: 8}
	person := options.Person(func(int) checkers.Side { return checkers.Black })
	person.Told = true // it waits until the game has begun
	told := simulation.Told{Progress: func(string) {}, Warns: io.Discard, Log: zerolog.Nop()}
	sim, err := options.Start(ctx, told, filepath.Join(folder, "table.yaml"), math.Inf(1), table.Options{Human: &person})
	if err != nil {
		t.Fatal(err)
	}
	sim.Begins(start, true)
	sim.Hear(robot.Event{Kind: robot.GameStarted})
	return func() {
		if err := sim.Close(); err != nil {
			t.Error(err)
		}
	}
}

// The arm of a simulated table that runs in a process of its own, driven by a program in Python, passes the check.
func TestArmCheckOnTheSimulatedTable(t *testing.T) {
	if testing.Short() {
		t.Skip("moves in real time")
	}
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	folder := t.TempDir()
	stop := simulatedAt(ctx, t, "draughtsman", folder, 1, "1")
	defer stop()
	byProgram(t, folder)
	check := exec.CommandContext(ctx, "draughtsman", "arm", "check", "--config", "table.yaml", "--yes", "--json")
	check.Dir = folder
	var said bytes.Buffer
	check.Stderr = &said
	out, err := check.Output()
	t.Logf("%s", &said)
	var report armcheck.Report
	if err := errors.Join(err, json.Unmarshal(out, &report)); err != nil {
		t.Fatal(err)
	}
	if !report.OK || report.Driver != "program" || len(report.Checks) < 10 {
		t.Errorf("%+v", report)
	}
	for _, c := range report.Checks {
		if c.Outcome != armcheck.OK {
			t.Errorf("%s is %s: %s", c.Name, c.Outcome, c.Found)
		}
	}
}

// killProgram kills the program that drives the arm when so many moves have been made on the table, and says how
// often it did.
func killProgram(ctx context.Context, folder, truth string, when ...int) (times int) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for times < len(when) {
		select {
		case <-ctx.Done():
			return times
		case <-tick.C:
		}
		text, err := os.ReadFile(truth)
		if err != nil || bytes.Count(text, []byte(`"event":"move `)) < when[times] {
			continue
		}
		var id int
		pid, err := os.ReadFile(filepath.Join(folder, "program.pid"))
		if _, scan := fmt.Sscan(string(pid), &id); err != nil || scan != nil {
			continue
		}
		if syscall.Kill(id, syscall.SIGKILL) == nil {
			times++
		}
	}
	return times
}
