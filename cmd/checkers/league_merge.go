package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"draughtsman/engine/league"
	"draughtsman/internal/files"
)

type leagueMergeCommand struct {
	Parts []string `arg:"" name:"shard" type:"path" help:"The results of all shards: files of --resume, or directories of --save." placeholder:"FILE|DIR"`
	Save  string   `required:"" help:"The directory for the results and games of the whole league." placeholder:"DIR"`
}

// Help is what --help adds.
func (leagueMergeCommand) Help() string {
	return `The files are those of one run but for when the games began and how long they took.
Shards that are missing, there twice, of another league or unfinished are named, and
nothing is written.

  checkers league merge --save L part-1.jsonl part-2.jsonl`
}

// Run prints the table of the league.
func (c leagueMergeCommand) Run(s *session) error {
	var parts []league.Part
	for _, path := range c.Parts {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			path = filepath.Join(path, resultsFile)
		}
		setup, records, _, err := league.ReadResults(path)
		if err != nil {
			return err
		}
		parts = append(parts, league.Part{File: path, Setup: setup, Records: records})
	}
	l, all, err := league.Merge(parts, beside())
	if err != nil {
		return err
	}
	if err := s.folder("save", c.Save); err != nil {
		return err
	}
	results, games := filepath.Join(c.Save, resultsFile), filepath.Join(c.Save, gamesFile)
	if _, err := os.Stat(results); err == nil {
		return wrongUsage("--save: %s holds a league already: name another directory", c.Save)
	}
	if err := records.MayReplace(games); err != nil {
		return wrongUsage("--save: %w", err)
	}
	// The results come last: where they are, the league is whole.
	err = files.ReplaceBy(games, func(to io.Writer) error { return writeGames(to, l, all) })
	if err != nil {
		return err
	}
	err = files.ReplaceBy(results, func(to io.Writer) error { return league.WriteResults(to, parts[0].Whole(), all) })
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s%s", l.Table(all), l.Forfeits(all))
	return nil
}

// writeGames writes all games of a league in PDN.
func writeGames(to io.Writer, l *league.League, all []league.Record) error {
	games := league.NewPDN(l, to)
	for _, r := range all {
		if err := games.Keep(r); err != nil {
			return err
		}
	}
	return nil
}
