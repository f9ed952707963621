package config

import (
	"slices"
	"strings"
)

// Speech says how sentences are said aloud.
type Speech struct {
	// Command is the program that says a sentence, and its arguments: {text} in them is the sentence, {language} its
	// language, such as de.
	Command []string `yaml:"command,flow"`
}

// validate says what is wrong with it.
func (s *Speech) validate() error {
	switch {
	case s == nil:
		return nil
	case len(s.Command) == 0 || s.Command[0] == "":
		return wrongValue("speech.command", "is missing: the program that says a sentence aloud, such as "+
			`[espeak-ng, -v, "{language}", "{text}"]`)
	case !slices.ContainsFunc(s.Command[1:], func(arg string) bool { return strings.Contains(arg, "{text}") }):
		return wrongValue("speech.command", `has no "{text}" among its arguments, where the sentence is put in`)
	}
	return nil
}
