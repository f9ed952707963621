package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/csci561"
)

var positions = flag.Int("positions", 60, "how many random positions the agent is given")

// TestRandomPositions gives the agent positions from random games, each with a limit from 0.01 to 2 s, mostly a small
// one, and asserts that it exits well, within its time, with a legal move or, where there is none, an empty file.
func TestRandomPositions(t *testing.T) {
	homework := program(t)
	slack := slackOf(t, homework)
	random := rand.New(rand.NewPCG(561, 2021))
	closest, count := 0.0, *positions
	if testing.Short() {
		count = min(count, 20)
	}
	for i := range count {
		in := csci561.Input{
			Mode:     csci561.Mode(random.IntN(2)),
			Position: randomPosition(random),
			Left:     time.Duration(0.01 * math.Pow(200, math.Pow(random.Float64(), 2)) * float64(time.Second)),
		}
		used, err := answer(homework, t.TempDir(), in, slack)
		if err != nil {
			t.Errorf("position %d: %v\n%v", i+1, err, in)
		}
		closest = max(closest, used.Seconds()/in.Left.Seconds())
	}
	t.Logf("%d positions; at most %.0f %% of a limit was used", count, 100*closest)
}

// slackOf is what starts of a program take longer on this machine than on one on which the agent's limits mean
// something: twice what a start that does nothing takes beyond 5 ms, which others on a busy machine make it.
func slackOf(t testing.TB, homework string) time.Duration {
	t.Helper()
	var used []time.Duration
	for range 11 {
		cmd := exec.Command(homework, "--version")
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		used = append(used, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	}
	slices.Sort(used)
	return max(0, 2*(used[len(used)/2]-5*time.Millisecond))
}

// answer runs the agent and returns the CPU time that it used, and what is wrong with its answer. It may take so much
// longer than its limit.
func answer(homework, directory string, in csci561.Input, slack time.Duration) (time.Duration, error) {
	folder := csci561.Folder(directory)
	if err := folder.Ask(in); err != nil {
		return 0, err
	}
	cmd := exec.Command(homework)
	cmd.Dir = directory
	if said, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w: %s", err, said)
	}
	used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if used >= in.Left+slack {
		return used, fmt.Errorf("it used %v of %v", used, in.Left)
	}
	if len(in.Position.Moves()) > 0 {
		_, err := folder.Move(in.Position, csci561.Strict)
		return used, err
	}
	text, err := os.ReadFile(filepath.Join(directory, "output.txt"))
	if len(text) > 0 {
		err = fmt.Errorf("without a legal move it wrote %q", text)
	}
	return used, err
}

// randomPosition is a position of a random game, up to its end.
func randomPosition(random *rand.Rand) checkers.Position {
	p := checkers.Start()
	for range random.IntN(150) {
		legal := p.Moves()
		if len(legal) == 0 {
			break
		}
		p = p.Play(legal[random.IntN(len(legal))])
	}
	return p
}

// startLimit is what the start of the program may take of the smallest time that it is given, 10 ms.
const startLimit = 10 * time.Millisecond

// TestStart has the start of the program take no more than that, but for some starts on a busy machine.
func TestStart(t *testing.T) {
	homework, directory := program(t), t.TempDir()
	slack := slackOf(t, homework)
	var used []time.Duration
	for range 21 {
		cpu, err := answer(homework, directory, csci561.Forced(), slack)
		if err != nil {
			t.Fatal(err)
		}
		used = append(used, cpu)
	}
	slices.Sort(used)
	median := used[len(used)/2]
	t.Logf("%v to %v, %v in the middle; %v more are allowed here", used[0], used[len(used)-1], median, slack)
	if median >= startLimit+slack {
		t.Errorf("a start takes %v of CPU time, want less than %v", median, startLimit)
	}
}

// BenchmarkStart measures the CPU time of a move that takes no thinking: the start of the program, its files and its
// end.
func BenchmarkStart(b *testing.B) {
	homework, directory := program(b), b.TempDir()
	var used time.Duration
	for b.Loop() {
		cpu, err := answer(homework, directory, csci561.Forced(), time.Second)
		if err != nil {
			b.Fatal(err)
		}
		used += cpu
	}
	b.ReportMetric(used.Seconds()/float64(b.N)*1e3, "CPU-ms/start")
	b.ReportMetric(startLimit.Seconds()*1e3, "CPU-ms/start-allowed")
}
