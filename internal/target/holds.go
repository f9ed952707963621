package target

import "bytes"

// title is the title of every target.
const title = "Draughtsman: target for a camera's lens"

// Holds tells by how a file begins whether it is a target that Write has written: its title stands at its end, within
// its first few thousand bytes.
func Holds(head []byte) bool {
	return bytes.HasPrefix(head, []byte("%PDF-")) && bytes.Contains(head, []byte(title))
}
