package endgame

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"draughtsman/engine/checkers"
)

// Merge puts all tables of a part, whatever its shard, into a folder, which may have some of them, from others: of all
// material the values and who wins. Each file is looked through. Files that are nowhere, and copies that differ, are an
// error that names them, and then nothing is copied.
func Merge(dir string, from []string, part Part) error {
	var folders []string
	for _, folder := range append([]string{dir}, from...) {
		folders = append(folders, part.Folder(folder))
	}
	var missing []string
	sources := map[string]string{}
	for _, round := range part.pairs() {
		for _, pair := range round {
			for _, m := range pair {
				for name, look := range looks(part.Game, m) {
					path, err := find(name, look, folders)
					if err != nil {
						return err
					}
					if path == "" {
						missing = append(missing, name)
					}
					sources[name] = path
				}
			}
		}
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		return fmt.Errorf("%d files are in none of the folders: %s", len(missing), some(missing))
	}
	if err := os.MkdirAll(folders[0], 0o755); err != nil {
		return fmt.Errorf("make a folder for endgame tables: %w", err)
	}
	for name, path := range sources {
		if to := filepath.Join(folders[0], name); path != to {
			if err := copyTable(to, path); err != nil {
				return err
			}
		}
	}
	return nil
}

// looks is what looks through each of the files of some material.
func looks(game checkers.RuleSet, m Material) map[string]func(file []byte) error {
	return map[string]func([]byte) error{
		fileName(m): func(file []byte) error {
			_, err := readTable(file, game, m)
			return err
		},
		outcomesName(m): func(file []byte) error {
			_, err := readOutcomes(file, game, m)
			return err
		},
	}
}

// find is the first place of a file in some folders, "" if it is in none. It has to be the same in all.
func find(name string, look func([]byte) error, folders []string) (string, error) {
	var first string
	var content []byte
	for _, dir := range folders {
		path := filepath.Join(dir, name)
		file, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		if err := look(file); err != nil {
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
	return store(to, func(file io.Writer) error {
		_, err := file.Write(content)
		return err
	})
}
