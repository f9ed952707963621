package files

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Real is the name of the file itself where a name is a symbolic link to it, also to one that is not there yet.
func Real(path string) string {
	for range mostLinks {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return real
		}
		to, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(folder, filepath.Base(path))
	}
	return path
}

// mostLinks is how many symbolic links lead to a file, as on Linux.
const mostLinks = 40

// Replace puts a text in the place of what a file holds, in one step that a crash does not break, and waits until it is
// on the disk. A symbolic link stays one. Another name of the file, a hard link, keeps what it held: see OtherNames.
func Replace(path string, text []byte) error { return replace(path, writes(text), nil) }

// ReplaceBy is Replace for what is too much to be held in memory: write writes it. If that fails, what the file held
// stays as it is. To a device, which cannot be replaced, it is written as it comes.
func ReplaceBy(path string, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err != nil || info.Mode().IsRegular() || info.IsDir() {
		return replace(path, write, nil)
	}
	device, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(device), device.Close())
}

// mostRaces is how often a file is read anew because somebody else was writing it.
const mostRaces = 20

// Change is Replace by what becomes of all that a file of this kind says, nil where there is none. A text in UTF-16
// stays one. If somebody else writes the file meanwhile, become is asked again: nothing of theirs is lost.
func (k Kind) Change(path string, become func(now []byte) ([]byte, error)) error {
	for range mostRaces {
		before, err := os.Stat(path)
		var now []byte
		if err == nil {
			now, err = k.Read(path)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		now, encode, err := decoded(now)
		if err != nil {
			return err
		}
		text, err := become(now)
		if err == nil {
			text, err = encode(text)
		}
		if err != nil {
			return err
		}
		if err := replace(path, writes(text), &seen{before}); !errors.Is(err, errWritten) {
			return err
		}
	}
	return fmt.Errorf("%s: %w", path, errWritten)
}

var errWritten = errors.New("another program writes the file all the time; have it wait")

// seen is a file as it was when it was read; nil: it was not there.
type seen struct{ fs.FileInfo }

// still reports whether nobody has written the file since.
func (s *seen) still(path string) bool {
	now, err := os.Stat(path)
	if err != nil || s.FileInfo == nil {
		return errors.Is(err, fs.ErrNotExist) && s.FileInfo == nil
	}
	return os.SameFile(now, s.FileInfo) && now.Size() == s.Size() && now.ModTime().Equal(s.ModTime())
}

func writes(text []byte) func(io.Writer) error {
	return func(to io.Writer) error {
		_, err := to.Write(text)
		return err
	}
}

// replace has the successor of a file written beside it, and puts it in its place if the file is still as it was seen,
// whatever that was where seen is nil; the error is errWritten if not.
func replace(path string, write func(io.Writer) error, was *seen) error {
	path = Real(path)
	file, err := beside(path)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriter(successor{file, path})
	if err = write(buffer); err == nil {
		err = errors.Join(buffer.Flush(), asBefore(path, file), file.Sync())
	}
	if err = errors.Join(err, file.Close()); err == nil && was != nil && !was.still(path) {
		err = errWritten
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name()) // the first error tells more
		return err
	}
	return SyncFolder(filepath.Dir(path))
}

// successor is a file that is to take the place of another one.
type successor struct {
	file *os.File
	path string // of the other one
}

// Write implements io.Writer. Its error names the file that a person knows.
func (s successor) Write(text []byte) (int, error) {
	n, err := s.file.Write(text)
	var at *fs.PathError
	if errors.As(err, &at) {
		at.Path = s.path
	}
	return n, err
}

// beside opens a new file in a file's folder.
func beside(path string) (*os.File, error) {
	for {
		name := fmt.Sprintf("%s.%08x", path, rand.Uint32())
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// Beside writes a text to a new file beside another one, whose name has a word behind that one's, and a number if that
// is taken; it returns the name.
func Beside(path, word string, text []byte) (name string, err error) {
	path = Real(path)
	ending := filepath.Ext(path)
	stem := strings.TrimSuffix(path, ending) + word
	name = stem + ending
	for n := 2; ; n++ {
		if err = New(name, writes(text)); !errors.Is(err, fs.ErrExist) {
			return name, err
		}
		name = fmt.Sprintf("%s-%d%s", stem, n, ending)
	}
}

// New writes a file that is not there yet; nothing stays of one that cannot be written to its end.
func New(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if err = errors.Join(write(file), file.Sync(), file.Close()); err != nil {
		_ = os.Remove(path) // the first error tells more
	}
	return err
}

// asBefore gives a file who may read and write it from the one that it is to replace.
func asBefore(path string, file *os.File) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return file.Chmod(info.Mode().Perm())
}

// SyncFolder waits until a folder is on the disk, so that a new file in it is found again after a power cut.
func SyncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	err = folder.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, fs.ErrPermission) { // some file systems have nothing to sync
		err = nil
	}
	return errors.Join(err, folder.Close())
}
