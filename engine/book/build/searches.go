package build

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"draughtsman/engine/book"
	"draughtsman/engine/process"
)

// What has been searched for a book is a file that grows: a line of JSON, its head, and then what was found of each
// position, in order, and the CRC-32 of that. One that was cut off within a position loses that position.

// searchesFormat is the kind and version of such a file.
const searchesFormat = "draughtsman opening searches 1"

// Searches is what a file of searches was made by.
type Searches struct {
	book.Settings
	Signature uint64 `json:"signature"` // of the engine
	// Of a shard, which one it is and of which round: that after so many open positions, of a book of so many.
	Shard     process.Shard `json:"shard,omitzero"`
	Open      int           `json:"open,omitempty"`
	Positions int           `json:"positions,omitempty"`
}

type searchesHead struct {
	Format string `json:"format"`
	Searches
}

// begin is how a file of searches begins.
func (s Searches) begin() ([]byte, error) {
	first, err := json.Marshal(searchesHead{searchesFormat, s})
	return append(first, '\n'), err
}

// Append writes what was found of a position behind a file of searches.
func Append(to io.Writer, f Found) error {
	choices := make([]book.Choice, len(f.Moves))
	for i, m := range f.Moves {
		choices[i].Scored = m
	}
	record, err := book.AppendRecord(nil, f.Position, choices)
	if err != nil {
		return err
	}
	_, err = to.Write(binary.LittleEndian.AppendUint32(record, crc32.ChecksumIEEE(record)))
	return err
}

// ReadSearches is what a file of searches holds, and how many of its bytes that takes.
func ReadSearches(file []byte) (by Searches, found []Found, size int, err error) {
	first, rest, there := bytes.Cut(file, []byte{'\n'})
	var h searchesHead
	if !there || json.Unmarshal(first, &h) != nil || h.Format == "" {
		return by, nil, 0, errors.New("this is no file of searches: it does not begin with a line that describes it")
	}
	if h.Format != searchesFormat {
		return by, nil, 0, fmt.Errorf("it is of the format %q, not %q", h.Format, searchesFormat)
	}
	for len(rest) > 0 {
		p, choices, after, err := book.CutRecord(rest)
		record := rest[:len(rest)-len(after)]
		if errors.Is(err, book.ErrShort) || err == nil && len(after) < crc32.Size {
			break
		}
		if err == nil && crc32.ChecksumIEEE(record) != binary.LittleEndian.Uint32(after) {
			err = errors.New("a checksum is wrong")
		}
		if err != nil {
			return by, nil, 0, fmt.Errorf("it is damaged after %d positions: %w", len(found), err)
		}
		f := Found{Position: p, Moves: make([]book.Scored, len(choices))}
		for i, c := range choices {
			f.Moves[i] = c.Scored
		}
		found, rest = append(found, f), after[crc32.Size:]
	}
	return h.Searches, found, len(file) - len(rest), nil
}

// ErrOtherEngine says that searches were made by another version of the engine, and cannot be gone on with.
var ErrOtherEngine = errors.New("its searches were made by another version of the engine")

// Differs says why searches cannot be gone on with, nil where they can.
func (s Searches) Differs(wanted Searches) error {
	switch {
	case s == wanted:
		return nil
	case s.Signature != wanted.Signature:
		return ErrOtherEngine
	case s.Settings != wanted.Settings:
		return fmt.Errorf("its searches were made with other settings, seed %d and %d nodes: use these, or another file",
			s.Seed, s.Nodes)
	}
	return fmt.Errorf("it is shard %q after %d positions for a book of %d, and not shard %q after %d for a book of %d",
		s.Shard, s.Open, s.Positions, wanted.Shard, wanted.Open, wanted.Positions)
}

// Resume makes a file of searches ready for more, and says what it has: an empty file is begun, one that was cut off
// within a position loses that. A file of other searches is left as it is, with an error.
func Resume(file *os.File, by Searches) ([]Found, error) {
	all, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		first, err := by.begin()
		if err == nil {
			_, err = file.Write(first)
		}
		return nil, err
	}
	there, found, size, err := ReadSearches(all)
	if err != nil {
		return nil, err
	}
	if err := there.Differs(by); err != nil {
		return nil, err
	}
	if err := file.Truncate(int64(size)); err != nil {
		return nil, err
	}
	_, err = file.Seek(int64(size), io.SeekStart)
	return found, err
}
