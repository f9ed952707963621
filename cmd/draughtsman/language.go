package main

import (
	"os"
	"strings"

	"golang.org/x/text/language"

	"draughtsman/internal/sentence"
)

// language is that in which a person is told what goes on.
func (c playCommand) language() language.Tag {
	if c.Lang == "" {
		return sentence.Preferred(os.Getenv)
	}
	tag, _ := sentence.Named(c.Lang) // which validate has found to be one
	return tag
}

// validateLanguage says what is wrong with the language that is asked for.
func (c playCommand) validateLanguage() error {
	if _, known := sentence.Named(c.Lang); known || c.Lang == "" {
		return nil
	}
	var names []string
	for _, tag := range sentence.Languages() {
		names = append(names, tag.String())
	}
	return wrongUsage("--lang %s: there are sentences in %s", c.Lang, strings.Join(names, ", "))
}
