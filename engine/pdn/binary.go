package pdn

import "bytes"

// Head is how many bytes of a file tell whether it is a text.
const Head = 1024

// Binary tells by how a file begins that it is no text: no text but UTF-16, which begins with a mark, has a byte of 0.
func Binary(head []byte) bool {
	marked := bytes.HasPrefix(head, []byte("\xfe\xff")) || bytes.HasPrefix(head, []byte("\xff\xfe"))
	return !marked && bytes.IndexByte(head[:min(len(head), Head)], 0) >= 0
}
