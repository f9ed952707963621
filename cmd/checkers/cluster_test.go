package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"draughtsman/engine/process"
)

// What deploy has for clusters is tried with these in place of its large numbers.
var small = map[string][]string{
	"selfplay": {"GAMES=20", "SEED=3", "NODES=20", "EVEN=40"},
	"league":   {"PLAYERS=minimax:1,engine:nodes=50,random", "RULES=english", "GAMES=4"},
	"tables":   {"PIECES=3", "THREADS=1", "SLURM_CPUS_PER_TASK=1"},
}

// inOneRun are the commands that make the same without a cluster, and what they make.
var inOneRun = map[string]struct{ args, made string }{
	"selfplay": {"selfplay --games 20 --seed 3 --nodes 20 --even 40 whole", "whole"},
	"league": {"league --players minimax:1,engine:nodes=50,random --rules english --games 4 --opening 4 --time 0 " +
		"--jobs 1 --resume whole", "whole"},
	"tables": {"tables build --pieces 3 --dir whole", "whole/2m0k-1m0k.table"},
}

// joined are the commands that join what shards have made, and what they make.
var joined = map[string]struct{ args, made string }{
	"selfplay": {"selfplay merge --out all part-*.games", "all"},
	"league":   {"league merge --save all part-*.jsonl", "all/results.jsonl"},
	"tables":   {"tables merge --pieces 3 --dir tables tables", "tables/2m0k-1m0k.table"},
}

// do runs something in a folder with more of an environment.
func do(t *testing.T, folder string, env []string, args ...string) string {
	t.Helper()
	c := exec.Command(args[0], args[1:]...)
	c.Dir, c.Env = folder, append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s", args, err, out)
	}
	return string(out)
}

// hold has all shards do their work, joins it and holds it against that of one run. start does a shard's share.
func hold(t *testing.T, work string, shards int, start func(folder string, shard int, env []string)) {
	t.Helper()
	folder := t.TempDir()
	rounds := [][]string{nil}
	if work == "tables" {
		do(t, folder, nil, "checkers", "tables", "build", "--pieces", "2", "--dir", "tables")
		rounds = nil
		for men := range 4 {
			rounds = append(rounds, []string{fmt.Sprint("MEN=", men)})
		}
	}
	for _, round := range rounds {
		for i := range shards {
			start(folder, i, slices.Concat(small[work], round))
		}
	}
	do(t, folder, nil, "sh", "-c", "checkers "+joined[work].args)
	do(t, folder, nil, "sh", "-c", "checkers "+inOneRun[work].args)
	one, all := timeless(t, folder, inOneRun[work].made), timeless(t, folder, joined[work].made)
	if one != all {
		t.Errorf("%s: %d bytes by shards, %d in one run, and they differ", work, len(all), len(one))
	}
}

var times = regexp.MustCompile(`"began":"[^"]*","seconds":[0-9.e-]+`)

// timeless is a file without the times that a league's games took.
func timeless(t *testing.T, folder, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil || len(text) < 100 {
		t.Fatalf("%s: %d bytes, %v", name, len(text), err)
	}
	return times.ReplaceAllString(string(text), "")
}

// needsShell skips a test where there is no shell.
func needsShell(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh here")
	}
}

// Each manifest is one of Kubernetes', and its Pods make what one run makes.
func TestKubernetesJobs(t *testing.T) {
	if testing.Short() {
		t.Skip("does all work twice")
	}
	needsShell(t)
	for work := range small {
		t.Run(work, func(t *testing.T) {
			job := readManifest(t, "../../deploy/"+work+"-job.yaml")
			shards := job.checkIndexed(t)
			args, env := job.script(t)
			if !slices.Contains(env, "SHARDS="+strconv.Itoa(shards)) {
				t.Errorf("there are %d shards, and the Pods are told %q", shards, env)
			}
			hold(t, work, shards, func(folder string, shard int, changed []string) {
				index := "JOB_COMPLETION_INDEX=" + strconv.Itoa(shard)
				do(t, folder, slices.Concat(env, changed, []string{index}), args...)
			})
		})
	}
}

func TestKubernetesMerge(t *testing.T) {
	needsShell(t)
	folder := t.TempDir()
	for i := range 2 {
		do(t, folder, nil, "checkers", "selfplay", "--games=4", "--nodes=20", "--even=40", fmt.Sprintf("--shard=%d/2", i+1),
			fmt.Sprintf("part-%d.games", i+1))
	}
	args, env := readManifest(t, "../../deploy/merge-job.yaml").script(t)
	if out := do(t, folder, env, args...); !strings.HasSuffix(out, "all.games holds 4 games.\n") {
		t.Errorf("%q", out)
	}
}

// options are those of sbatch that the scripts use, with what their values look like (man sbatch).
var options = map[string]string{
	"job-name": `\w+`, "array": `1-(\d+)`, "cpus-per-task": `\d+`, "mem": `\d+[MG]`, "time": `\d\d:\d\d:\d\d`,
	"requeue": "", "open-mode": "append", "output": `%x-%a\.log`, "signal": `B:INT@\d+`,
}

// Each script has options that sbatch knows, and the tasks of its array make what one run makes.
func TestSlurmScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("does all work twice")
	}
	needsShell(t)
	for work := range small {
		t.Run(work, func(t *testing.T) {
			path, err := filepath.Abs("../../deploy/" + work + ".sbatch")
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			shards := 0
			for line := range strings.Lines(string(text)) {
				option, found := strings.CutPrefix(strings.TrimSpace(line), "#SBATCH --")
				if !found {
					continue
				}
				name, value, _ := strings.Cut(option, "=")
				want, known := options[name]
				match := regexp.MustCompile("^" + want + "$").FindStringSubmatch(value)
				if !known || match == nil {
					t.Errorf("%q is no option of sbatch", line)
				} else if name == "array" {
					if shards, err = strconv.Atoi(match[1]); err != nil {
						t.Error(err)
					}
				}
			}
			if shards < 2 {
				t.Fatalf("the array has %d tasks", shards)
			}
			hold(t, work, shards, func(folder string, shard int, env []string) {
				task := fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", shard+1)
				count := fmt.Sprintf("SLURM_ARRAY_TASK_COUNT=%d", shards)
				do(t, folder, slices.Concat(env, []string{task, count}), "sh", path)
			})
		})
	}
}

// A line of the page with a command of this program, perhaps after one that runs it several times.
var shown = regexp.MustCompile(`(?m)^.*?\b(checkers (?:selfplay|league|tables) (?:[^\n]*\\\n)*[^\n#|]*)`)

// Every command on the page is understood.
func TestCommandsOfThePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/cluster.md")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, block := range regexp.MustCompile("(?ms)^```.*?^```$").FindAllString(string(page), -1) {
		for _, match := range shown.FindAllStringSubmatch(block, -1) {
			text := strings.NewReplacer("\\\n", " ", "{}", "1", "$men", "1", `"$men"`, "1").Replace(match[1])
			words, err := process.ParseCommand(strings.Split(text, " :::")[0])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser(t).Parse(words[1:]); err != nil && !strings.Contains(err.Error(), "no such file") {
				t.Errorf("%s: %v", text, err)
			}
			count++
		}
	}
	if count < 10 {
		t.Errorf("only %d commands were found", count)
	}
}
