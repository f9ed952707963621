package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"draughtsman/internal/files"
)

// keepBefore keeps what a file holds that is about to be replaced, in a file beside it whose name says when it was
// written, and says so. What the simulated table has written, and nobody has changed, is not kept. A file that holds
// another kind of thing is refused.
func keepBefore(s *session, path string, kind files.Kind) error {
	if err := kind.MayReplace(path); err != nil {
		return err
	}
	text, err := os.ReadFile(path)
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
	ending := filepath.Ext(path)
	written := strings.TrimSuffix(path, ending) + info.ModTime().Format("-20060102-150405")
	for n := 1; ; n++ {
		name := written + ending
		if n > 1 { // of the same second
			name = fmt.Sprintf("%s-%d%s", written, n, ending)
		}
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		_, err = file.Write(text)
		if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
			return fmt.Errorf("what %s held before could not be kept, and stays there: %w", path, err)
		}
		fmt.Fprintf(s.err, "What %s held before is kept in %s.\n", path, name)
		return nil
	}
}
