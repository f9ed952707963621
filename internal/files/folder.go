package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Folder makes a folder where there is none, and tells so. The folder that it is to be in must be there: a slip in a
// long path makes nothing.
func Folder(path string, tell io.Writer) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		return fmt.Errorf("%s is a file: name a folder", path)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := inFolder(path); err != nil {
		return err
	}
	if err := os.Mkdir(path, 0o755); err != nil {
		return err
	}
	fmt.Fprintf(tell, "The folder %s is new.\n", path)
	return nil
}
