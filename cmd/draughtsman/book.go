package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"draughtsman/internal/robot"
	"draughtsman/planner"
)

// book is where games are kept: the record of their moves, and beside it the
// log that an interrupted game goes on from.
type book struct {
	record robot.Journal
	log    robot.Log
	from   *robot.Interrupted // the game to go on with; nil: none
	left   *robot.Stood       // what the last game has left on the table; nil: not known
	file   *robot.LogFile     // nil: none
}

// logBeside is the name of the log of a games' file.
func logBeside(pdn string) string { return strings.TrimSuffix(pdn, filepath.Ext(pdn)) + ".log" }

// openBook opens the games' file and its log; without a path games are kept
// nowhere. The tray is the table's.
func (c playCommand) openBook(s *session, tray planner.Tray) (book, error) {
	if c.PDN == "" {
		return book{record: robot.NoJournal{}, log: robot.NoLog{}}, nil
	}
	path := logBeside(c.PDN)
	file, from, err := robot.OpenLog(path)
	if err != nil {
		return book{}, err
	}
	b := book{log: file, file: file, from: from, left: file.Left()}
	switch {
	case c.Resume && from == nil:
		err = wrongUsage("--resume: %s knows of no game that was interrupted", path)
	case c.Resume:
		b.record, err = robot.ReopenFile(c.PDN, from.Kept)
	default:
		if from != nil {
			fmt.Fprintf(s.err, "The game that was interrupted is given up; its %d moves stay in %s.\n", len(from.Moves), c.PDN)
			if b.left, err = from.Left(tray); err != nil {
				b.left = nil // of a tray that has other slots now
			}
			b.from, err = nil, file.Append(robot.Entry{What: robot.Ended, Stood: b.left})
		}
		if err == nil {
			b.record, err = openJournal(c.PDN)
		}
	}
	if err != nil {
		return book{}, errors.Join(err, b.close())
	}
	return b, nil
}

// openJournal opens the record of the games; without a path they are kept
// nowhere.
func openJournal(path string) (robot.Journal, error) {
	if path == "" {
		return robot.NoJournal{}, nil
	}
	return robot.OpenFile(path)
}

// close closes the log.
func (b book) close() error {
	if b.file == nil {
		return nil
	}
	return b.file.Close()
}
