package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestFullDisk runs every command with a standard output that has no room left: none may end as if its result had been
// read.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the programs fifty times")
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full here")
	}
	defer full.Close()
	agents := buildAgents(t)
	folder := t.TempDir()
	t.Setenv("PATH", agents+string(filepath.ListSeparator)+os.Getenv("PATH"))
	const game = "[White \"a\"]\n\n1. 11-15 22-18 2. 15x22 25x18 1-0\n"
	if err := os.WriteFile(filepath.Join(folder, "games.pdn"), []byte(game), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, before := range []string{
		"selfplay --games 30 --nodes 20 --even 0 --by hand round1.games",
		"selfplay --games 1 --nodes 20 --even 0 --shard 1/1 part.games",
		"league --players random,random --size 4 --games 1 --shard 1/1 --resume part.jsonl",
	} {
		if out, err := command(folder, before).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", before, err, out)
		}
	}
	build := command(folder, "book build --out b.book --positions 1 --nodes 10 --shard 1/1")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	with := map[string]struct{ args, typed string }{
		"console":        {args: "--size 4 --opponent random --colour white"},
		"bot":            {typed: "quit\n"},
		"league play":    {args: "--players random,simpleai --size 4 --games 1"},
		"league merge":   {args: "--save merged part.jsonl"},
		"hub":            {typed: "hub\ninit\nquit\n"},
		"dxp":            {args: "--help"}, // which waits for other programs otherwise
		"perft":          {args: "3"},
		"pdn check":      {args: "games.pdn"},
		"pdn convert":    {args: "games.pdn"},
		"analyse":        {args: "B:W18,26,27:B15 --time 10ms"},
		"results":        {args: "games.pdn"},
		"bench":          {args: "--time 10ms"},
		"selfplay play":  {args: "--games 30 --nodes 20 --even 0 --by hand round1.games"},
		"selfplay merge": {args: "--out all.games part.games"},
		"tune judge":     {args: "games.pdn"},
		"tune fit":       {args: "--out round1.weights --epochs 1 round1.games"},
		"tables build":   {args: "--dir tables --pieces 2"},
		"tables merge":   {args: "--dir tables --pieces 2 tables"},
		"tables check":   {args: "--dir tables"},
		"tables probe":   {args: "W:WK1:BK32"},
		"book build":     {args: "--out a.book --positions 1 --nodes 10"},
		"book merge":     {args: "--out b.book b.book.1-of-1"},
		"book show":      {},
		"book check":     {},
		"referee":        {args: "--a homework --b homework --games 1 --time 1"},
		"agent minimax":  {args: "--help"}, // which writes to a file otherwise
		"agent random":   {args: "--help"},
		"agent engine":   {args: "--help"},
	}
	parser, err := kong.New(&commands{})
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range parser.Model.Leaves(false) {
		name := strings.TrimPrefix(leaf.FullPath(), parser.Model.Name+" ")
		run, known := with[name]
		if !known {
			t.Errorf("how to run %s is not known here", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			var errs bytes.Buffer
			c := command(folder, name+" "+run.args)
			c.Stdin, c.Stdout, c.Stderr = strings.NewReader(run.typed), full, &errs
			err := c.Run()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(errs.String(), "no space left on device") {
				t.Errorf("%v\n%s", err, &errs)
			}
		})
	}
}

// command is this program in a folder.
func command(folder, args string) *exec.Cmd {
	c := exec.Command("checkers", strings.Fields(args)...)
	c.Dir = folder
	return c
}
