package endgame

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"

	"draughtsman/engine/checkers"
)

// Tables is the tables of a game, and those of others beside them, which can be asked. It is safe for use by several
// goroutines at once. Nil has none.
type Tables struct {
	game     checkers.RuleSet
	others   [checkers.RuleSets]*Tables // nil where there are none
	tables   [materialSlots]*table
	outcomes [materialSlots]*outcomes
	pieces   int
	recent   []atomic.Pointer[block] // decompressed blocks, each at its number modulo their number
	unmap    []func() error
}

// block is values of a table, decompressed.
type block struct {
	number int
	values [blockSize]Value
}

// Open opens the tables in a folder, those of 2, 3 … pieces as long as they are complete; Close ends that. Files are
// mapped into memory; of each game up to so many megabytes (2²⁰ bytes) of values are kept decompressed, and where that
// is enough for all of them, all are decompressed at once. A file that was cut off or changed is an error that names
// it, and so are missing tables of 2 pieces. Where only other games have any, those of English draughts are the ones
// that come with the program.
func Open(dir string, megabytes int) (*Tables, error) {
	t, err := openGame(dir, checkers.English, megabytes)
	var others [checkers.RuleSets]*Tables
	for game := checkers.English + 1; game < checkers.RuleSets; game++ {
		folder := Part{Game: game}.Folder(dir)
		if _, missing := os.Stat(folder); missing != nil {
			continue
		}
		if errors.Is(err, fs.ErrNotExist) {
			shipped := *Shipped()
			t, err = &shipped, nil
		}
		var wrong error
		others[game], wrong = openGame(folder, game, megabytes)
		err = errors.Join(err, wrong)
	}
	t.others = others
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the endgame tables in %s: %w", dir, err), t.Close())
	}
	return t, nil
}

// openGame opens the tables of a game. Where that fails they have to be closed all the same.
func openGame(dir string, game checkers.RuleSet, megabytes int) (*Tables, error) {
	t := &Tables{game: game}
	err := t.open(func(name string) ([]byte, error) {
		content, unmap, err := mapFile(filepath.Join(dir, name))
		if err == nil {
			t.unmap = append(t.unmap, unmap)
		}
		return content, err
	})
	if err == nil {
		err = t.remember(megabytes << 20 / blockSize)
	}
	return t, err
}

// open looks through all tables there are.
func (t *Tables) open(read func(name string) ([]byte, error)) error {
	first := 0
	for pieces := 2; pieces <= MaxPieces; pieces++ {
		for _, m := range materials(pieces) {
			file, err := read(fileName(m))
			if errors.Is(err, fs.ErrNotExist) && pieces > 2 {
				return nil
			}
			if err != nil {
				return err
			}
			found, err := readTable(file, t.game, m)
			if err != nil {
				return fmt.Errorf("%s: %w", fileName(m), err)
			}
			found.first = first
			first += found.numBlocks()
			t.tables[m.slot()] = found
			if file, err = read(outcomesName(m)); err != nil {
				return fmt.Errorf("%w; building the tables again makes what is missing", err)
			}
			if t.outcomes[m.slot()], err = readOutcomes(file, t.game, m); err != nil {
				return fmt.Errorf("%s: %w", outcomesName(m), err)
			}
		}
		t.pieces = pieces
	}
	return nil
}

// numBlocks is how many blocks of values there are.
func (t *Tables) numBlocks() int {
	all := 0
	for _, m := range upTo(t.pieces) {
		all += t.tables[m.slot()].numBlocks()
	}
	return all
}

// remember makes room for so many blocks, and decompresses all there are if they fit.
func (t *Tables) remember(blocks int) error {
	all := t.numBlocks()
	t.recent = make([]atomic.Pointer[block], max(1, min(all, blocks)))
	if blocks < all {
		return nil
	}
	for _, m := range upTo(t.pieces) {
		table := t.tables[m.slot()]
		for n := range table.numBlocks() {
			if _, err := t.load(table, n); err != nil {
				return fmt.Errorf("%s: %w", fileName(m), err)
			}
		}
	}
	return nil
}

// Close gives the files back. The tables must not be asked any more.
func (t *Tables) Close() error {
	var errs []error
	for _, unmap := range t.unmap {
		errs = append(errs, unmap())
	}
	t.unmap = nil
	for _, other := range t.others {
		if other != nil {
			errs = append(errs, other.Close())
		}
	}
	return errors.Join(errs...)
}

