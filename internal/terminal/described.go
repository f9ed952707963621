package terminal

import (
	"fmt"
	"os"
	"path/filepath"

	"draughtsman/internal/cli"
)

// usualName is what the description of a table is called where no name is given.
const usualName = "table.yaml"

// usualTables are where a table's description is looked for when no flag names one: here, and in the user's folder for
// configurations, which is $XDG_CONFIG_HOME or ~/.config.
func usualTables() []string {
	var paths []string
	if here, err := filepath.Abs(usualName); err == nil {
		paths = append(paths, here)
	}
	if folder, err := os.UserConfigDir(); err == nil {
		paths = append(paths, filepath.Join(folder, "draughtsman", usualName))
	}
	return paths
}

// UsualTable is the first description that is there, which is told; "" if there is none.
func UsualTable(s Streams, hint string) string {
	for _, path := range usualTables() {
		if _, err := os.Stat(path); err == nil {
			fmt.Fprintf(s.Err, "The table is the one that %s describes%s.\n", path, hint)
			return path
		}
	}
	return ""
}

// Described is the description that a flag names, or the usual one.
func Described(s Streams, named string) (string, error) {
	if named != "" {
		return named, nil
	}
	if usual := UsualTable(s, ""); usual != "" {
		return usual, nil
	}
	return "", noTable()
}

func noTable() error {
	paths := usualTables()
	return cli.WrongUsage("no table is described: name its description by --config, or call it %s", paths[len(paths)-1])
}
