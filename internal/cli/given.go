package cli

import "github.com/alecthomas/kong"

// Given is which flags a person has given, by name, whatever their values. A command's Run may take it.
type Given map[string]bool

// given is which flags stand on a command line.
func given(command *kong.Context) Given {
	all := Given{}
	for _, part := range command.Path {
		if part.Flag != nil {
			all[part.Flag.Name] = true
		}
	}
	return all
}

// Any reports whether one of some flags is given.
func (g Given) Any(names ...string) bool {
	for _, name := range names {
		if g[name] {
			return true
		}
	}
	return false
}
