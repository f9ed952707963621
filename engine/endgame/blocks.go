package endgame

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A file is a line of JSON, its head; the offsets of its blocks, after the last of them, and of the end,
// little-endian, 32 bits each; the blocks; the CRC-32 of all of that.

type head struct {
	Format string `json:"format"`
	Summary
}

const offsetSize = 4

// blocks is what a file holds, in pieces that can be read one by one.
type blocks struct{ offsets, data []byte }

// block is the bytes of a block.
func (b blocks) block(n int) []byte { return b.data[b.offset(n):b.offset(n+1)] }

// offset is where a block begins, or the last one ends.
func (b blocks) offset(n int) int { return int(binary.LittleEndian.Uint32(b.offsets[offsetSize*n:])) }

// writeBlocks writes a file.
func writeBlocks(to io.Writer, first head, all []bytes.Buffer) error {
	line, err := json.Marshal(first)
	if err != nil {
		return err
	}
	offsets := make([]byte, 0, offsetSize*(len(all)+1))
	at := 0
	for i := range all {
		offsets = binary.LittleEndian.AppendUint32(offsets, uint32(at))
		at += all[i].Len()
	}
	offsets = binary.LittleEndian.AppendUint32(offsets, uint32(at))
	sum := crc32.NewIEEE()
	both := io.MultiWriter(to, sum)
	for _, part := range [][]byte{line, {'\n'}, offsets} {
		if _, err := both.Write(part); err != nil {
			return err
		}
	}
	for i := range all {
		if _, err := both.Write(all[i].Bytes()); err != nil {
			return err
		}
	}
	_, err = to.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return err
}

// readBlocks looks through a file of so many blocks. One that was cut off or changed is an error, and so is one of
// another format or other material.
func readBlocks(file []byte, format string, m Material, number int) (Summary, blocks, error) {
	line, body, found := bytes.Cut(file, []byte{'\n'})
	var h head
	if !found || json.Unmarshal(line, &h) != nil {
		return Summary{}, blocks{}, errors.New("this is no endgame table: it does not begin with a line that describes it")
	}
	if h.Format != format {
		return Summary{}, blocks{}, fmt.Errorf("it is of the format %q, not %q", h.Format, format)
	}
	if h.Material != m {
		return Summary{}, blocks{}, fmt.Errorf("it holds %s, not %s", h.Material, m)
	}
	offsets := offsetSize * (number + 1)
	if len(body) < offsets+crc32.Size {
		return Summary{}, blocks{}, errors.New("it is damaged: it ends too early")
	}
	end := len(file) - crc32.Size
	if crc32.ChecksumIEEE(file[:end]) != binary.LittleEndian.Uint32(file[end:]) {
		return Summary{}, blocks{}, errors.New("it is damaged: its checksum is wrong")
	}
	b := blocks{offsets: body[:offsets], data: body[offsets : len(body)-crc32.Size]}
	before := 0
	for n := range number + 1 {
		at := b.offset(n)
		if at < before || at > len(b.data) {
			return Summary{}, blocks{}, fmt.Errorf("it is damaged: block %d lies outside", n)
		}
		before = at
	}
	return h.Summary, b, nil
}
