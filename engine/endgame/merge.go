package endgame

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Merge puts all tables of a part, whatever its shard, into a folder, which may have some of them, from others. Each is
// looked through. Tables that are nowhere, and copies that differ, are an error that names them, and then nothing is
// copied.
func Merge(dir string, from []string, part Part) error {
	folders := append([]string{dir}, from...)
	var missing []string
	sources := map[string]string{}
	for _, round := range part.pairs() {
		for _, pair := range round {
			for _, m := range pair {
				path, err := find(m, folders)
				if err != nil {
					return err
				}
				if path == "" {
					missing = append(missing, fileName(m))
				}
				sources[fileName(m)] = path
			}
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%d tables are in none of the folders: %s", len(missing), some(missing))
	}
	for name, path := range sources {
		if to := filepath.Join(dir, name); path != to {
			if err := copyTable(to, path); err != nil {
				return err
			}
		}
	}
	return nil
}

// find is the first place of a table in some folders, "" if it is in none. It has to be the same in all.
func find(m Material, folders []string) (string, error) {
	var first string
	var content []byte
	for _, dir := range folders {
		path := filepath.Join(dir, fileName(m))
		file, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		if _, err := readTable(file, m); err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		if first == "" {
			first, content = path, file
		} else if !bytes.Equal(file, content) {
			return "", fmt.Errorf("%s and %s differ, and both are whole: make all of them by one version of the program", first,
				path)
		}
	}
	return first, nil
}

// copyTable copies a file in one durable step.
func copyTable(to, from string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(to), filepath.Base(to)+".*")
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err == nil {
		err = errors.Join(file.Chmod(0o644), file.Sync())
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), to)
	}
	if err != nil {
		_ = os.Remove(file.Name()) // the first error tells more
	}
	return err
}
