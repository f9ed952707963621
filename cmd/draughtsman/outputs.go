package main

import (
	"draughtsman/internal/files"
	"draughtsman/internal/guide"
	"draughtsman/planner"
)

// What this program reads and writes where somebody names a file.
var (
	drawings = files.Kind{Name: "a drawing of a plan", Holds: planner.HoldsPicture}
	targets  = files.Kind{Name: "a target for the lens", Holds: guide.HoldsTarget}
)

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
