package book

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"

	"draughtsman/engine/checkers"
)

// A book is a file: a line of JSON, its head; its positions in order, compressed by DEFLATE (RFC 1951); the CRC-32 of
// all of that.

// format is the kind and version of a book's file.
const format = "draughtsman opening book 1"

type head struct {
	Format string `json:"format"`
	Provenance
}

// Write writes the book.
func (b *Book) Write(to io.Writer) error {
	var records []byte
	var err error
	for _, p := range slices.SortedFunc(maps.Keys(b.positions), Compare) {
		if records, err = AppendRecord(records, p, b.positions[p]); err != nil {
			return err
		}
	}
	first, err := json.Marshal(head{format, b.Provenance})
	if err != nil {
		return err
	}
	file := bytes.NewBuffer(append(first, '\n'))
	writer, err := flate.NewWriter(file, flate.BestCompression)
	if err != nil {
		return err
	}
	if _, err := writer.Write(records); err != nil {
		return err
	}
	if err := writer.Close(); err != nil {
		return err
	}
	_, err = to.Write(binary.LittleEndian.AppendUint32(file.Bytes(), crc32.ChecksumIEEE(file.Bytes())))
	return err
}

// mostBytes is more than the positions of a book take: a file with more is not one of ours.
const mostBytes = 1 << 30

// Read is the book that Write wrote. A file that was cut off or changed is an error, and so is one with a move that is
// not legal, or a position that no line of its own leads to.
func Read(file []byte) (*Book, error) {
	first, _, found := bytes.Cut(file, []byte{'\n'})
	var h head
	if !found || json.Unmarshal(first, &h) != nil || h.Format == "" {
		return nil, errors.New("this is no opening book: it does not begin with a line that describes it")
	}
	if h.Format != format {
		return nil, fmt.Errorf("it is of the format %q, not %q", h.Format, format)
	}
	body, end := len(first)+1, len(file)-crc32.Size
	if end < body || crc32.ChecksumIEEE(file[:end]) != binary.LittleEndian.Uint32(file[end:]) {
		return nil, errors.New("it is damaged: its checksum is wrong")
	}
	rest, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(file[body:end])), mostBytes))
	if err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	b := &Book{Provenance: h.Provenance, positions: map[checkers.Position][]Choice{}}
	moves := 0
	for len(rest) > 0 {
		var p checkers.Position
		var choices []Choice
		if p, choices, rest, err = CutRecord(rest); err != nil {
			return nil, fmt.Errorf("it is damaged: %w", err)
		}
		b.positions[p] = choices
		moves += len(choices)
	}
	if len(b.positions) != b.Positions || moves != b.Moves {
		return nil, fmt.Errorf("it is damaged: it has %d positions and %d moves, and says %d and %d", len(b.positions), moves,
			b.Positions, b.Moves)
	}
	return b, b.check()
}

// check says what is wrong with what a book holds: each position has moves, a weight of at least 1 each, and is reached
// from the start or from a ballot over other positions of the book.
func (b *Book) check() error {
	reached := map[checkers.Position]bool{}
	queue := []checkers.Position{checkers.Start()}
	for _, b := range checkers.AllBallots() {
		queue = append(queue, b.Position())
	}
	for len(queue) > 0 {
		p := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if _, known := b.positions[p]; !known || reached[p] {
			continue
		}
		reached[p] = true
		for _, m := range Distinct(p) {
			queue = append(queue, p.Play(m))
		}
	}
	for _, p := range slices.SortedFunc(maps.Keys(b.positions), Compare) {
		choices := b.positions[p]
		switch {
		case len(choices) == 0:
			return fmt.Errorf("it has no move for %s", p.FEN())
		case !reached[p]:
			return fmt.Errorf("no line of the book leads to %s", p.FEN())
		case slices.ContainsFunc(choices, func(c Choice) bool { return c.Weight < 1 || c.Weight > FullWeight }):
			return fmt.Errorf("a move of %s has a weight that is not 1 to %d", p.FEN(), FullWeight)
		}
	}
	return nil
}

// Holds tells by how a file begins whether it is a book.
func Holds(head []byte) bool {
	first, _, _ := bytes.Cut(head, []byte{'\n'})
	var h struct {
		Format string `json:"format"`
	}
	return json.Unmarshal(first, &h) == nil && h.Format == format
}

// Compare puts positions into an order: Black to move first, then by the squares.
func Compare(a, b checkers.Position) int {
	return cmp.Or(cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.Black, b.Black), cmp.Compare(a.White, b.White))
}
