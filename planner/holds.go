package planner

import "bytes"

// beginning is in the first lines of every picture.
const beginning = `font-family="DejaVu Sans, Verdana, sans-serif">
<rect width="100%" height="100%" fill="` + paper + `"/>`

// HoldsPicture tells by how a file begins whether it is a picture that Draw has drawn.
func HoldsPicture(head []byte) bool {
	return bytes.HasPrefix(head, []byte("<svg ")) && bytes.Contains(head, []byte(beginning))
}