// Of is the tables of a game; nil where there are none.
func (t *Tables) Of(game checkers.RuleSet) *Tables {
	if t == nil || game == t.game {
		return t
	}
	return t.others[game]
}

// Pieces is the greatest number of pieces of positions that the tables know.
func (t *Tables) Pieces() int {
	if t == nil {
		return 0
	}
	return t.pieces
}

// Summaries is what the tables hold, in the order in which they were built.
func (t *Tables) Summaries() []Summary {
	var all []Summary
	for _, m := range upTo(t.pieces) {
		all = append(all, t.tables[m.slot()].Summary)
	}
	return all
}

// Probe is the value of a position for its side to move; false where the tables do not know: it has too many pieces,
// or the other side has none, or it is no position of a game.
func (t *Tables) Probe(p checkers.Position) (Value, bool) {
	t = t.Of(p.Set)
	if _, possible := t.holds(p); !possible {
		return Draw, false
	}
	return t.probe(p)
}

// Outcome is who wins a position: 1, 0 or −1 as its side to move does, nobody, or the other side. It is much faster
// than Probe where few values are kept decompressed, and does not know positions in which a capture is due either.
func (t *Tables) Outcome(p checkers.Position) (utility int, known bool) {
	t = t.Of(p.Set)
	b, possible := t.holds(p)
	if !possible || b.own == 0 || p.Jumpers() != 0 {
		return 0, false
	}
	found := t.outcomes[b.material().slot()]
	return found.at(found.index(b))
}

// holds is a position as its side to move sees it, and whether a game can have it and the tables its pieces.
func (t *Tables) holds(p checkers.Position) (board, bool) {
	if t == nil || p.Occupied().Len() > t.pieces || p.Rules != t.game.NewPosition(p.Turn).Rules {
		return board{}, false
	}
	b := boardOf(p)
	men := b.own &^ b.kings
	return b, b.theirs != 0 && men&lastRow == 0 && b.theirs&^b.kings&firstRow == 0
}

// ProbeAfter is Probe in a game that is drawn after a number of plies without a capture or a man's move, where so many
// were made already: a win or a loss that comes too late is not known.
//
// Whoever plays a win by the tables from a capture or a man's move on may need more than these plies, but has others on
// the way that begin the count anew, in time where Summary.Quiet is below their number. So a win is not too late while
// it is no further away, with the plies gone, than the longest with the same pieces.
func (t *Tables) ProbeAfter(p checkers.Position, quiet int) (Value, bool) {
	value, known := t.Probe(p)
	if most := p.MostQuietPlies(); !known || value == Draw || quiet+value.Plies() <= most || p.Jumpers() != 0 {
		return value, known
	}
	m, t := boardOf(p).material(), t.Of(p.Set)
	longest := max(t.tables[m.slot()].Longest, t.tables[m.swapped().slot()].Longest)
	return value, quiet+value.Plies() <= longest
}

// probe is the value of a position that is possible.
func (t *Tables) probe(p checkers.Position) (Value, bool) {
	b := boardOf(p)
	if b.own == 0 {
		return decided(0), true
	}
	if p.Jumpers() != 0 {
		return t.probeCaptures(p)
	}
	table := t.tables[b.material().slot()]
	if table == nil {
		return Draw, false
	}
	i := table.index(b)
	return t.value(table, i/blockSize, i%blockSize)
}

// probeCaptures is the value of a position in which a capture is due: tables do not hold it.
func (t *Tables) probeCaptures(p checkers.Position) (Value, bool) {
	best := decided(0)
	for _, m := range p.Moves() {
		value, known := t.probe(p.Play(m))
		if !known {
			return Draw, false
		}
		if value = value.Before(); value.Better(best) {
			best = value
		}
	}
	return best, true
}

// value is value i of a table's block n.
func (t *Tables) value(from *table, n, i int) (Value, bool) {
	found, err := t.load(from, n)
	if err != nil {
		return Draw, false // its checksum was right: it has changed since
	}
	return found.values[i], true
}

// load is a table's block n, decompressed.
func (t *Tables) load(from *table, n int) (*block, error) {
	number := from.first + n
	place := &t.recent[number%len(t.recent)]
	found := place.Load()
	if found != nil && found.number == number {
		return found, nil
	}
	found = &block{number: number}
	if _, err := from.read(n, &found.values); err != nil {
		return nil, err
	}
	place.Store(found)
	return found, nil
}
