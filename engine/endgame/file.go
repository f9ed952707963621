package endgame

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
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

// A table is a file: a line of JSON, its head; the offsets of its blocks, after the last of them, and of the end,
// little-endian, 32 bits each; the blocks, each values compressed by DEFLATE (RFC 1951); the CRC-32 of all of that.

// format is the kind and version of a table's file. Positions are numbered as layout says.
const format = "draughtsman english endgame 1"

type head struct {
	Format string `json:"format"`
	Summary
}

const offsetSize = 4

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
	first, err := json.Marshal(head{Format: format, Summary: s.summary()})
	if err != nil {
		return err
	}
	blocks := make([]bytes.Buffer, (len(s.values)+blockSize-1)/blockSize)
	writers, groups := make([]*flate.Writer, threads), make([]*group, threads)
	for i := range writers {
		groups[i] = newGroup(s.layout)
		if writers[i], err = flate.NewWriter(nil, flate.BestCompression); err != nil {
			return err
		}
	}
	err = share(ctx, threads, len(blocks), func(thread, n int) error {
		from := n * blockSize
		values := s.values[from:min(len(s.values), from+blockSize)]
		return deflate(&blocks[n], writers[thread], values,
			func(i int) bool { return groups[thread].at(from + i).captures() })
	})
	if err != nil {
		return err
	}
	offsets := make([]byte, 0, offsetSize*(len(blocks)+1))
	at := 0
	for i := range blocks {
		offsets = binary.LittleEndian.AppendUint32(offsets, uint32(at))
		at += blocks[i].Len()
	}
	offsets = binary.LittleEndian.AppendUint32(offsets, uint32(at))
	sum := crc32.NewIEEE()
	both := io.MultiWriter(to, sum)
	for _, part := range [][]byte{first, {'\n'}, offsets} {
		if _, err := both.Write(part); err != nil {
			return err
		}
	}
	for i := range blocks {
		if _, err := both.Write(blocks[i].Bytes()); err != nil {
			return err
		}
	}
	_, err = to.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return err
}

// table is a table's file that has been looked through.
type table struct {
	*layout
	Summary
	offsets []byte
	blocks  []byte
	first   int // the number of the first block among those of all tables
}

// readTable looks through a file. One that was cut off or changed is an error, and so is one of other material than
// its name says.
func readTable(file []byte, m Material) (*table, error) {
	first, body, found := bytes.Cut(file, []byte{'\n'})
	var h head
	if !found || json.Unmarshal(first, &h) != nil {
		return nil, errors.New("this is no endgame table: it does not begin with a line that describes it")
	}
	if h.Format != format {
		return nil, fmt.Errorf("it is of the format %q, not %q", h.Format, format)
	}
	if h.Material != m {
		return nil, fmt.Errorf("it holds %s, not %s", h.Material, m)
	}
	t := &table{layout: newLayout(m), Summary: h.Summary}
	offsets := offsetSize * (t.numBlocks() + 1)
	if len(body) < offsets+crc32.Size {
		return nil, errors.New("it is damaged: it ends too early")
	}
	end := len(file) - crc32.Size
	if crc32.ChecksumIEEE(file[:end]) != binary.LittleEndian.Uint32(file[end:]) {
		return nil, errors.New("it is damaged: its checksum is wrong")
	}
	t.offsets, t.blocks = body[:offsets], body[offsets:len(body)-crc32.Size]
	before := 0
	for n := range t.numBlocks() + 1 {
		at := t.offset(n)
		if at < before || at > len(t.blocks) {
			return nil, fmt.Errorf("it is damaged: block %d lies outside", n)
		}
		before = at
	}
	return t, nil
}

func (t *table) numBlocks() int { return (t.positions() + blockSize - 1) / blockSize }

func (t *table) offset(n int) int {
	return int(binary.LittleEndian.Uint32(t.offsets[offsetSize*n:]))
}

// read decompresses a block and returns its values, in room.
func (t *table) read(n int, room *[blockSize]Value) ([]Value, error) {
	values := room[:min(blockSize, t.positions()-n*blockSize)]
	return values, inflate(values, t.blocks[t.offset(n):t.offset(n+1)])
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
		if after = g.at(i).appendCaptures(after[:0]); len(after) > 0 {
			s.values[i] = all.best(after)
		}
	}
	return s, nil
}
