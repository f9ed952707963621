package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"draughtsman/engine/rating"
	"draughtsman/engine/search"
	"draughtsman/internal/robot"
)

// validateLevel says what is wrong with the level that is asked for.
func (c playCommand) validateLevel() error {
	if c.adapts() {
		switch {
		case c.DryRun:
			return wrongUsage("--level adapt follows the results of games that are kept, and a dry run keeps none: name a " +
				"level, or leave out --dry-run")
		case c.PDN == "" && c.Config == "":
			return wrongUsage("--level adapt follows the results of games that are kept: name their file by --pdn, too")
		}
		return nil
	}
	level, err := search.LevelNamed(c.Level)
	switch {
	case err != nil:
		return wrongUsage("--level: %w, or adapt", err)
	case c.DryRun && c.Config == "" && level.Name != search.Full:
		return wrongUsage("--level %s: without a table a dry run is a game of the program against itself, at full strength; "+
			"leave out one of both, or give --config", level.Name)
	}
	return nil
}

// adapts reports whether the level follows the results.
func (c playCommand) adapts() bool { return strings.EqualFold(c.Level, rating.Adapt) }

// levelOf is the level that is asked for, or the one that follows from the results so far.
func (c playCommand) levelOf() (search.Level, error) {
	if !c.adapts() {
		return search.LevelNamed(c.Level)
	}
	past, err := pastIn(c.PDN)
	return rating.NextLevel(past.Results), err
}

// pastIn is the human's past by a file of games; one that is not there has none.
func pastIn(path string) (past rating.Past, err error) {
	file, err := robot.Records.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return past, nil
	}
	if err != nil {
		return past, fmt.Errorf("the results so far cannot be read: %w", err)
	}
	defer file.Close() //nolint:errcheck // it is only read
	if past, err = rating.PastOf(file, humanName); err != nil {
		return past, fmt.Errorf("the results so far cannot be read from %s: %w", path, err)
	}
	return past, nil
}

// levelSeed is what the errors of a game by its number follow from. It is another one for each game in a file of games,
// and the same for a game that goes on.
func (c playCommand) levelSeed(record robot.Journal, number int) uint64 {
	if c.PDN == "" {
		return c.Seed + uint64(number)
	}
	return c.Seed + uint64(record.Kept())
}
