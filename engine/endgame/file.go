package endgame

import (
	"bytes"
	"compress/flate"
	"context"
	"fmt"
	"io"

	"draughtsman/engine/checkers"
)

// Summary is what a table holds.
type Summary struct {
	Material  Material `json:"material"`
	Positions int      `json:"positions"` // with the side to move of Material, in either colour
	Won       int      `json:"won"`       // for the side to move
	Drawn     int      `json:"drawn"`
	Lost      int      `json:"lost"`
	Longest   int      `json:"longest"` // plies of the longest win or loss
	// Quiet is the greatest number of plies in a row without a capture or a man's move while the winning side plays
	// by the tables, whatever the other one does.
	Quiet int `json:"quiet"`
}

// tableFormat is the kind, game and version of the file that has the values of some material. Its blocks are of
// blockSize values, each compressed by DEFLATE (RFC 1951). Positions are numbered as layout says.
const tableFormat = "draughtsman %s endgame 1"

// fileName is the name of the file that has a table.
func fileName(m Material) string { return m.String() + ".table" }

// summary counts the values.
func (s *solution) summary() Summary {
	sum := Summary{Material: s.Material, Positions: len(s.values), Quiet: s.quiet}
	for _, v := range s.values {
		switch {
		case v.Won():
			sum.Won++
		case v.Lost():
			sum.Lost++
		default:
			sum.Drawn++
		}
		sum.Longest = max(sum.Longest, v.Plies())
	}
	return sum
}

// write writes the solution as a table.
func (s *solution) write(ctx context.Context, to io.Writer, threads int) error {
	all := make([]bytes.Buffer, (len(s.values)+blockSize-1)/blockSize)
	writers, groups := make([]*flate.Writer, threads), groupsFor(s.layout, threads)
	for i := range writers {
		var err error
		if writers[i], err = flate.NewWriter(nil, flate.BestCompression); err != nil {
			return err
		}
	}
	err := share(ctx, threads, len(all), func(thread, n int) error {
		from := n * blockSize
		values := s.values[from:min(len(s.values), from+blockSize)]
		return deflate(&all[n], writers[thread], values,
			func(i int) bool { return groups[thread].captures(from + i) })
	})
	if err != nil {
		return err
	}
	return writeBlocks(to, head{fmt.Sprintf(tableFormat, s.game), s.summary()}, all)
}

// table is a table's file that has been looked through.
type table struct {
	*layout
	Summary
	blocks
	first int // the number of the first block among those of all tables
}

// readTable looks through a file. One that was cut off or changed is an error, and so is one of other material than
// its name says.
func readTable(file []byte, game checkers.RuleSet, m Material) (*table, error) {
	t := &table{layout: newLayout(game, m)}
	var err error
	t.Summary, t.blocks, err = readBlocks(file, fmt.Sprintf(tableFormat, game), m, t.numBlocks())
	return t, err
}

func (t *table) numBlocks() int { return (t.positions() + blockSize - 1) / blockSize }

// read decompresses a block and returns its values, in room.
func (t *table) read(n int, room *[blockSize]Value) ([]Value, error) {
	values := room[:min(blockSize, t.positions()-n*blockSize)]
	return values, inflate(values, t.block(n))
}

// solution is all values of a table. What captures lead to has to be in all.
func (t *table) solution(all *solutions) (*solution, error) {
	s := &solution{layout: t.layout, values: make([]Value, 0, t.positions()), quiet: t.Quiet}
	var room [blockSize]Value
	for n := range t.numBlocks() {
		values, err := t.read(n, &room)
		if err != nil {
			return nil, err
		}
		s.values = append(s.values, values...)
	}
	g := newGroup(t.layout)
	var after []board
	for i := range s.values {
		if g.captures(i) {
			after = g.appendMoves(after[:0], g.at(i))
			s.values[i] = all.best(after)
		}
	}
	return s, nil
}
