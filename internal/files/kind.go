// Package files reads and writes files so that nothing of the user's is lost: what holds something else is not written
// to, what is replaced is replaced in one step, what others write meanwhile stays, and what one program uses another
// one leaves alone. What is larger than a file of its kind can be is not read.
// Files of YAML are held to what the program knows: a key that it does not, and a number out of its range, are errors.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Kind is what a program reads from a file, or writes into one.
type Kind struct {
	Name  string                 // such as "games in PDN"
	Most  int64                  // MB that a file of it can have; 0: it is only written
	Holds func(head []byte) bool // tells it by how a file begins, see Head; nil: it is only read
}

// Head is how many bytes of a file tell what it holds.
const Head = 64 << 10

// MayWrite says in one sentence why nothing of this kind may be written to a file, which may be new: it holds something
// else, or it is no file. A device may be written to.
func (k Kind) MayWrite(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return inFolder(path)
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a folder: name a file in it", path)
	case !info.Mode().IsRegular() || info.Size() == 0:
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it is only read
	head, err := io.ReadAll(io.LimitReader(file, Head))
	if err != nil {
		return err
	}
	if !k.Holds(head) {
		return fmt.Errorf("%s holds something else than %s, and is left as it is: name another file", path, k.Name)
	}
	return nil
}

// MayReplace is MayWrite for a file that is replaced in one step, which a device cannot be.
func (k Kind) MayReplace(path string) error {
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no file that could be replaced: name another one", path)
	}
	return k.MayWrite(path)
}

// inFolder refuses a file whose folder is not there.
func inFolder(path string) error {
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("there is no folder %s; make it, or choose another", folder)
	}
	return nil
}
