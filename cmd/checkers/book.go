package main

type bookCommand struct {
	Build bookBuildCommand `cmd:"" help:"Make an opening book of English draughts by the program's own search."`
	Merge bookMergeCommand `cmd:"" help:"Join what the shards of a round have searched for a book."`
	Show  bookShowCommand  `cmd:"" help:"Say which moves a book has for a position, and what they are worth."`
	Check bookCheckCommand `cmd:"" help:"Verify a book and count what it holds."`
}

// searchesOf is the file in which the searches for a book are kept.
func searchesOf(out string) string { return out + ".searches" }
