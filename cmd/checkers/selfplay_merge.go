package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"draughtsman/engine/learn"
	"draughtsman/internal/files"
)

type selfplayMergeCommand struct {
	Parts []string `arg:"" name:"shard" type:"existingfile" help:"The files of all shards." placeholder:"FILE"`
	Out   string   `required:"" type:"path" help:"The file of all games." placeholder:"FILE"`
}

func (selfplayMergeCommand) Help() string {
	return `The file is that of one run, bit for bit. Shards that are missing, there twice, of
another round or unfinished are named, and nothing is written.

  checkers selfplay merge --out all.games part-1.games part-2.games`
}

// Run says how many games there are.
func (c selfplayMergeCommand) Run(s *session) error {
	if err := selfplays.MayReplace(c.Out); err != nil {
		return wrongUsage("--out: %w", err)
	}
	var sources []learn.Source
	for _, path := range c.Parts {
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }() // it is only read
		if isSame(file, c.Out) {
			return wrongUsage("--out %s is one of the files to join: name another one", c.Out)
		}
		sources = append(sources, learn.Source{Name: path, From: file})
	}
	var games uint64
	err := files.ReplaceBy(c.Out, func(to io.Writer) (err error) {
		games, err = learn.Merge(to, sources)
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s holds %d games.\n", c.Out, games)
	return nil
}

// isSame reports whether a file has a path.
func isSame(file *os.File, path string) bool {
	one, err := file.Stat()
	other, err2 := os.Stat(path)
	return errors.Join(err, err2) == nil && os.SameFile(one, other)
}
