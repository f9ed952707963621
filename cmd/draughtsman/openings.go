package main

import (
	"fmt"

	openings "draughtsman/engine/book"
	"draughtsman/engine/search"
	"draughtsman/internal/robot"
)

// noBook is the --book of a robot that plays without one.
const noBook = "none"

// mind is the robot's in a game at a level. At full strength it opens by the book, and the seed says which of its moves
// it plays; the other levels err, and do not know it.
func (c playCommand) mind(level search.Level, seed uint64) (*robot.Engine, error) {
	if level.Name != search.Full {
		return robot.NewEngine(engineMB, level, seed), nil
	}
	b, err := openBook(c.Book)
	if err != nil {
		return nil, err
	}
	return robot.NewEngineWithBook(engineMB, b, seed), nil
}

// validateBook says what is wrong with the book that is asked for.
func (c playCommand) validateBook() error {
	if _, err := openBook(c.Book); err != nil {
		return wrongUsage("--book: %w", err)
	}
	return nil
}

// openBook is the book of a file, the one that comes with the program for "", and nil for "none".
func openBook(path string) (*openings.Book, error) {
	switch path {
	case "":
		return openings.Shipped(), nil
	case noBook:
		return nil, nil
	}
	file, err := books.Read(path)
	if err != nil {
		return nil, err
	}
	b, err := openings.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}
