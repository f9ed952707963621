package docs

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

const opencv = "gocv.io/x/gocv"

// forbidden are imports that are refused, by the files that have them. None of them closes a circle: what is imported
// imports nothing here that leads back.
var forbidden = map[string]string{
	"internal/robot/rig/a.go":  module + "internal/table",
	"internal/robot/a.go":      module + "internal/table",
	"internal/watch/a.go":      module + "internal/table",
	"internal/simulation/a.go": module + "vision/moves",
	"vision/a.go":              module + "internal/drivers",
	"vision/b.go":              module + "internal/config",
	"vision/c.go":              module + "internal/table/firmware",
	"vision/d.go":              module + "engine/pdn",
	"planner/a.go":             module + "engine/hub",
	"internal/config/a.go":     module + "arm/grbl",

	"arm/a_test.go":              module + "engine/hub",
	"arm/dobot/a.go":             module + "engine/hub",
	"arm/feetech/a.go":           opencv,
	"arm/kinematics/a.go":        module + "engine/hub",
	"arm/session/a.go":           module + "arm/grbl",
	"arm/serialport/a.go":        module + "arm/grbl",
	"calibration/a.go":           module + "internal/table",
	"calibration/a_test.go":      module + "internal/table",
	"calibration/b.go":           opencv,
	"cmd/checkers/a.go":          module + "arm/grbl",
	"cmd/draughtsman/a.go":       module + "internal/testkit/boards",
	"cmd/draughtsman/b.go":       opencv,
	"cmd/draughtsman/c.go":       module + "internal/table/firmware",
	"cmd/homework/a.go":          module + "engine/pdn",
	"cmd/lab/a.go":               opencv,
	"engine/book/a.go":           module + "engine/process",
	"engine/book/build/a.go":     module + "engine/pdn",
	"engine/dxp/a.go":            module + "internal/cli",
	"engine/endgame/a.go":        module + "engine/pdn",
	"engine/league/a.go":         module + "arm/grbl",
	"engine/pdn/a.go":            module + "engine/variant",
	"engine/search/a.go":         module + "engine/pdn",
	"engine/search/a_test.go":    module + "arm/grbl",
	"engine/search/b.go":         opencv,
	"fresh/a.go":                 module + "arm/grbl",
	"internal/app/a.go":          module + "arm/grbl",
	"internal/armcheck/a.go":     module + "internal/table",
	"internal/cli/a.go":          module + "internal/drivers",
	"internal/engine/a.go":       module + "internal/robot",
	"internal/config/b.go":       opencv,
	"internal/files/a.go":        module + "internal/drivers",
	"internal/fresh/a.go":        module + "arm/grbl",
	"internal/guide/a.go":        module + "arm/grbl",
	"internal/guide/b.go":        opencv,
	"internal/robot/a_test.go":   module + "engine/hub",
	"internal/robot/b.go":        opencv,
	"internal/simulation/b.go":   module + "internal/table/servos",
	"internal/table/a.go":        module + "internal/table/firmware",
	"internal/table/a_test.go":   module + "arm/grbl",
	"internal/table/servos/a.go": module + "engine/checkers",
	"internal/table/scene/a.go":  module + "engine/pdn",
	"internal/table/world/a.go":  module + "arm/grbl",
	"internal/terminal/a.go":     module + "vision/moves",
	"internal/testkit/leak/a.go": module + "planner",
	"planner/a_test.go":          module + "internal/table",
	"planner/b.go":               opencv,
	"vision/camera/a.go":         module + "engine/pdn",
	"vision/detect/a.go":         module + "planner",
	"vision/detect/a_test.go":    module + "internal/table/firmware",
	"vision/moves/a.go":          module + "arm/grbl",
	"vision/imaging/a.go":        module + "engine/pdn",
	"vision/palm/a.go":           module + "engine/checkers",
	"vision/overlay/a.go":        module + "internal/table/firmware",
}

