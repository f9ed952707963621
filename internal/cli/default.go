package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// A group of commands may have a hidden one that is meant where none is named: "program group --flag" is "program
// group hidden --flag". To people what it takes is the group's own.

// unnamed is the hidden command of a group; nil where there is none.
func unnamed(group *kong.Node) *kong.Node {
	if group != nil && group.DefaultCmd != nil && group.DefaultCmd.Hidden {
		return group.DefaultCmd
	}
	return nil
}

// showUnnamed gives groups what their hidden commands take. The model is for showing after that, not for parsing.
func showUnnamed(node *kong.Node) {
	if command := unnamed(node); command != nil {
		node.Flags = slices.Concat(command.Flags, node.Flags)
		node.Positional = command.Positional
	}
	for _, child := range node.Children {
		showUnnamed(child)
	}
}

// listUnnamed has lists of commands name groups that have a hidden command, which is listed by their names.
func listUnnamed(node *kong.Node) {
	if command := unnamed(node); command != nil {
		command.Hidden, command.Name, command.Help = false, "", node.Help
	}
	for _, child := range node.Children {
		listUnnamed(child)
	}
}

// printHelp prints the help of a command, or of the program where none is named.
func printHelp(options kong.HelpOptions, at *kong.Context) error {
	group := at.Selected()
	if group == nil {
		listUnnamed(at.Model.Node)
	}
	if command := unnamed(group); command != nil {
		usage := strings.Replace(command.Summary(), command.Path(), group.Path(), 1)
		if _, err := fmt.Fprintf(at.Stdout, "Usage: %s %s\n", at.Model.Name, usage); err != nil {
			return err
		}
		options.NoAppSummary = true
	}
	showUnnamed(at.Model.Node)
	return kong.DefaultHelpPrinter(options, at)
}
