package main

import "draughtsman/engine/endgame"

type tablesMergeCommand struct {
	Folders []string `arg:"" name:"shard" type:"existingdir" help:"The folders of all shards." placeholder:"DIR"`
	Dir     string   `required:"" type:"path" help:"The folder for the tables; those that are there are kept." placeholder:"DIR"`
	partFlags
}

// Help is what --help adds.
func (tablesMergeCommand) Help() string {
	return `Every table is looked through, but its values are not verified again: checkers tables
check does that. Tables that are in none of the folders, and copies that differ, are
named, and nothing is copied.

  checkers tables merge --pieces 6 --dir all part-1 part-2
  checkers tables merge --pieces 6 --men 0 --dir all part-1 part-2`
}

// Run prints what the tables hold.
func (c tablesMergeCommand) Run(s *session) error {
	part, err := c.part()
	if err != nil {
		return err
	}
	if err := s.folder("dir", c.Dir); err != nil {
		return err
	}
	if err := endgame.Merge(c.Dir, c.Folders, part); err != nil {
		return err
	}
	return s.countTables(c.Dir, c.Rules)
}