// TestFence plants imports in a copy of the folders and has the lint refuse each: those above, and in every room,
// in its tests and in a new folder below it, one of a package that nobody may import.
func TestFence(t *testing.T) {
	lint, err := filepath.Abs("../bin/golangci-lint")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(lint); errors.Is(err, fs.ErrNotExist) || testing.Short() {
		t.Skip("make fence runs the lint")
	}
	root := t.TempDir()
	rules, err := os.ReadFile("../.golangci.yml")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, ".golangci.yml"), string(rules))
	write(t, filepath.Join(root, "go.mod"), "module draughtsman\n\ngo 1.25\n\nrequire "+opencv+
		" v0.0.0\n\nreplace "+opencv+" => ./opencv\n")
	write(t, filepath.Join(root, "opencv", "go.mod"), "module "+opencv+"\n")
	write(t, filepath.Join(root, "opencv", "gocv.go"), "package gocv\n")
	write(t, filepath.Join(root, "nowhere", "nowhere.go"), "package nowhere\n")
	planted := maps.Clone(forbidden)
	clauses := packages(t)
	for room := range clauses {
		planted[path.Join(room, "planted.go")] = module + "nowhere"
		planted[path.Join(room, "planted_test.go")] = module + "nowhere"
		planted[path.Join(room, "planted", "planted.go")] = module + "nowhere"
	}
	for file, imported := range planted {
		clause := cmp.Or(clauses[path.Dir(file)], path.Base(path.Dir(file)))
		write(t, filepath.Join(root, file), fmt.Sprintf("package %s\n\nimport _ %q\n", clause, imported))
	}
	refused, by := refusals(t, lint, root)
	for _, file := range slices.Sorted(maps.Keys(planted)) {
		if !refused[file] {
			t.Errorf("the lint lets %s import %s", path.Dir(file), planted[file])
		}
	}
	for _, rule := range ruleNames(t, rules) {
		if !by[rule] {
			t.Errorf("the rule %s of .golangci.yml refuses nothing that was planted", rule)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(name), 0o755)
	if err == nil {
		err = os.WriteFile(name, []byte(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

var packageClause = regexp.MustCompile(`(?m)^package (\w+)`)

// packages are the names of the packages of the project, by their folders below its root.
func packages(t *testing.T) map[string]string {
	t.Helper()
	names := map[string]string{}
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && (entry.Name() == "testdata" || name == built) {
			return cmp.Or(err, fs.SkipDir)
		}
		if strings.HasSuffix(name, ".go") {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if m := packageClause.FindSubmatch(text); m != nil {
				room := path.Dir(strings.TrimPrefix(filepath.ToSlash(name), "../"))
				names[room] = strings.TrimSuffix(string(m[1]), "_test")
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// refusals are the files below a folder whose imports the lint refuses, and the rules that it refuses them by.
func refusals(t *testing.T, lint, root string) (files, rules map[string]bool) {
	t.Helper()
	c := exec.CommandContext(t.Context(), lint, "run", "--allow-parallel-runners", "--enable-only", "depguard",
		"--max-issues-per-linter", "0", "--max-same-issues", "0", "--show-stats=false",
		"--output.json.path", "stdout", "./...")
	c.Dir = root
	out, err := c.Output()
	var failed *exec.ExitError
	if err != nil && (!errors.As(err, &failed) || failed.ExitCode() != 1) { // 1: it has found something
		t.Fatalf("%v\n%s", err, failed.Stderr)
	}
	var report struct {
		Issues []struct {
			Text string
			Pos  struct{ Filename string }
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files, rules = map[string]bool{}, map[string]bool{}
	for _, issue := range report.Issues {
		_, rule, ok := strings.Cut(issue.Text, "is not allowed from list '")
		if !ok {
			t.Errorf("%s: %s", issue.Pos.Filename, issue.Text)
			continue
		}
		rule, _, _ = strings.Cut(rule, "'")
		files[filepath.ToSlash(issue.Pos.Filename)], rules[rule] = true, true
	}
	return files, rules
}

// ruleNames are the names of the rules of .golangci.yml on who may import whom.
func ruleNames(t *testing.T, text []byte) []string {
	t.Helper()
	var config struct {
		Linters struct {
			Settings struct {
				Depguard struct{ Rules map[string]any }
			}
		}
	}
	if err := yaml.Unmarshal(text, &config); err != nil {
		t.Fatal(err)
	}
	names := slices.Sorted(maps.Keys(config.Linters.Settings.Depguard.Rules))
	if len(names) == 0 {
		t.Fatal(".golangci.yml has no rules on imports")
	}
	return names
}
