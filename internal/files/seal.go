package files

import (
	"bytes"
	"fmt"
	"hash/crc32"
)

// seal is the second line of a sealed text: the sum of what follows it.
const seal = "# What follows had the sum %08x when it was written; what was changed since is not overwritten.\n"

// Sealed is a text of YAML, or of another language whose comments begin with #, below a note and the text's
// sum, by which Intact tells later whether somebody has changed it.
func Sealed(note string, text []byte) []byte {
	return append(fmt.Appendf(nil, "# %s\n"+seal, note, crc32.ChecksumIEEE(text)), text...)
}

// Intact reports whether a text stands there as Sealed with this note has made it.
func Intact(note string, file []byte) bool {
	rest, ok := bytes.CutPrefix(file, fmt.Appendf(nil, "# %s\n", note))
	line, text, more := bytes.Cut(rest, []byte("\n"))
	return ok && more && string(line)+"\n" == fmt.Sprintf(seal, crc32.ChecksumIEEE(text))
}
