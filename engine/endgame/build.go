package endgame

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Build makes the tables of 2 to so many pieces (MaxPieces at most) in a folder, which is made if it is not there: of
// all material two files, one that has the values and one that says who wins. Each value is verified before a table is
// written, and each file appears when it is whole: tables that are there already are kept, so that an interrupted build
// goes on where it was. A file that was cut off or changed is an error that names it. Everything that has been solved
// is held in memory, a byte a position.
//
// tell, if not nil, is called by one goroutine at a time.
func Build(ctx context.Context, dir string, pieces, threads int, tell func(Progress)) error {
	return BuildPart(ctx, dir, Part{Pieces: pieces, Men: pieces}, threads, tell)
}

// BuildPart is Build for a part of the tables. Where others are to make what tables of the part depend on, and it is
// not there, all that does not depend on it is made, and the error is a *MissingError.
func BuildPart(ctx context.Context, dir string, part Part, threads int, tell func(Progress)) error {
	if board := part.Game.Board(); board.Squares() != squares {
		return fmt.Errorf("there are no endgame tables of %s draughts: its board has %d squares, and they are made for %d",
			part.Game, board.Squares(), squares)
	}
	dir = part.Folder(dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make a folder for endgame tables: %w", err)
	}
	own, others := part.share()
	w := newWork(slices.Concat(own...), 2, tell)
	s := solutions{game: part.Game}
	waiting := &MissingError{Dir: dir}
	for _, pair := range own {
		w.begin(pair[0])
		lacks, err := s.load(dir, dependencies(pair))
		if err != nil {
			return err
		}
		if len(lacks) > 0 {
			waiting.add(pair, lacks, others)
			continue
		}
		if err := s.build(ctx, dir, pair[0], threads, w); err != nil {
			return err
		}
	}
	if waiting.Tables > 0 {
		return waiting
	}
	return nil
}

// upTo is all material of 2 to so many pieces, in the order in which it can be solved.
func upTo(pieces int) []Material {
	var all []Material
	for n := 2; n <= pieces; n++ {
		all = append(all, materials(n)...)
	}
	return all
}

// build makes the table of some material and that of the same swapped, or reads them if both are there, and the files
// that say who wins.
func (s *solutions) build(ctx context.Context, dir string, m Material, threads int, w *work) error {
	pair := []Material{m, m.swapped()}
	if m == m.swapped() {
		pair = pair[:1]
	}
	found, err := s.resume(dir, pair)
	if err != nil {
		return err
	}
	if found {
		for _, m := range pair {
			w.done(2 * len(s.of[m.slot()].values))
		}
		return s.storeOutcomes(ctx, dir, pair, threads)
	}
	if err := s.solve(ctx, m, threads, w.done); err != nil {
		return fmt.Errorf("solve %s: %w", m, err)
	}
	for _, m := range pair {
		if err := s.verify(ctx, m, threads, w.done); err != nil {
			return fmt.Errorf("verify %s: %w", m, err)
		}
	}
	for _, m := range pair {
		path := filepath.Join(dir, fileName(m))
		if err := store(path, func(to io.Writer) error { return s.of[m.slot()].write(ctx, to, threads) }); err != nil {
			return fmt.Errorf("write %s: %w", fileName(m), err)
		}
	}
	return s.storeOutcomes(ctx, dir, pair, threads)
}

// storeOutcomes makes the files that say who wins, if they are not there.
func (s *solutions) storeOutcomes(ctx context.Context, dir string, pair []Material, threads int) error {
	for _, m := range pair {
		path := filepath.Join(dir, outcomesName(m))
		switch file, err := os.ReadFile(path); {
		case err == nil:
			if _, err := readOutcomes(file, s.game, m); err != nil {
				return fmt.Errorf("%s: %w; delete it, and it will be made again", path, err)
			}
			continue
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
		err := store(path, func(to io.Writer) error { return s.of[m.slot()].writeOutcomes(ctx, to, threads) })
		if err != nil {
			return fmt.Errorf("write %s: %w", outcomesName(m), err)
		}
	}
	return nil
}

// resume reads tables and reports whether all were there.
func (s *solutions) resume(dir string, pair []Material) (bool, error) {
	var tables []*table
	for _, m := range pair {
		path := filepath.Join(dir, fileName(m))
		file, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		t, err := readTable(file, s.game, m)
		if err != nil {
			return false, fmt.Errorf("%s: %w; delete it, and it will be made again", path, err)
		}
		tables = append(tables, t)
	}
	return true, s.add(tables...)
}

// load reads tables that are not read yet, in an order in which they can be solved. Those that are not there are the
// answer, and nothing that comes after them is read.
func (s *solutions) load(dir string, all []Material) (lacks []Material, err error) {
	for _, m := range all {
		if s.of[m.slot()] != nil {
			continue
		}
		found := false
		if len(lacks) == 0 {
			if found, err = s.resume(dir, []Material{m}); err != nil {
				return nil, err
			}
		} else if _, err := os.Stat(filepath.Join(dir, fileName(m))); err == nil {
			found = true
		}
		if !found {
			lacks = append(lacks, m)
		}
	}
	return lacks, nil
}

// add adds all values of tables. What captures lead to has to be there.
func (s *solutions) add(tables ...*table) error {
	for _, t := range tables {
		values, err := t.solution(s)
		if err != nil {
			return fmt.Errorf("%s: %w", fileName(t.layout.Material), err)
		}
		s.of[t.slot()] = values
	}
	return nil
}

// store writes a file in one durable step.
func store(path string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	err = write(file)
	if err == nil {
		err = errors.Join(file.Chmod(0o644), file.Sync())
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name()) // the first error tells more
	}
	return err
}

// Check verifies every value of the tables, as Build does, their counts, and who wins.
//
// tell, if not nil, is called by one goroutine at a time.
func (t *Tables) Check(ctx context.Context, threads int, tell func(Progress)) error {
	all := upTo(t.pieces)
	w := newWork(all, 1, tell)
	s := solutions{game: t.game}
	for _, m := range all {
		if err := s.add(t.tables[m.slot()]); err != nil {
			return err
		}
	}
	for _, m := range all {
		w.begin(m)
		if err := s.verify(ctx, m, threads, w.done); err != nil {
			return fmt.Errorf("%s: %w", fileName(m), err)
		}
		if got := s.of[m.slot()].summary(); got != t.tables[m.slot()].Summary {
			return fmt.Errorf("%s: it says that it holds %+v, and holds %+v", fileName(m), t.tables[m.slot()].Summary, got)
		}
		if err := t.outcomes[m.slot()].check(ctx, s.of[m.slot()], threads); err != nil {
			return fmt.Errorf("%s: %w", outcomesName(m), err)
		}
	}
	return nil
}
