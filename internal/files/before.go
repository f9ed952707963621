package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// KeepBefore keeps what a file holds that is about to be replaced, in a file beside it whose name says when it was
// written, and says so. What was sealed with a note, and nobody has changed, is not kept. A file that holds another
// kind of thing is refused.
func KeepBefore(path string, kind Kind, note string, says io.Writer) error {
	if err := kind.MayReplace(path); err != nil {
		return err
	}
	text, err := kind.Read(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (len(text) == 0 || Intact(note, text)) {
		return nil
	}
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	name, err := Beside(path, info.ModTime().Format("-20060102-150405"), text)
	if err != nil {
		return fmt.Errorf("what %s held before could not be kept, and stays there: %w", path, err)
	}
	fmt.Fprintf(says, "What %s held before is kept in %s.\n", path, name)
	if others := OtherNames(path); others != "" {
		fmt.Fprintln(says, others)
	}
	return nil
}
