// Package files writes files so that nothing of the user's is lost: what holds something else is not written to, what
// is replaced is replaced in one step, and what one program uses another one leaves alone.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2/maybe"
)

// Kind is what a program writes into a file.
type Kind struct {
	Name  string                 // such as "games in PDN"
	Holds func(head []byte) bool // tells it by how a file begins, see Head
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

// Replace puts a text in the place of what a file holds, in one step that a crash does not break, and waits
// until it is on the disk; on Windows, which has no such step, it is written as it is. A symbolic link stays one.
func Replace(path string, text []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return maybe.WriteFile(path, text, 0o644)
}
