package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"

	"draughtsman/internal/files"
	"draughtsman/internal/guide"
	"draughtsman/planner/picture"
	"draughtsman/vision/overlay"
)

// What this program reads and writes where somebody names a file.
var (
	drawings = files.Kind{Name: "a drawing of a plan", Holds: picture.Holds}
	targets  = files.Kind{Name: "a target for the lens", Holds: guide.HoldsTarget}
	views    = files.Kind{Name: "a picture drawn by this program", Holds: overlay.DrawnHere}
	truths   = files.Kind{Name: "the true state of a simulated table", Holds: holdsTruth}
	books    = files.Kind{Name: "an opening book", Most: 64}
	scripts  = files.Kind{Name: "a script of faults", Most: 1}
	tokens   = files.Kind{Name: "a token", Most: 1}
)

// holdsTruth tells by how a file begins whether it is the truth of a simulated table: a setup is its first event.
func holdsTruth(head []byte) bool {
	first, _, _ := bytes.Cut(head, []byte("\n"))
	var line struct {
		T     *float64 `json:"t"`
		Event *string  `json:"event"`
		FEN   *string  `json:"fen"`
	}
	return json.Unmarshal(first, &line) == nil && line.T != nil && line.Event != nil && line.FEN != nil
}

// mayReplace refuses a file, named by a flag, that holds something else than what is to take its place; "" is no file.
func mayReplace(flag, path string, kind files.Kind) error {
	if path == "" {
		return nil
	}
	return refused(flag, kind.MayReplace(path))
}

// mayWrite is mayReplace for what is written to a file, or a device, as it comes.
func mayWrite(flag, path string, kind files.Kind) error {
	if path == "" {
		return nil
	}
	return refused(flag, kind.MayWrite(path))
}

func refused(flag string, err error) error {
	if err == nil {
		return nil
	}
	return wrongUsage("--%s: %w", flag, err)
}

// nameOf is the name of a table, from the path of its description.
func nameOf(config string) string {
	name := filepath.Base(config)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// besideTable is a file of a table's own, beside its description and named after it.
func besideTable(config, ending string) string {
	return filepath.Join(filepath.Dir(config), nameOf(config)+ending)
}
