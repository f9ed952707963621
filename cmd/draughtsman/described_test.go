package main

import (
	"io"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/rs/zerolog"
)

// A flag of the simulated table asks for it; without one the usual table is played at.
func TestFlagsOfTheSimulatedTable(t *testing.T) {
	for flag, usual := range map[string]bool{
		"": true, "--games=3": true, "--time=2s": true, "--json": true, "--seed=1": true,
		"--sim": false, "--dry-run": false, "--config=other.yaml": false, "--human=terminal": false, "--speed=2": false,
		"--seed=2": false, "--truth=t.jsonl": false, "--strength=0": false, "--mistakes=0.1": false,
		"--intrusions=1": false, "--protocol=grbl": true, "--scheme=pale": false,
		"--board-turn=5": false, "--kings=swap": false, "--camera-tilt=0": false, "--camera-delay=1s": false,
	} {
		var c commands
		parser, err := kong.New(&c, kong.Name("draughtsman"), kong.Bind(&session{err: io.Discard, log: zerolog.Nop()}))
		if err != nil {
			t.Fatal(err)
		}
		args := []string{"play"}
		if flag != "" {
			args = append(args, flag)
		}
		if _, err := parser.Parse(args); err != nil {
			t.Fatal(err)
		}
		if got := c.Play.atUsualTable(); got != usual {
			t.Errorf("play %s: %v", flag, got)
		}
	}
}
