package overlay

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// signature is the comment in every picture that this program has drawn.
const signature = "Drawn by Draughtsman"

// A comment stands at the beginning of a JPEG file, behind the start of the image (ITU-T T.81, B.2.4.5), and behind
// the header of a PNG file, whose length is fixed (PNG specification, 11.2.2 and 11.3.3.2).
var (
	startOfJPEG = []byte{0xff, 0xd8}
	commentJPEG = append(binary.BigEndian.AppendUint16([]byte{0xff, 0xfe}, uint16(2+len(signature))), signature...)
	startOfPNG  = []byte("\x89PNG\r\n\x1a\n")
	commentPNG  = chunk("tEXt", "Software\x00"+signature)
)

// headerPNG is the length of a PNG file's header, bytes.
const headerPNG = 8 + 4 + 4 + 13 + 4

// chunk is a part of a PNG file, with its length and check sum (PNG specification, 5.3).
func chunk(kind, text string) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(text)))
	b = append(b, kind+text...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// signed is a picture's file with the signature in it; other files stay as they are.
func signed(file []byte) []byte {
	switch {
	case bytes.HasPrefix(file, startOfJPEG):
		return slices.Concat(startOfJPEG, commentJPEG, file[len(startOfJPEG):])
	case bytes.HasPrefix(file, startOfPNG) && len(file) > headerPNG:
		return slices.Concat(file[:headerPNG], commentPNG, file[headerPNG:])
	}
	return file
}

// drawnHere reports whether a file that begins so is a picture that Save has written.
func drawnHere(head []byte) bool {
	if rest, jpeg := bytes.CutPrefix(head, startOfJPEG); jpeg {
		return bytes.HasPrefix(rest, commentJPEG)
	}
	return bytes.HasPrefix(head, startOfPNG) && len(head) > headerPNG && bytes.HasPrefix(head[headerPNG:], commentPNG)
}
