package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	opened  = regexp.MustCompile(`^    less (\S+)$`)
	grepped = regexp.MustCompile(`^    grep -r?nE '([^']+)' (.+)$`)
)

// The tour's files exist, and what it looks for is found in each of the folders that it names.
func TestTour(t *testing.T) {
	page, err := os.ReadFile("../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, tour, _ := strings.Cut(string(page), "\n## The tour\n")
	tour, _, _ = strings.Cut(tour, "\n## ")
	commands := 0
	for line := range strings.Lines(tour) {
		line = strings.TrimRight(line, "\n")
		if !strings.HasPrefix(line, "    ") {
			continue
		}
		commands++
		if m := opened.FindStringSubmatch(line); m != nil {
			if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
				t.Error(err)
			}
			continue
		}
		m := grepped.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("%q is neither less nor grep", line)
			continue
		}
		for root := range strings.FieldsSeq(m[2]) {
			if !found(t, regexp.MustCompile(m[1]), filepath.Join("..", root)) {
				t.Errorf("%s: nothing in %s", line, root)
			}
		}
	}
	if commands != 10 {
		t.Errorf("%d commands for five questions, want two each", commands)
	}
}

// found reports whether a line of the program below a folder, or of a file of it, matches.
func found(t *testing.T, pattern *regexp.Regexp, root string) (matched bool) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for line := range strings.Lines(string(text)) {
			matched = matched || pattern.MatchString(line)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return matched
}
