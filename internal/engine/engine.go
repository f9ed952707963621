// Package engine is what a command line lets the search think with: threads, memory, endgame tables and an opening
// book.
package engine

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"draughtsman/engine/analysis"
	"draughtsman/engine/book"
	"draughtsman/engine/checkers"
	"draughtsman/engine/endgame"
	"draughtsman/engine/search"
	"draughtsman/internal/files"
)

// None is the --book of who thinks from the first move on, and the --tables of who has only those that come with the
// program.
const None = "none"

// Means are what a search thinks with. The zero value is one thread, the memory that the search has without being told,
// the tables that come with the program, and no book.
type Means struct {
	Threads int
	HashMB  int
	Tables  *endgame.Tables
	Book    *book.Book // nil: there is none
	// Rate is how many positions the robot looks at for each second that it may think, however long that takes; 0: as
	// many as there is time for.
	Rate uint64

	close func() error
}

// Searchers are new searchers at a level, the zero Level being full strength, one for each game. The levels that err do
// so by the seed alone, which takes one thread, and know no tables.
func (m Means) Searchers(level search.Level, seed uint64) func(checkers.RuleSet) *search.Searcher {
	if level.Depth > 0 {
		m.Threads = 1
	}
	return search.Searchers(m.Tables, level.Options(search.Options{TableMB: m.HashMB, Threads: m.Threads}, seed))
}

// Reviewer is a reviewer of games at full strength.
func (m Means) Reviewer() *analysis.Reviewer {
	searcher := func(game checkers.RuleSet) *search.Searcher { return m.Searchers(search.Level{}, 0)(game) }
	return analysis.NewReviewer(searcher, m.Explainer())
}

// Explainer says why moves are the best ones. It is not safe for use by several goroutines at once.
func (m Means) Explainer() analysis.Explainer {
	const nodes = 50000 // that are looked at for a move
	searchers := search.Searchers(m.Tables, search.Options{TableMB: 8})
	return func(ctx context.Context, r search.Request, found search.Result) string {
		return Why(ctx, searchers(r.Position.Set), r, found, nodes).Text().String()
	}
}

// Pieces is the greatest number of pieces with which it is known how a position of a game ends; 0: there are no tables.
func (m Means) Pieces(game checkers.RuleSet) int { return m.tables().Of(game).Pieces() }

func (m Means) tables() *endgame.Tables {
	if m.Tables == nil {
		return endgame.Shipped()
	}
	return m.Tables
}

// Close gives the tables back. Nothing may think with them any more.
func (m Means) Close() error {
	if m.close == nil {
		return nil
	}
	return m.close()
}

// Flags are what a person says of it. What is not given is chosen by Open.
type Flags struct {
	Threads Threads `help:"How many threads think at once; half of the processors, if not given." placeholder:"N"`
	Hash    MB      `name:"hash" aliases:"table-mb" help:"How much memory they share for what they have seen; 64 MB a thread, if not given." placeholder:"MB"`

	TableFlags
}

// TableFlags name endgame tables.
type TableFlags struct {
	Tables   string `help:"A folder of endgame tables, made by checkers tables build; none: those of up to 4 pieces that come with the program. play, serve and analyse find those of make tables by themselves." placeholder:"DIR"`
	TablesMB MB     `name:"tables-mb" help:"How much of the distances in that folder is kept decompressed; 64, if not given. 160 is all of 5 pieces, 2500 all of 6. Who wins is always at hand." placeholder:"MB"`
}

// BookFlag names an opening book.
type BookFlag struct {
	Book string `help:"An opening book, made by checkers book build; none: no book. The one that comes with the program, if not given." placeholder:"FILE"`
}

// PlayFlags are those of who plays games, from their openings on.
type PlayFlags struct {
	Flags
	BookFlag
}

// Or are the flags, and where one is not given that of others.
func (f PlayFlags) Or(other PlayFlags) PlayFlags {
	return PlayFlags{Flags{cmp.Or(f.Threads, other.Threads), cmp.Or(f.Hash, other.Hash),
		TableFlags{cmp.Or(f.Tables, other.Tables), cmp.Or(f.TablesMB, other.TablesMB)}}, BookFlag{cmp.Or(f.Book, other.Book)}}
}

// Open opens what the flags name.
func (f PlayFlags) Open(notes io.Writer) (m Means, err error) {
	opens, err := f.BookFlag.Open()
	if err == nil {
		m, err = f.Flags.Open(notes)
	}
	m.Book = opens
	return m, err
}

// Open opens what the flags name. Without --tables that is the folder of Found, where it has more than the program
// comes with; what is wrong with that is told, and no error.
func (f Flags) Open(notes io.Writer) (m Means, err error) {
	for _, asked := range []struct {
		what string
		size MB
	}{{"the transposition table", f.Hash}, {"distances of the tables", f.TablesMB}} {
		if most := mostMB(); asked.size > most {
			return m, fmt.Errorf("%d MB for %s: this computer has room for %d, half of its memory", asked.size, asked.what, most)
		}
	}
	m.Threads = int(cmp.Or(f.Threads, Threads(max(1, runtime.NumCPU()/2))))
	m.HashMB = int(cmp.Or(f.Hash, min(MB(mbOfThread*m.Threads), mostMB())))
	if f.Tables != "" {
		m.Tables, m.close, err = f.TableFlags.Open()
		return m, err
	}
	if f.Tables = Found(); f.Tables == "" {
		return m, nil
	}
	found := m
	switch found.Tables, found.close, err = f.TableFlags.Open(); {
	case err != nil:
		fmt.Fprintf(notes, "%v: the program goes on without them\n", err)
	case found.Pieces(checkers.English) < m.Pieces(checkers.English): // they are being made
		return m, found.Close()
	default:
		return found, nil
	}
	return m, nil
}

// mbOfThread is how much memory a thread fills in about a second.
const mbOfThread = 64

// Found is the folder with the tables that a person has made, "" where there is none: tables beside the program, which
// is where make tables leaves them, or else draughtsman/tables in the folder for the user's configuration.
func Found() string {
	var folders []string
	if program, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Join(filepath.Dir(files.Real(program)), "tables"))
	}
	if config, err := os.UserConfigDir(); err == nil {
		folders = append(folders, filepath.Join(config, "draughtsman", "tables"))
	}
	for _, folder := range folders {
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			return folder
		}
	}
	return ""
}

// tablesMB is how much of the distances is kept decompressed if nobody says so.
const tablesMB = 64

// Open opens the tables, and says how to be done with them.
func (f TableFlags) Open() (*endgame.Tables, func() error, error) {
	if f.Tables == "" || f.Tables == None {
		return endgame.Shipped(), func() error { return nil }, nil
	}
	tables, err := endgame.Open(f.Tables, int(cmp.Or(f.TablesMB, tablesMB)))
	if err != nil {
		return nil, nil, err
	}
	return tables, tables.Close, nil
}

// Books are files of opening books.
var Books = files.Kind{Name: "an opening book", Most: 64, Holds: book.Holds}

// Open is the book; nil: there is none.
func (f BookFlag) Open() (*book.Book, error) {
	switch f.Book {
	case "":
		return book.Shipped(), nil
	case None:
		return nil, nil
	}
	file, err := Books.Read(f.Book)
	if err != nil {
		return nil, err
	}
	b, err := book.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Book, err)
	}
	return b, nil
}
