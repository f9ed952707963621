package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"draughtsman/engine/book"
	"draughtsman/engine/book/build"
	"draughtsman/engine/checkers"
	"draughtsman/engine/process"
	"draughtsman/internal/cli"
	"draughtsman/internal/engine"
	"draughtsman/internal/files"
)

type bookBuildCommand struct {
	Out       string         `required:"" type:"path" help:"The book; what is searched for it is kept in FILE.searches." placeholder:"FILE"`
	Positions int            `default:"2000" help:"Positions that the book is to have (${default})." placeholder:"N"`
	Nodes     uint64         `default:"100000" help:"Positions looked at for a move that is not clearly worse than another (${default})." placeholder:"N"`
	Seed      uint64         `default:"1" help:"Decides which of two positions that are equally cheap to reach comes first (${default})." placeholder:"N"`
	Threads   engine.Threads `default:"1" help:"Positions searched at once (${default})." placeholder:"N"`
	Shard     process.Shard  `help:"Search shard I of N of the next round only, into FILE.I-of-N; checkers book merge joins them." placeholder:"I/N"`
}

func (bookBuildCommand) Help() string {
	return `Opens position after position, from the free start and from the ballots of three
moves: each of its moves is searched. When it is stopped, the same command goes on
where it was; a larger --positions makes the book larger later. The same settings
make the same book. docs/book.md has more.

  checkers book build --out my.book --positions 500 --threads 2
  checkers book build --out my.book --positions 5000 --shard 2/4`
}

// Run says what each round opens on the standard error.
func (c bookBuildCommand) Run(ctx context.Context, s *session) error {
	if c.Positions < 1 || c.Nodes < 1 {
		return wrongUsage("--positions and --nodes must be 1 or more")
	}
	if err := engine.Books.MayReplace(c.Out); err != nil {
		return wrongUsage("--out: %w", err)
	}
	signature, err := build.Signature(ctx)
	if err != nil {
		return err
	}
	by := build.Searches{Settings: book.Usual(), Signature: signature}
	by.Nodes, by.Seed = c.Nodes, c.Seed
	if !c.Shard.IsZero() {
		return c.searchShard(ctx, s, by)
	}
	return c.searchAll(ctx, s, by)
}

// searchAll searches for round after round, and writes the book.
func (c bookBuildCommand) searchAll(ctx context.Context, s *session, by build.Searches) (err error) {
	path := searchesOf(c.Out)
	release, err := alone(path)
	if err != nil {
		return err
	}
	defer release(&err)
	file, found, err := resumeSearches(path, by)
	if errors.Is(err, build.ErrOtherEngine) {
		fmt.Fprintf(s.err, "note: %s: %v; it is kept as %s.old, and the book begun anew\n", path, err, path)
		if err := os.Rename(path, path+".old"); err != nil {
			return err
		}
		file, found, err = resumeSearches(path, by)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	done := build.NewConstruction(build.Task{Settings: by.Settings, Positions: c.Positions}, found)
	for {
		round := done.Round()
		if len(round.Missing) == 0 {
			break
		}
		fmt.Fprintf(s.err, "round %d: %d positions, after %d of %d\n", round.Number, len(round.Positions), round.Open,
			c.Positions)
		err := build.Search(ctx, chosen(round, round.Missing), by.Settings, int(c.Threads), func(f build.Found) error {
			done.Add(f)
			return build.Append(file, f)
		})
		if err != nil {
			return stoppedBook(ctx, err)
		}
	}
	return writeBook(s, c.Out, done.Book(by.Signature))
}

// searchShard searches for a shard of the next round.
func (c bookBuildCommand) searchShard(ctx context.Context, s *session, by build.Searches) (err error) {
	base, err := joinedBefore(c.Out, by)
	if err != nil {
		return err
	}
	round := build.NewConstruction(build.Task{Settings: by.Settings, Positions: c.Positions}, base).Round()
	if len(round.Missing) == 0 {
		return fmt.Errorf("there is nothing left to be searched for: checkers book build --out %s, without --shard, writes "+
			"the book", c.Out)
	}
	by.Shard, by.Open, by.Positions = c.Shard, round.Open, c.Positions
	path := fmt.Sprintf("%s.%d-of-%d", c.Out, c.Shard.Number, c.Shard.Of)
	release, err := alone(path)
	if err != nil {
		return err
	}
	defer release(&err)
	if err := forgetJoined(path, by); err != nil {
		return err
	}
	file, found, err := resumeSearches(path, by)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	has := map[checkers.Position]bool{}
	for _, f := range found {
		has[f.Position] = true
	}
	var numbers []int
	for _, n := range round.Missing {
		if c.Shard.Holds(uint64(n)) && !has[round.Positions[n]] {
			numbers = append(numbers, n)
		}
	}
	err = build.Search(ctx, chosen(round, numbers), by.Settings, int(c.Threads), func(f build.Found) error {
		return build.Append(file, f)
	})
	if err != nil {
		return stoppedBook(ctx, err)
	}
	fmt.Fprintf(s.out, "%s holds shard %s of round %d. When all are there, checkers book merge --out %s joins them.\n",
		path, c.Shard, round.Number, c.Out)
	return nil
}

// chosen are the positions of a round with some numbers.
func chosen(round build.Round, numbers []int) []checkers.Position {
	positions := make([]checkers.Position, len(numbers))
	for i, n := range numbers {
		positions[i] = round.Positions[n]
	}
	return positions
}

// stoppedBook is why a book was not searched to its end.
func stoppedBook(ctx context.Context, err error) error {
	if errors.Is(err, context.Canceled) {
		return cli.Interrupted(ctx, "interrupted; the same command goes on where it was")
	}
	return err
}

// resumeSearches opens a file of searches for more, and says what it has.
func resumeSearches(path string, by build.Searches) (*os.File, []build.Found, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, err
	}
	found, err := build.Resume(file, by)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return file, found, nil
}

// joinedBefore is what was searched for a book before its next round; nothing where there is no such file.
func joinedBefore(out string, by build.Searches) ([]build.Found, error) {
	file, err := searches.Read(searchesOf(out))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	there, found, _, err := build.ReadSearches(file)
	if err == nil {
		err = there.Differs(by)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", searchesOf(out), err)
	}
	return found, nil
}

// forgetJoined removes a shard's file of an earlier round of the same book, whose searches have been joined.
func forgetJoined(path string, by build.Searches) error {
	file, err := searches.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	there, _, _, err := build.ReadSearches(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if there.Open < by.Open && there.Shard == by.Shard && there.Settings == by.Settings {
		return os.Remove(path)
	}
	return nil
}

// writeBook writes a book, and says what it holds.
func writeBook(s *session, path string, b *book.Book) error {
	var file bytes.Buffer
	if err := b.Write(&file); err != nil {
		return err
	}
	if err := files.Replace(path, file.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s holds %d positions with %d moves.\n", path, b.Positions, b.Moves)
	return nil
}
