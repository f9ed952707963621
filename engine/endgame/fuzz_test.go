package endgame

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"testing"
)

// FuzzReadTable reads files with good checksums and anything else in them: what is refused is refused in order, and
// of what is not every block can be asked for.
func FuzzReadTable(f *testing.F) {
	m := Material{Kings: 1, TheirKings: 1}
	var s solutions
	if err := s.solve(context.Background(), m, 1, func(int) {}); err != nil {
		f.Fatal(err)
	}
	var whole bytes.Buffer
	if err := s[m.slot()].write(context.Background(), &whole, 1); err != nil {
		f.Fatal(err)
	}
	body := whole.Bytes()[:whole.Len()-crc32.Size]
	f.Add(body)
	f.Add(bytes.Replace(body, []byte("0m1k-0m1k"), []byte("1m0k-1m0k"), 1))
	f.Add(body[:len(body)-9])
	f.Fuzz(func(t *testing.T, body []byte) {
		file := binary.LittleEndian.AppendUint32(bytes.Clone(body), crc32.ChecksumIEEE(body))
		table, err := readTable(file, m)
		if err != nil {
			return
		}
		var room [blockSize]Value
		for n := range table.numBlocks() {
			if values, err := table.read(n, &room); err == nil && len(values) == 0 {
				t.Errorf("block %d is empty", n)
			}
		}
	})
}

// FuzzReadOutcomes does the same with files that say who wins: every position can be asked for.
func FuzzReadOutcomes(f *testing.F) {
	m := Material{Kings: 1, TheirKings: 1}
	var s solutions
	if err := s.solve(context.Background(), m, 1, func(int) {}); err != nil {
		f.Fatal(err)
	}
	var whole bytes.Buffer
	if err := s[m.slot()].writeOutcomes(context.Background(), &whole, 1); err != nil {
		f.Fatal(err)
	}
	body := whole.Bytes()[:whole.Len()-crc32.Size]
	f.Add(body)
	f.Add(body[:len(body)-9])
	f.Add(append(bytes.Clone(body), noRun, noRun))
	f.Fuzz(func(t *testing.T, body []byte) {
		file := binary.LittleEndian.AppendUint32(bytes.Clone(body), crc32.ChecksumIEEE(body))
		found, err := readOutcomes(file, m)
		if err != nil {
			return
		}
		for i := range found.positions() {
			if utility, known := found.at(i); utility < -1 || utility > 1 || !known && utility != 0 {
				t.Errorf("position %d has the utility %d, known: %t", i, utility, known)
			}
		}
	})
}
