package files

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// ReplaceBy is Replace for what is too much to be held in memory: write writes it. If that fails, what the file held
// stays as it is.
func ReplaceBy(path string, write func(io.Writer) error) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	buffer := bufio.NewWriter(file)
	if err = write(buffer); err == nil {
		err = errors.Join(buffer.Flush(), file.Chmod(0o644), file.Sync())
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name()) // the first error tells more
	}
	return err
}
