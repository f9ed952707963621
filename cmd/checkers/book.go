package main

import (
	"fmt"

	"draughtsman/engine/book"
)

type bookCommand struct {
	Build bookBuildCommand `cmd:"" help:"Make an opening book of English draughts by the program's own search."`
	Merge bookMergeCommand `cmd:"" help:"Join what the shards of a round have searched for a book."`
	Show  bookShowCommand  `cmd:"" help:"Say which moves a book has for a position, and what they are worth."`
	Check bookCheckCommand `cmd:"" help:"Verify a book and count what it holds."`
}

// openBook is the book of a file, or the one that comes with the program for "".
func openBook(path string) (*book.Book, error) {
	if path == "" {
		return book.Shipped(), nil
	}
	file, err := books.Read(path)
	if err != nil {
		return nil, err
	}
	b, err := book.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

// searchesOf is the file in which the searches for a book are kept.
func searchesOf(out string) string { return out + ".searches" }
