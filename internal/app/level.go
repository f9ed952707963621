package app

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"draughtsman/engine/analysis"
	"draughtsman/engine/search"
	"draughtsman/internal/cli"
	"draughtsman/internal/robot"
)

// CheckLevel says what is wrong with the level that is asked for.
func (o Options) CheckLevel() error {
	if o.adapts() {
		switch {
		case o.DryRun:
			return cli.WrongUsage("--level adapt follows the results of games that are kept, and a dry run keeps none: name a " +
				"level, or leave out --dry-run")
		case o.PDN == "" && o.Config == "":
			return cli.WrongUsage("--level adapt follows the results of games that are kept: name their file by --pdn, too")
		case o.begins() == "":
			return nil
		}
	}
	level, err := o.levelOf("")
	switch {
	case err != nil:
		return cli.WrongUsage("--level: %w, or adapt", err)
	case o.DryRun && o.Config == "" && level.Name != search.Full:
		return cli.WrongUsage("--level %s: without a table a dry run is a game of the program against itself, at full "+
			"strength; leave out one of both, or give --config", level.Name)
	}
	return nil
}

// adapts reports whether the level follows the results.
func (o Options) adapts() bool {
	name, _, _ := strings.Cut(o.Level, ":")
	return strings.EqualFold(name, analysis.Adapt)
}

// begins is the level of adapt:LEVEL, at which one that follows the results begins; "": as these are.
func (o Options) begins() string {
	_, level, _ := strings.Cut(o.Level, ":")
	return level
}

// levelOf is the level that is asked for, or the one that follows from the results so far of a player of a name.
func (o Options) levelOf(player string) (search.Level, error) {
	switch {
	case !o.adapts():
		return search.LevelNamed(o.Level)
	case o.begins() != "":
		return search.LevelNamed(o.begins())
	}
	past, err := PastIn(o.PDN, player)
	return analysis.NextLevel(past.Results), err
}

// PastIn is the past of a player, or of those who have given no name for "", by a file of games; one that is not there
// has none.
func PastIn(path, player string) (past analysis.Past, err error) {
	file, err := robot.Records.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return past, nil
	}
	if err != nil {
		return past, fmt.Errorf("the results so far cannot be read: %w", err)
	}
	defer file.Close() //nolint:errcheck // it is only read
	if past, err = analysis.PastOf(file, cmp.Or(player, analysis.Human)); err != nil {
		return past, fmt.Errorf("the results so far cannot be read from %s: %w", path, err)
	}
	return past, nil
}

// levelSeed is what the errors of a game by its number follow from. It is another one for each game in a file of games,
// and the same for a game that goes on.
func (o Options) levelSeed(record robot.Journal, number int) uint64 {
	if o.PDN == "" {
		return o.Seed + uint64(number)
	}
	return o.Seed + uint64(record.Kept())
}
