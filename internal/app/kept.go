package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"draughtsman/internal/cli"
	"draughtsman/internal/config"
	"draughtsman/internal/files"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
	"draughtsman/planner"
)

// Kept is where games are kept: the record of their moves, and beside it the log that an interrupted game goes on from.
type Kept struct {
	Record robot.Journal
	Log    service.Log
	From   *robot.Interrupted // the game to go on with; nil: none
	Path   string             // of the record; "": there is none

	left  *robot.Stood   // what the last game has left on the table; nil: not known
	games *robot.File    // the record, where there is one
	file  *robot.LogFile // nil: none
	locks []*files.Lock
}

// logBeside is the name of the log of a games' file.
func logBeside(pdn string) string { return strings.TrimSuffix(pdn, filepath.Ext(pdn)) + ".log" }

// oldGames is the name that the file of games had at every table before each had one of its own.
const oldGames = "games.pdn"

// gamesBeside is the file of the games at a table, beside its description: kitchen.pdn beside kitchen.yaml. An
// earlier version called it games.pdn at all tables. The only table in its folder goes on with that; elders are the
// other tables that it may belong to where there are any, and it holds something.
func gamesBeside(path string) (pdn string, elders []string, err error) {
	own, old := config.Beside(path, ".pdn"), filepath.Join(filepath.Dir(path), oldGames)
	if own == old || exists(own) || exists(logBeside(own)) || !exists(old) && !exists(logBeside(old)) {
		return own, nil, nil
	}
	if elders, err = tablesBeside(path); err != nil || len(elders) > 0 {
		return own, elders, err
	}
	return old, nil, nil
}

// exists reports whether a file is there and holds something.
func exists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

// tablesBeside are the descriptions of other tables in a table's folder.
func tablesBeside(path string) (others []string, err error) {
	folder := filepath.Dir(path)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		other := filepath.Join(folder, entry.Name())
		if ending := filepath.Ext(other); entry.IsDir() || ending != ".yaml" && ending != ".yml" || other == path {
			continue
		}
		if _, err := config.Load(other); err == nil {
			others = append(others, entry.Name())
		}
	}
	return others, nil
}

// keep opens the games' file and its log, or says why they cannot be had. A dry run, and a game without a file for
// it, are kept nowhere; a game on the table that is simulated here cannot be gone on with, and has no log.
func (o Options) keep(ctx context.Context, c Client, tray planner.Tray) (_ *Kept, err error) {
	b := &Kept{Record: robot.NoJournal{}, Log: &robot.MemoryLog{}}
	if o.DryRun || o.PDN == "" {
		return b, nil
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.Close())
		}
	}()
	if o.Config == "" {
		return OpenRecord(o.PDN, c.Warns)
	}
	o.PDN = files.Real(o.PDN) // a link to it, and the file itself, have one log
	b.Path = o.PDN
	if err := b.take(o.PDN, c.Warns); err != nil {
		return nil, err
	}
	path := logBeside(o.PDN)
	if b.file, b.From, err = robot.OpenLog(path); err != nil {
		return nil, err
	}
	b.Log, b.left = b.file, b.file.Left()
	switch {
	case b.From == nil && o.Resume:
		return nil, o.nothingToResume(path)
	case b.From == nil:
		return b, b.keepIn(robot.OpenFile(o.PDN))
	}
	b.saysDamage(path, c.Warns)
	anew := o.New
	if !o.Resume && !o.New && c.Anew != nil { // whom nobody can ask goes on by itself
		if anew, err = c.Anew(ctx, o.PDN, len(b.From.Moves)); err != nil {
			return nil, err
		}
	}
	if anew {
		return b, b.giveUp(tray, c.Warns)
	}
	err = b.keepIn(robot.ReopenFile(o.PDN, b.From))
	if line, _ := b.From.Damaged(); err == nil && line > 0 {
		var name string
		if name, err = b.file.Mend(b.From); err == nil {
			fmt.Fprintf(c.Warns, "The damaged log is kept in %s.\n", name)
		}
	}
	return b, err
}

