package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestFullDisk has the script that runs every command with a full disk know them all.
func TestFullDisk(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("testdata", "script", "full.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	parser, err := kong.New(&commands{})
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range parser.Model.Leaves(false) {
		name := strings.TrimPrefix(leaf.FullPath(), parser.Model.Name+" ")
		if !strings.Contains(string(script), "draughtsman "+name+" ") {
			t.Errorf("full.txtar does not run %s", name)
		}
	}
}
