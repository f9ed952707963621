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
	named = regexp.MustCompile("(?:`|\\./)((?:arm|calibration|cmd|deploy|docs|engine|internal|planner|vision)" +
		`(?:/[a-z0-9_.-]+)+)`)
	test = regexp.MustCompile(`\b(?:Test|Benchmark)[A-Z][A-Za-z0-9]*`)
)

// The files, folders and tests that pages name exist. What CHANGELOG says of older versions may have gone since.
func TestNamesExist(t *testing.T) {
	var tests strings.Builder
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if path == built {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		tests.WriteString(strings.Join(test.FindAllString(string(text), -1), " "))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, page := range pages(t) {
		if path == "CHANGELOG.md" {
			continue
		}
		for _, m := range named.FindAllStringSubmatch(page, -1) {
			if _, err := os.Stat(filepath.Join("..", strings.TrimRight(m[1], "."))); err != nil {
				t.Errorf("%s names %s, which does not exist", path, m[1])
			}
		}
		for _, name := range test.FindAllString(page, -1) {
			if !strings.Contains(tests.String(), name) { // or what it begins with, as -run has it
				t.Errorf("%s names %s, which does not exist", path, name)
			}
		}
	}
}
