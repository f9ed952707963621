package calibration_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/calibration"
	"draughtsman/internal/strictyaml"
)

// numbered are the numbers of the files.
func numbered() (all []strictyaml.Number) {
	return append(strictyaml.NumbersOf(reflect.TypeFor[calibration.Calibration]()),
		strictyaml.NumbersOf(reflect.TypeFor[calibration.LensFile]())...)
}

func TestEveryNumberHasARange(t *testing.T) {
	for _, n := range numbered() {
		if r := n.Range; r == (strictyaml.Range{}) || r.Why == "" && r.Least != r.Most {
			t.Errorf("%s has no range", n.Key)
		}
	}
}

// part is the end of a key that one of several numbers of a group has: those of a point, of a vector, of a tone, and of
// what else is looked at.
var part = regexp.MustCompile(`(\.[xyz]|\[\d\]|\.(brightness|red|blue))$|\.(tones|contrasts)|\.(empty|light|dark)\b`)

const pageAbout = "../docs/calibration.md"

// The page about the calibration has every number and its range; to write them there is -update.
func TestThePageAboutTheCalibration(t *testing.T) {
	page, err := os.ReadFile(filepath.FromSlash(pageAbout))
	if err != nil {
		t.Fatal(err)
	}
	var ends []string // of the rows: units and ranges, in the order of the first key of each
	keys := map[string][]string{}
	for _, n := range numbered() {
		r, key := n.Range, "`"+part.ReplaceAllString(n.Key, "")+"`"
		within := r.Least
		if r.Most != r.Least {
			within += " to " + r.Most + ": " + r.Why
		}
		end := fmt.Sprintf(" | %s | %s |\n", r.Unit, within)
		if keys[end] == nil {
			ends = append(ends, end)
		}
		if !slices.Contains(keys[end], key) {
			keys[end] = append(keys[end], key)
		}
	}
	rows := "| key | unit | range |\n|---|---|---|\n"
	for _, end := range ends {
		rows += "| " + strings.Join(keys[end], ", ") + end
	}
	const begin, end = "<!-- numbers -->\n", "<!-- end -->"
	before, after, found := strings.Cut(string(page), begin)
	_, rest, closed := strings.Cut(after, end)
	if !found || !closed {
		t.Fatalf("the page has no place for %q", begin)
	}
	written := before + begin + rows + end + rest
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(filepath.FromSlash(pageAbout), []byte(written), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(written, string(page)); diff != "" {
		t.Errorf("the page is not what `go test ./calibration -run ThePageAbout -update` makes of it:\n%s", diff)
	}
}
