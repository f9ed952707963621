package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExampleComesBackFromItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.yaml")
	want := Example()
	if err := want.Save(path, ""); err != nil {
		t.Fatal(err)
	}
	got, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	want.Calibration = filepath.Join(filepath.Dir(path), want.Calibration)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("saved and loaded (-want +got):\n%s", diff)
	}
}

func TestWhatIsWrongIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.yaml")
	if err := Example().Save(path, ""); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ old, new, want string }{
		"unknown key":    {"camera:\n", "camera:\n  colour: blue\n", `line 13: unknown field "colour"`},
		"unknown driver": {"driver: grbl", "driver: abacus", `arm.driver is "abacus"; known drivers: grbl`},
		"no camera":      {`source: "0"`, `source: ""`, "camera.source is missing"},
		"wrong shade":    {"black_pieces: dark", "black_pieces: blue", `black_pieces is "blue"`},
		"other version":  {"version: 1", "version: 7", "version is 7; this program reads version 1"},
		"not a number":   {"square_mm: 40", "square_mm: wide", "line 7: a number is wanted here"},
	} {
		t.Run(name, func(t *testing.T) {
			changed := strings.Replace(string(text), c.old, c.new, 1)
			if changed == string(text) {
				t.Fatalf("%q does not stand in\n%s", c.old, text)
			}
			if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Load(path)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v; want one that names the file and says %q", err, c.want)
			}
		})
	}
}
