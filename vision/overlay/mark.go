package overlay

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// mark is the comment in a picture that this program has drawn.
const mark = "Drawn by Draughtsman"

// A comment stands at the beginning of a JPEG file, behind the start of the image (ITU-T T.81, B.2.4.5), and behind the
// header of a PNG file, whose length is fixed (PNG specification, 11.2.2 and 11.3.3.2).
var (
	startOfJPEG = []byte{0xff, 0xd8}
	commentJPEG = append(binary.BigEndian.AppendUint16([]byte{0xff, 0xfe}, uint16(2+len(mark))), mark...)
	startOfPNG  = []byte("\x89PNG\r\n\x1a\n")
	commentPNG  = chunk("tEXt", "Software\x00"+mark)
)

// headerPNG is the length of a PNG file's header, bytes.
const headerPNG = 8 + 4 + 4 + 13 + 4

// chunk is a part of a PNG file.
func chunk(kind, text string) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(text)))
	b = append(b, kind+text...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// marked is a picture's file with the mark in it.
func marked(file []byte) []byte {
	switch {
	case bytes.HasPrefix(file, startOfJPEG):
		return slices.Concat(startOfJPEG, commentJPEG, file[len(startOfJPEG):])
	case bytes.HasPrefix(file, startOfPNG) && len(file) > headerPNG:
		return slices.Concat(file[:headerPNG], commentPNG, file[headerPNG:])
	}
	return file
}

// Holds tells by how a file begins whether it is a picture that Save has written.
func Holds(head []byte) bool {
	if rest, jpeg := bytes.CutPrefix(head, startOfJPEG); jpeg {
		return bytes.HasPrefix(rest, commentJPEG)
	}
	return bytes.HasPrefix(head, startOfPNG) && len(head) > headerPNG && bytes.HasPrefix(head[headerPNG:], commentPNG)
}
