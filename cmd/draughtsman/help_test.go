package main

import (
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/rs/zerolog"

	"draughtsman/engine/process"
)

// exampleLine is a line of a help that shows how the program is run, perhaps in the background or to a file.
var exampleLine = regexp.MustCompile(`(?m)^  (draughtsman (?:[^\n]*\\\n)*[^\n>&]*)`)

// The help of every command has an example of it, and examples are understood.
func TestEveryHelpHasExamples(t *testing.T) {
	parse := func() *kong.Kong {
		quiet := &session{err: io.Discard, log: zerolog.Nop()}
		parser, err := kong.New(&commands{}, kong.Name("draughtsman"), kong.Bind(quiet))
		if err != nil {
			t.Fatal(err)
		}
		return parser
	}
	leaves := parse().Model.Leaves(true)
	for _, command := range leaves {
		mine := false
		for _, match := range exampleLine.FindAllStringSubmatch(command.Detail, -1) {
			line := strings.ReplaceAll(match[1], "\\\n", " ")
			mine = mine || strings.HasPrefix(line+" ", command.FullPath()+" ")
			words, err := process.ParseCommand(line)
			if err != nil {
				t.Errorf("%s --help: %s: %v", command.FullPath(), line, err)
				continue
			}
			if _, err := parse().Parse(words[1:]); err != nil && !strings.Contains(err.Error(), "no such file") {
				t.Errorf("%s --help: %s: %v", command.FullPath(), line, err)
			}
		}
		if !mine {
			t.Errorf("%s --help has no example", command.FullPath())
		}
	}
	if len(leaves) < 15 {
		t.Errorf("only %d commands were found", len(leaves))
	}
}
