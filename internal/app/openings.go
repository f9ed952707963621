package app

import (
	"fmt"

	openings "draughtsman/engine/book"
	"draughtsman/engine/search"
	"draughtsman/internal/cli"
	"draughtsman/internal/files"
	"draughtsman/internal/robot"
)

// books are files of opening books.
var books = files.Kind{Name: "an opening book", Most: 64}

// NoBook is the --book of a robot that plays without one.
const NoBook = "none"

// mind is the robot's in a game at a level. At full strength it opens by the book, and the seed says which of its moves
// it plays; the other levels err, and do not know it.
func (o Options) mind(level search.Level, seed uint64) (*robot.Engine, error) {
	if level.Name != search.Full {
		return robot.NewEngine(EngineMB, level, seed), nil
	}
	b, err := OpenBook(o.Book)
	if err != nil {
		return nil, err
	}
	return robot.NewEngineWithBook(EngineMB, b, seed), nil
}

// checkBook says what is wrong with the book that is asked for.
func (o Options) checkBook() error {
	if _, err := OpenBook(o.Book); err != nil {
		return cli.WrongUsage("--book: %w", err)
	}
	return nil
}

// OpenBook is the book of a file, the one that comes with the program for "", and nil for "none".
func OpenBook(path string) (*openings.Book, error) {
	switch path {
	case "":
		return openings.Shipped(), nil
	case NoBook:
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
