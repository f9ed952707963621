package expect

import (
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"draughtsman/engine/process"
)

// Examples fails the test unless the help of every command of a program has an example of it, and every example is
// understood. It returns how many commands there are. parse makes a parser that has parsed nothing yet.
func Examples(t *testing.T, parse func() *kong.Kong) (commands int) {
	t.Helper()
	model := parse().Model
	// A line that shows how the program is run, perhaps in the background or to a file.
	line := regexp.MustCompile(`(?m)^  (` + regexp.QuoteMeta(model.Name) + ` (?:[^\n]*\\\n)*[^\n>&]*)`)
	leaves := append(model.Leaves(true), groups(model.Node)...)
	for _, command := range leaves {
		own := false
		for _, match := range line.FindAllStringSubmatch(command.Detail, -1) {
			text := strings.ReplaceAll(match[1], "\\\n", " ")
			own = own || strings.HasPrefix(text+" ", command.FullPath()+" ")
			words, err := process.ParseCommand(text)
			if err == nil {
				_, err = parse().Parse(words[1:])
			}
			if err != nil && !strings.Contains(err.Error(), "no such file") {
				t.Errorf("%s --help: %s: %v", command.FullPath(), text, err)
			}
		}
		if !own {
			t.Errorf("%s --help has no example", command.FullPath())
		}
	}
	return len(leaves)
}

// groups are the commands that stand for one of theirs where none is named, which is hidden.
func groups(node *kong.Node) (all []*kong.Node) {
	for _, child := range node.Children {
		if child.DefaultCmd != nil && child.DefaultCmd.Hidden {
			all = append(all, child)
		}
		all = append(all, groups(child)...)
	}
	return all
}