// OpenRecord opens a games' file without a log; without a path games are kept nowhere.
func OpenRecord(path string, warns io.Writer) (_ *Kept, err error) {
	b := &Kept{Record: robot.NoJournal{}, Log: &robot.MemoryLog{}, Path: path}
	if path == "" {
		return b, nil
	}
	path = files.Real(path)
	if err := b.take(path, warns); err != nil {
		return nil, err
	}
	if err = notInterrupted(path); err == nil {
		err = b.keepIn(robot.OpenFile(path))
	}
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// saysDamage says what is known of the game that was interrupted where its log is damaged.
func (b *Kept) saysDamage(path string, warns io.Writer) {
	switch line, whole := b.From.Damaged(); {
	case line > 0 && whole:
		fmt.Fprintf(warns, "Line %d of %s is damaged. Later lines say how the table stood: the game can be gone on with.\n",
			line, path)
	case line > 0:
		fmt.Fprintf(warns, "Line %d of %s is damaged. The game can be gone on with from the move before: put the pieces as "+
			"they stood then.\n", line, path)
	}
}

// keepIn has the games kept in a file.
func (b *Kept) keepIn(file *robot.File, err error) error {
	if err == nil {
		b.Record, b.games = file, file
	}
	return err
}

// Tells has a person told what becomes of the files while games are played.
func (b *Kept) Tells(say func(sentence.Text)) {
	if b.games != nil {
		b.games.Tells = say
	}
	if b.file != nil {
		b.file.Tells = say
	}
}

// take keeps a file of games for this program alone, and says what becomes of its other names.
func (b *Kept) take(path string, warns io.Writer) error {
	if logBeside(path) == path {
		return cli.WrongUsage("--pdn %s: that is the name of a game's log; name the file of the games otherwise, such as "+
			"%s.pdn",
			path, strings.TrimSuffix(path, filepath.Ext(path)))
	}
	lock, err := files.Take(path)
	if err != nil {
		return err
	}
	b.locks = append(b.locks, lock)
	if others := files.OtherNames(path); others != "" {
		fmt.Fprintln(warns, others)
	}
	return nil
}

// giveUp closes the game that was interrupted as one that has no result, with its moves, and opens the
// record for another.
func (b *Kept) giveUp(tray planner.Tray, warns io.Writer) error {
	game, err := b.From.Game()
	if err != nil {
		return err
	}
	record, err := robot.ReopenFile(b.Path, b.From)
	if err == nil && len(game.Moves) > 0 {
		err = record.Record(game)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(warns, "The game that was interrupted is given up; its %d moves stay in %s.\n", len(game.Moves), b.Path)
	if b.left, err = b.From.Left(tray); err != nil {
		b.left = nil // of a tray that has other slots now
	}
	b.From = nil
	if err := b.file.Append(robot.Entry{What: robot.Ended, Stood: b.left}); err != nil {
		return err
	}
	return b.keepIn(robot.OpenFile(b.Path))
}

// notInterrupted refuses a games' file whose last game was interrupted, and is to be gone on with there.
func notInterrupted(pdn string) error {
	path := logBeside(pdn)
	from, err := robot.InterruptedIn(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case from != nil:
		return cli.WrongUsage("--pdn %s: its last game was interrupted after %d moves, and %s knows how to go on with it "+
			"(play --config TABLE --resume); name another file", pdn, len(from.Moves), path)
	}
	return nil
}

// nothingToResume says that no game was interrupted, or where else one was.
func (o Options) nothingToResume(path string) error {
	elsewhere := ""
	if pdn, elders, err := gamesBeside(o.Config); err == nil && len(elders) > 0 && pdn == o.PDN {
		old := filepath.Join(filepath.Dir(o.Config), oldGames)
		if from, err := robot.InterruptedIn(logBeside(old)); err == nil && from != nil {
			elsewhere = fmt.Sprintf(". %s does, and does not say whether it was played here or at %s: if it was here, add "+
				"--pdn %s", logBeside(old), strings.Join(elders, " or "), old)
		}
	}
	return cli.WrongUsage("--resume: %s knows of no game that was interrupted%s", path, elsewhere)
}

// Said says for whom interrupts it what becomes of the game.
func (b *Kept) Said() string {
	switch {
	case b.Path == "":
		return "the game was not kept (use --pdn)"
	case b.file == nil && !exists(b.Path):
		return "no move was made"
	case b.file == nil:
		return "the game so far is kept in " + b.Path
	case b.file.Interrupted().MayHold():
		return "the game so far is kept in " + b.Path + "; --resume goes on with it: it homes the arm, and a disc that the " +
			"tool holds may fall then; take it before, and lay it where it was"
	case b.file.Interrupted() != nil:
		return "the game so far is kept in " + b.Path + "; --resume goes on with it"
	}
	return "no game was under way"
}

// Close closes the log and lets others have the files.
func (b *Kept) Close() error {
	var errs []error
	if b.games != nil {
		errs = append(errs, b.games.Close())
		b.games = nil
	}
	if b.file != nil {
		errs = append(errs, b.file.Close())
		b.file = nil
	}
	for _, lock := range b.locks {
		errs = append(errs, lock.Release())
	}
	b.locks = nil
	return errors.Join(errs...)
}
