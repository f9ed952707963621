// Package score compares what was read in labelled pictures of boards with their labels, and counts by source.
package score

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"draughtsman/internal/files"
)

// Label is what is true of one picture, as labels.json states it.
type Label struct {
	File    string `json:"file"`       // relative to the directory of labels.json
	Source  string `json:"source"`     // where the picture comes from
	Setup   string `json:"setup"`      // pictures of one source and setup show one board under one fixed camera
	Squares int    `json:"board_size"` // along an edge
	// pixels of the stored picture: the top left corner of the playing area as seen, then clockwise
	Corners [4][2]float64 `json:"corners"`
	// rows as seen: . empty, l/L lighter man/king, d/D darker one, ? cannot be told
	Grid   []string `json:"grid"`
	PlayOn string   `json:"play_on"`    // dark, light, or none on an empty board
	View   string   `json:"view"`       // overhead or oblique
	Kings  string   `json:"king_style"` // what a king is: a stack, a sticker; empty when not stated
}

// kind is a labels.json.
var kind = files.Kind{Name: "labels of pictures", Most: 64}

// Load reads a labels.json, a list of Labels of which other members are ignored. Pictures without a source get the
// name of the file's directory and their view as one; those without a setup are each a setup of their own.
func Load(path string) ([]Label, error) {
	data, err := kind.Text(path)
	if err != nil {
		return nil, fmt.Errorf("reading the labels: %w", err)
	}
	var labels []Label
	if err := json.Unmarshal(data, &labels); err != nil {
		return nil, fmt.Errorf("%s is not a list of labels: %w", path, err)
	}
	for i := range labels {
		l := &labels[i]
		if err := l.complete(filepath.Base(filepath.Dir(path))); err != nil {
			return nil, fmt.Errorf("%s: label %d: %w", path, i+1, err)
		}
	}
	return labels, nil
}

// complete fills in what a label may leave out and checks the rest.
func (l *Label) complete(directory string) error {
	if l.File == "" {
		return fmt.Errorf("no file is named")
	}
	if l.Squares < 1 || len(l.Grid) != l.Squares {
		return fmt.Errorf("%s has a grid of %d rows for a board of %d squares", l.File, len(l.Grid), l.Squares)
	}
	for i, row := range l.Grid {
		if len(row) != l.Squares {
			return fmt.Errorf("%s has %d squares in row %d of %d", l.File, len(row), i+1, l.Squares)
		}
	}
	if l.Source == "" {
		l.Source = directory
		if l.View != "" {
			l.Source += " " + l.View
		}
	}
	if l.Setup == "" {
		l.Setup = l.File
	}
	return nil
}
