package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"draughtsman/internal/files"
)

// keepBefore keeps what a file holds that is about to be replaced, in a file beside it whose name says when it was
// written, and says so. What the simulated table has written, and nobody has changed, is not kept. A file that holds
// another kind of thing is refused.
func keepBefore(s *session, path string, kind files.Kind) error {
	if err := kind.MayReplace(path); err != nil {
		return err
	}
	text, err := kind.Read(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (len(text) == 0 || files.Intact(simulatedNote, text)) {
		return nil
	}
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	name, err := files.Beside(path, info.ModTime().Format("-20060102-150405"), text)
	if err != nil {
		return fmt.Errorf("what %s held before could not be kept, and stays there: %w", path, err)
	}
	fmt.Fprintf(s.err, "What %s held before is kept in %s.\n", path, name)
	if others := files.OtherNames(path); others != "" {
		fmt.Fprintln(s.err, others)
	}
	return nil
}
