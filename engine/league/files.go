package league

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/csci561"
	"draughtsman/engine/process"
	"draughtsman/engine/variant"
)

// files is a player that is a program, started for each move, which talks through files as agents of package csci561
// do. Whoever moves first is black to it.
type files struct {
	command []string
	folder  string // its own for the game
}

func newFiles(command []string) (*files, error) {
	folder, err := os.MkdirTemp("", "checkers-league-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for %s: %w", command[0], err)
	}
	return &files{command: command, folder: folder}, nil
}

// Choose gives the program its time as CPU time, and no more time than that on the clock either. A legal move counts
// however untidily it is written, and where the program fails after it.
func (f *files) Choose(ctx context.Context, game *variant.Game, limit time.Duration) (variant.Move, error) {
	if limit == 0 {
		limit = timeWithoutLimit
	}
	folder := csci561.Folder(f.folder)
	position, _ := variant.CSCI561().Checkers(game.Position()) // the size was looked at before
	if err := folder.Ask(csci561.Input{Mode: csci561.Single, Position: position, Left: budget(limit)}); err != nil {
		return variant.Move{}, fmt.Errorf("ask %s: %w", f.command[0], err)
	}
	usage, err := process.Run(ctx, f.command, f.folder, process.Limits{CPU: limit, Patience: limit + time.Second})
	switch {
	case ctx.Err() != nil, err == nil && (usage.End == process.OverTime || usage.End == process.Idle):
		return variant.Move{}, ErrLate
	case err != nil:
		return variant.Move{}, err
	}
	m, err := folder.Move(position, csci561.Lenient)
	if err != nil && usage.End == process.Crashed {
		return variant.Move{}, fmt.Errorf("%s crashed: %s", f.command[0], usage.Words)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return variant.Move{}, fmt.Errorf("%s wrote no output.txt", f.command[0])
	}
	if err != nil {
		return variant.Move{}, fmt.Errorf("%w: %w", ErrIllegal, err)
	}
	return variant.CSCI561().FromCheckersMove(m), nil
}

// Close removes the program's folder.
func (f *files) Close() error { return os.RemoveAll(f.folder) }

// checkFiles says why an agent of package csci561 cannot play on a board.
func checkFiles(rules variant.Rules, size int) error {
	if !rules.IsFast(checkers.Board8.Size()) {
		return fmt.Errorf("a csci561 program does not play %s", rules.Name)
	}
	if size != checkers.Board8.Size() {
		return fmt.Errorf("a csci561 program plays on a board of size %d, not %d", checkers.Board8.Size(), size)
	}
	return nil
}
