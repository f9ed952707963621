package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/simulation"
)

var (
	kills = flag.Int("kills", 0, "how often TestKilledProcesses kills the process that plays: make kills")
	keep  = flag.String("keep", "",
		"a folder in which TestKilledProcesses leaves each game's files, with what was said and what was true")
)

// TestKilledProcesses kills the processes that play at random moments, and goes on with their games, on simulated
// tables in processes of their own. The games, by the rules of each set in turn, are played to their ends, and what is
// on record is what happened on the tables.
func TestKilledProcesses(t *testing.T) {
	if *kills == 0 {
		t.Skip("kills processes in whole games: make kills")
	}
	const inOne = 10
	killed := 0
	for game := 0; killed < *kills; game++ {
		t.Run(fmt.Sprint("game ", game+1), func(t *testing.T) {
			killed += killedGame(t, uint64(game+1), min(inOne, *kills-killed))
			t.Logf("%d of %d kills", killed, *kills)
		})
		if t.Failed() {
			return
		}
	}
}

// killedGame plays a game through so many deaths, fewer if it is over before, and says how many they were.
func killedGame(t *testing.T, seed uint64, most int) (deaths int) {
	const mostLines = 400 // of the log, from one death to the next
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
	defer cancel()
	folder := t.TempDir()
	if *keep != "" {
		folder = filepath.Join(*keep, fmt.Sprint("game-", seed))
		if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(seed, 5))
	rules := checkers.RuleSet((seed - 1) % checkers.RuleSets)
	stop := simulatedAt(ctx, t, "draughtsman", folder, seed, "max", "--game", rules.String())
	for {
		lines := 1 + random.IntN(mostLines)
		if deaths == most {
			lines = -1
		}
		said, dead := playedIn(ctx, t, folder, lines)
		if !dead {
			t.Logf("%s", strings.TrimSpace(said[strings.LastIndex(strings.TrimSpace(said), "\n")+1:]))
			break
		}
		deaths++
	}
	stop()
	played, truth := readGames(t, filepath.Join(folder, "games.pdn")), filepath.Join(folder, "truth.jsonl")
	if len(played) != 1 || played[0].Result == pdn.Unfinished {
		t.Fatalf("%d games on record; the last has the result %v", len(played), played[len(played)-1].Result)
	}
	if game := readTruth(t, truth)[0]; len(game) != len(played[0].Moves) {
		t.Errorf("%d moves on record, %d made on the table", len(played[0].Moves), len(game))
	}
	happened, err := simulation.Happened(truth, map[string]int{})
	if err != nil {
		t.Fatal(err)
	}
	for i, move := range played[0].Moves { // the table's position may lack a crown that came late
		if i < len(happened) && happened[i] != move.String() {
			t.Errorf("move %d: %s on record, %s on the table", i+1, move, happened[i])
		}
	}
	t.Logf("%v: %d moves, %d deaths", rules, len(played[0].Moves), deaths)
	return deaths
}

// simulatedIn runs a simulated table in a process of its own, until it is stopped.
func simulatedIn(ctx context.Context, t *testing.T, folder string, seed uint64) (stop func()) {
	t.Helper()
	return simulatedAt(ctx, t, "draughtsman", folder, seed, "max")
}

// inLab is simulatedAt of the laboratory's program, which is built with the tags of this test.
func inLab(ctx context.Context, t *testing.T, folder string, seed uint64, speed string, flags ...string) (stop func()) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "lab")
	args := []string{"build", "-o", program}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "-tags" {
				args = append(args, "-tags", s.Value)
			}
		}
	}
	if said, err := exec.CommandContext(ctx, "go", append(args, "draughtsman/cmd/lab")...).CombinedOutput(); err != nil {
		t.Fatalf("the laboratory cannot be built: %v\n%s", err, said)
	}
	return simulatedAt(ctx, t, program, folder, seed, speed, flags...)
}

// simulatedAt is simulatedIn at a speed, by a program, with other flags.
func simulatedAt(ctx context.Context, t *testing.T, program, folder string, seed uint64, speed string,
	flags ...string) (stop func()) {
	t.Helper()
	sim := exec.CommandContext(ctx, program, append([]string{"sim", "--speed", speed, "--truth", "truth.jsonl",
		"--seed", fmt.Sprint(seed)}, flags...)...)
	sim.Dir = folder
	var complaints bytes.Buffer
	sim.Stderr = &complaints
	out, err := sim.StdoutPipe()
	if err == nil {
		err = sim.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	for said := bufio.NewScanner(out); said.Scan() && !strings.Contains(said.Text(), "draughtsman play"); {
	}
	return func() {
		if err := sim.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		if _, err := io.Copy(io.Discard, out); err != nil {
			t.Error(err)
		}
		if err := sim.Wait(); err != nil {
			t.Errorf("the simulated table: %v\n%s", err, &complaints)
		}
	}
}

// playedIn plays, or goes on with what has been begun, until the game is over or the log has so many lines; then the
// process is killed, unless it is dead by then.
func playedIn(ctx context.Context, t *testing.T, folder string, lines int, flags ...string) (said string, dead bool) {
	t.Helper()
	args := append([]string{"play", "--config", "table.yaml", "--no-guard", "--time", "50ms", "--least-time", "0",
		"--pdn", "games.pdn", "--verbose"}, flags...)
	switch begun, err := os.Stat(filepath.Join(folder, "games.log")); {
	case err == nil && begun.Size() > 0:
		args = append(args, "--resume")
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		t.Fatal(err)
	}
	play := exec.CommandContext(ctx, "draughtsman", args...)
	play.Dir = folder
	var out bytes.Buffer
	play.Stdout = &out
	log, err := play.StderrPipe()
	if err == nil {
		err = play.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	kept, err := os.OpenFile(filepath.Join(folder, "play.log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	var last []string
	for said := bufio.NewScanner(log); said.Scan(); lines-- {
		last = append(last[max(0, len(last)-20):], said.Text())
		if _, err := fmt.Fprintln(kept, said.Text()); err != nil {
			t.Fatal(err)
		}
		if lines == 0 {
			dead = true
			if err := play.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := play.Wait(); err != nil && !dead {
		t.Fatalf("draughtsman %s: %v\n%s%s", strings.Join(args, " "), err, &out, strings.Join(last, "\n"))
	}
	return out.String(), dead
}
