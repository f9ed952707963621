package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
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

// usualTable is the first description that is there, which is told; "" if there is none.
func usualTable(s *session, hint string) string {
	for _, path := range usualTables() {
		if _, err := os.Stat(path); err == nil {
			fmt.Fprintf(s.err, "The table is the one that %s describes%s.\n", path, hint)
			return path
		}
	}
	return ""
}

// described is the description that a flag names, or the usual one.
func described(s *session, named string) (string, error) {
	if named != "" {
		return named, nil
	}
	if usual := usualTable(s, ""); usual != "" {
		return usual, nil
	}
	return "", noTable()
}

// saysMore reports whether flags have another value than their default.
func saysMore(values reflect.Value) bool {
	for i := range values.NumField() {
		field, value := values.Type().Field(i), values.Field(i)
		if field.Anonymous {
			if saysMore(value) {
				return true
			}
			continue
		}
		byDefault, has := field.Tag.Lookup("default")
		if has && fmt.Sprint(value.Interface()) != byDefault || !has && !value.IsZero() {
			return true
		}
	}
	return false
}

func noTable() error {
	paths := usualTables()
	return wrongUsage("no table is described: name its description by --config, or call it %s", paths[len(paths)-1])
}
