package main

import (
	"draughtsman/internal/files"
	"draughtsman/internal/simulation"
)

// keepBefore keeps what a file holds that is about to be replaced, unless it is a simulated table's.
func keepBefore(s *session, path string, kind files.Kind) error {
	return files.KeepBefore(path, kind, simulation.Note, s.err)
}
