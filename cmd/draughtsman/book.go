package main

import (
	"context"
	"errors"
	"fmt"
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

// book is where games are kept: the record of their moves, and beside it the log that an interrupted game goes on
// from.
type book struct {
	record robot.Journal
	log    service.Log
	from   *robot.Interrupted // the game to go on with; nil: none
	left   *robot.Stood       // what the last game has left on the table; nil: not known
	path   string             // of the record; "": there is none
	games  *robot.File        // the record, where there is one
	file   *robot.LogFile     // nil: none
	locks  []*files.Lock
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

// openBook opens the games' file and its log, or says why they cannot be had. A dry run, and a game without a file for
// it, are kept nowhere; a game on the table that is simulated here cannot be gone on with, and has no log.
func (c playCommand) openBook(ctx context.Context, s *session, tray planner.Tray) (_ *book, err error) {
	b := &book{record: robot.NoJournal{}, log: &robot.MemoryLog{}}
	if c.DryRun || c.PDN == "" {
		return b, nil
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.close())
		}
	}()
	if c.Config == "" {
		return openRecord(s, c.PDN)
	}
	c.PDN = files.Real(c.PDN) // a link to it, and the file itself, have one log
	b.path = c.PDN
	if err := b.take(s, c.PDN); err != nil {
		return nil, err
	}
	path := logBeside(c.PDN)
	if b.file, b.from, err = robot.OpenLog(path); err != nil {
		return nil, err
	}
	b.log, b.left = b.file, b.file.Left()
	switch {
	case b.from == nil && c.Resume:
		return nil, c.nothingToResume(path)
	case b.from == nil:
		return b, b.keepIn(robot.OpenFile(c.PDN))
	}
	b.saysDamage(s, path)
	choice := goOn
	if !c.Resume && !c.New && c.serves == nil { // a service goes on by itself
		if choice, err = c.askAbout(ctx, s, b.from); err != nil {
			return nil, err
		}
	}
	if c.New || choice == beginAnew {
		return b, b.giveUp(s, tray)
	}
	err = b.keepIn(robot.ReopenFile(c.PDN, b.from))
	if line, _ := b.from.Damaged(); err == nil && line > 0 {
		var name string
		if name, err = b.file.Mend(b.from); err == nil {
			fmt.Fprintf(s.err, "The damaged log is kept in %s.\n", name)
		}
	}
	return b, err
}

