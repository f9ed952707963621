package files

import (
	"fmt"
	"io"
	"os"
)

// megabyte is the unit of Kind.Most, bytes.
const megabyte = 1 << 20

// Read is all that a file of this kind holds. One that is larger than any of the kind is refused before it is read.
func (k Kind) Read(path string) ([]byte, error) {
	file, err := k.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it is only read
	return io.ReadAll(file)
}

// Open opens a file of this kind to read it. What is larger than any of the kind is refused: a file at once, what has
// no size before it is read, such as a pipe, when so much has come.
func (k Kind) Open(path string) (io.ReadCloser, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.Mode().IsRegular() && info.Size() > k.Most*megabyte {
		err = k.tooLarge(path)
	}
	if err != nil {
		_ = file.Close() // the first error tells more
		return nil, err
	}
	return &bounded{File: file, kind: k, left: k.Most * megabyte}, nil
}

func (k Kind) tooLarge(path string) error {
	return fmt.Errorf("%s is larger than any file with %s, which has %d MB at most: name another file", path, k.Name,
		k.Most)
}

// bounded is a file that ends with an error where it should have ended.
type bounded struct {
	*os.File
	kind Kind
	left int64
}

// Read implements io.Reader.
func (b *bounded) Read(into []byte) (int, error) {
	n, err := b.File.Read(into[:min(int64(len(into)), b.left+1)])
	if b.left -= int64(n); b.left < 0 {
		return 0, b.kind.tooLarge(b.Name())
	}
	return n, err
}
