package book

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"strings"
	"testing"

	"draughtsman/engine/checkers"
)

// forged is a file of a book with a right checksum.
func forged(t testing.TB, h head, records []byte) []byte {
	t.Helper()
	first, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	b := bytes.NewBuffer(append(first, '\n'))
	w, err := flate.NewWriter(b, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(records); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return binary.LittleEndian.AppendUint32(b.Bytes(), crc32.ChecksumIEEE(b.Bytes()))
}

func record(t testing.TB, p checkers.Position, moves ...Choice) []byte {
	t.Helper()
	r, err := AppendRecord(nil, p, moves)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReadRefuses(t *testing.T) {
	start, far := checkers.Start(), position(t, "11-15 23-19")
	first := Choice{Scored{move(t, start, "11-15"), 3}, 100}
	reply := Choice{Scored{move(t, far, "8-11"), 3}, 100}
	head := head{format, Provenance{Positions: 1, Moves: 1}}
	good := forged(t, head, record(t, start, first))
	if b, err := Read(good); err != nil || b.Choices(start)[0] != first {
		t.Fatalf("%+v, %v", b, err)
	}
	for i := range good {
		damaged := bytes.Clone(good)
		damaged[i] ^= 0x10
		if _, err := Read(damaged); err == nil {
			t.Errorf("byte %d is changed, and nobody sees it", i)
		}
	}
	other := head
	other.Format = "draughtsman opening book 0"
	two := head
	two.Positions = 2
	for name, c := range map[string]struct {
		file []byte
		says string
	}{
		"empty":      {nil, "this is no opening book"},
		"text":       {[]byte("once upon a time\n"), "this is no opening book"},
		"cut off":    {good[:len(good)-5], "its checksum is wrong"},
		"format":     {forged(t, other, record(t, start, first)), `it is of the format "draughtsman opening book 0"`},
		"counts":     {forged(t, two, record(t, start, first)), "it has 1 positions and 1 moves, and says 2 and 1"},
		"illegal":    {forged(t, head, record(t, start, reply)), "has no move from 8 to 11"},
		"far":        {forged(t, head, record(t, far, reply)), "no line of the book leads to " + far.FEN()},
		"weightless": {forged(t, head, record(t, start, Choice{first.Scored, 0})), "has a weight that is not 1 to 100"},
		"moveless":   {forged(t, head, record(t, start)), "it has 1 positions and 0 moves"},
		"no game's": {forged(t, head, record(t, checkers.Position{Black: 1, White: 1}, first)),
			"is no position of a game"},
		"short": {forged(t, head, record(t, start, first)[:12]), "it ends within a position"},
	} {
		if _, err := Read(c.file); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
	if !Holds(good) {
		t.Error("a book is not known")
	}
}