// openRecord opens a games' file without a log; without a path games are kept nowhere.
func openRecord(s *session, path string) (_ *book, err error) {
	b := &book{record: robot.NoJournal{}, log: &robot.MemoryLog{}, path: path}
	if path == "" {
		return b, nil
	}
	path = files.Real(path)
	if err := b.take(s, path); err != nil {
		return nil, err
	}
	if err = notInterrupted(path); err == nil {
		err = b.keepIn(robot.OpenFile(path))
	}
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// saysDamage says what is known of the game that was interrupted where its log is damaged.
func (b *book) saysDamage(s *session, path string) {
	switch line, whole := b.from.Damaged(); {
	case line > 0 && whole:
		fmt.Fprintf(s.err, "Line %d of %s is damaged. Later lines say how the table stood: the game can be gone on with.\n",
			line, path)
	case line > 0:
		fmt.Fprintf(s.err, "Line %d of %s is damaged. The game can be gone on with from the move before: put the pieces as "+
			"they stood then.\n", line, path)
	}
}

// keepIn has the games kept in a file.
func (b *book) keepIn(file *robot.File, err error) error {
	if err == nil {
		b.record, b.games = file, file
	}
	return err
}

// tells has a person told what becomes of the files while games are played.
func (b *book) tells(say func(sentence.Text)) {
	if b.games != nil {
		b.games.Tells = say
	}
	if b.file != nil {
		b.file.Tells = say
	}
}

// take keeps a file of games for this program alone, and says what becomes of its other names.
func (b *book) take(s *session, path string) error {
	if logBeside(path) == path {
		return wrongUsage("--pdn %s: that is the name of a game's log; name the file of the games otherwise, such as %s.pdn",
			path, strings.TrimSuffix(path, filepath.Ext(path)))
	}
	lock, err := files.Take(path)
	if err != nil {
		return err
	}
	b.locks = append(b.locks, lock)
	if others := files.OtherNames(path); others != "" {
		fmt.Fprintln(s.err, others)
	}
	return nil
}

// giveUp closes the game that was interrupted as one that has no result, with its moves, and opens the
// record for another.
func (b *book) giveUp(s *session, tray planner.Tray) error {
	game, err := b.from.Game()
	if err != nil {
		return err
	}
	record, err := robot.ReopenFile(b.path, b.from)
	if err == nil && len(game.Moves) > 0 {
		err = record.Record(game)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(s.err, "The game that was interrupted is given up; its %d moves stay in %s.\n", len(game.Moves), b.path)
	if b.left, err = b.from.Left(tray); err != nil {
		b.left = nil // of a tray that has other slots now
	}
	b.from = nil
	if err := b.file.Append(robot.Entry{What: robot.Ended, Stood: b.left}); err != nil {
		return err
	}
	return b.keepIn(robot.OpenFile(b.path))
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
		return wrongUsage("--pdn %s: its last game was interrupted after %d moves, and %s knows how to go on with it (play "+
			"--config TABLE --resume); name another file", pdn, len(from.Moves), path)
	}
	return nil
}

// nothingToResume says that no game was interrupted, or where else one was.
func (c playCommand) nothingToResume(path string) error {
	elsewhere := ""
	if pdn, elders, err := gamesBeside(c.Config); err == nil && len(elders) > 0 && pdn == c.PDN {
		old := filepath.Join(filepath.Dir(c.Config), oldGames)
		if from, err := robot.InterruptedIn(logBeside(old)); err == nil && from != nil {
			elsewhere = fmt.Sprintf(". %s does, and does not say whether it was played here or at %s: if it was here, add "+
				"--pdn %s", logBeside(old), strings.Join(elders, " or "), old)
		}
	}
	return wrongUsage("--resume: %s knows of no game that was interrupted%s", path, elsewhere)
}

// choice is what becomes of a game that was interrupted.
type choice int

const (
	goOn choice = iota
	beginAnew
)

// left is for who answers nothing about a game that was interrupted.
const left = "nothing was changed, and the game can still be gone on with"

// askAbout asks the person at the terminal what becomes of the game that was interrupted. Where nobody is there to ask,
// the error says with which flags it can be said.
func (c playCommand) askAbout(ctx context.Context, s *session, from *robot.Interrupted) (choice, error) {
	what := fmt.Sprintf("A game was interrupted here after %d moves", len(from.Moves))
	if !cli.IsScreen(s.in) {
		return goOn, wrongUsage("%s: --resume goes on with it; --new begins another one, and keeps its moves in %s as "+
			"those of an unfinished game", strings.ToLower(what[:1])+what[1:], c.PDN)
	}
	fmt.Fprintf(s.err, "%s.\n  r  go on with it\n  n  begin a new one; its moves stay in %s as those of an unfinished "+
		"game\n  q  quit, and leave everything as it is\n", what, c.PDN)
	for {
		fmt.Fprint(s.err, "r, n or q? ")
		line, err := readLine(ctx, s.in)
		if err != nil {
			return goOn, fmt.Errorf("%w: %s", err, left)
		}
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "r":
			return goOn, nil
		case "n":
			return beginAnew, nil
		case "q":
			return goOn, cli.Asked(left)
		}
		fmt.Fprintf(s.err, "%q is none of these.\n", strings.TrimSpace(line))
	}
}

// kept says for whom interrupts it what becomes of the game.
func (b *book) kept() string {
	switch {
	case b.path == "":
		return "the game was not kept (use --pdn)"
	case b.file == nil && !exists(b.path):
		return "no move was made"
	case b.file == nil:
		return "the game so far is kept in " + b.path
	case b.file.Interrupted().MayHold():
		return "the game so far is kept in " + b.path + "; --resume goes on with it: it homes the arm, and a disc that the " +
			"tool holds may fall then; take it before, and lay it where it was"
	case b.file.Interrupted() != nil:
		return "the game so far is kept in " + b.path + "; --resume goes on with it"
	}
	return "no game was under way"
}

// close closes the log and lets others have the files.
func (b *book) close() error {
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
