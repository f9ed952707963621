package main

import (
	"errors"

	"draughtsman/engine/analysis"
	"draughtsman/engine/learn"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
	"draughtsman/internal/files"
)

// What this program writes into files that somebody names, and that may be there already.
var (
	records   = files.Kind{Name: "games in PDN", Most: 64, Holds: pdn.Holds}
	pages     = files.Kind{Name: "a report in HTML", Holds: analysis.HoldsReport}
	weights   = files.Kind{Name: "weights", Most: 64, Holds: search.HoldsWeights}
	selfplays = files.Kind{Name: "games of self-play", Holds: learn.Holds}
	searches  = files.Kind{Name: "the searches for a book", Most: 1024}
	curves    = files.Kind{Name: "a picture of curves", Holds: learn.HoldsCurves}
)

// folder makes a folder, named by a flag, where there is none, and tells so.
func (s *session) folder(flag, path string) error {
	if err := files.Folder(path, s.err); err != nil {
		return wrongUsage("--%s: %w", flag, err)
	}
	return nil
}

// alone keeps a file that grows for this program; releasing joins its error to one that is there.
func alone(path string) (release func(*error), err error) {
	lock, err := files.Take(path)
	if err != nil {
		return nil, err
	}
	return func(err *error) { *err = errors.Join(*err, lock.Release()) }, nil
}
