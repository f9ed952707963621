package endgame

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync/atomic"

	"draughtsman/engine/checkers"
)

// Tables is a set of tables that can be asked. It is safe for use by several goroutines at once.
type Tables struct {
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
// mapped into memory; up to so many megabytes (2²⁰ bytes) of values are kept decompressed, and where that is enough for
// all of them, all are decompressed at once. A file that was cut off or changed is an error that names it, and so are
// missing tables of 2 pieces.
func Open(dir string, megabytes int) (*Tables, error) {
	t := new(Tables)
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
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the endgame tables in %s: %w", dir, err), t.Close())
	}
	return t, nil
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
			found, err := readTable(file, m)
			if err != nil {
				return fmt.Errorf("%s: %w", fileName(m), err)
			}
			found.first = first
			first += found.numBlocks()
			t.tables[m.slot()] = found
			if file, err = read(outcomesName(m)); err != nil {
				return fmt.Errorf("%w; building the tables again makes what is missing", err)
			}
			if t.outcomes[m.slot()], err = readOutcomes(file, m); err != nil {
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
	return errors.Join(errs...)
}

// Pieces is the greatest number of pieces of positions that the tables know.
func (t *Tables) Pieces() int { return t.pieces }

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
	b, possible := t.holds(p)
	if !possible {
		return Draw, false
	}
	return t.probe(b)
}

// Outcome is who wins a position: 1, 0 or −1 as its side to move does, nobody, or the other side. It is much faster
// than Probe where few values are kept decompressed, and does not know positions in which a capture is due either.
func (t *Tables) Outcome(p checkers.Position) (utility int, known bool) {
	if p.Occupied().Len() > t.pieces || p.Jumpers() != 0 {
		return 0, false
	}
	b, possible := t.holds(p)
	if !possible || b.own == 0 {
		return 0, false
	}
	found := t.outcomes[b.material().slot()]
	return found.at(found.index(b))
}

// holds is a position as its side to move sees it, and whether a game can have it and the tables its pieces.
func (t *Tables) holds(p checkers.Position) (board, bool) {
	if p.Occupied().Len() > t.pieces {
		return board{}, false
	}
	b := boardOf(p)
	men := b.own &^ b.kings
	return b, b.theirs != 0 && men&lastRow == 0 && b.theirs&^b.kings&firstRow == 0
}

// drawnAfter is the 40-move rule in plies: a game is drawn when neither side has captured or moved a man for so many.
const drawnAfter = 80

// ProbeAfter is Probe in a game by the 40-move rule, quiet plies after the last capture or man's move: a win or a
// loss that comes too late is not known.
//
// Whoever plays a win by the tables from a capture or a man's move on may need more than 80 plies, but has others on
// the way that begin the count anew, in time where Summary.Quiet is below 80: always up to 4 pieces, and nearly
// always beyond. So a win is not too late while it is no further away, with the plies gone, than the longest with the
// same pieces.
func (t *Tables) ProbeAfter(p checkers.Position, quiet int) (Value, bool) {
	value, known := t.Probe(p)
	if !known || value == Draw || quiet+value.Plies() <= drawnAfter || p.Jumpers() != 0 {
		return value, known
	}
	m := boardOf(p).material()
	longest := max(t.tables[m.slot()].Longest, t.tables[m.swapped().slot()].Longest)
	return value, quiet+value.Plies() <= longest
}

func (t *Tables) probe(b board) (Value, bool) {
	if b.own == 0 {
		return decided(0), true
	}
	if b.captures() {
		return t.probeCaptures(b)
	}
	table := t.tables[b.material().slot()]
	if table == nil {
		return Draw, false
	}
	i := table.index(b)
	return t.value(table, i/blockSize, i%blockSize)
}

// probeCaptures is the value of a position in which a capture is due: tables do not hold it.
func (t *Tables) probeCaptures(b board) (Value, bool) {
	var room [16]board
	best := decided(0)
	for _, after := range b.appendCaptures(room[:0]) {
		value, known := t.probe(after)
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
