package cli

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/kong"
)

var (
	noValue    = regexp.MustCompile(`^(--[^:]*): (?:expected .*value but got "(?:EOL|-.*)" \(.*|missing value, .*)`)
	noArgument = regexp.MustCompile(`^expected "<(.*?)>.*"$`)
)

// misuse is an error of the parser's in the words of a person, with where to read more.
func (p Program) misuse(err error) error {
	text := err.Error()
	if m := noValue.FindStringSubmatch(text); m != nil {
		text = m[1] + ": its value is missing"
	} else if m := noArgument.FindStringSubmatch(text); m != nil {
		text = m[1] + " is missing"
	}
	return reworded{text + "\nTry: " + p.commandOf(err) + " --help", err}
}

// reworded is an error in other words.
type reworded struct {
	text string
	err  error
}

func (r reworded) Error() string { return r.text }
func (r reworded) Unwrap() error { return r.err }

// commandOf is the program and its command, as far as the command line that could not be parsed names one.
func (p Program) commandOf(err error) string {
	var failed *kong.ParseError
	if !errors.As(err, &failed) || failed.Context == nil {
		return p.Name
	}
	words := []string{p.Name}
	for _, step := range failed.Context.Path {
		if step.Command != nil && !step.Command.Hidden {
			words = append(words, step.Command.Name)
		}
	}
	return strings.Join(words, " ")
}

// Readable is a text for a terminal: what does not print is written as an escape, so that no file and no name can do
// anything to the terminal but be read.
func Readable(text string) string {
	var b strings.Builder
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case r == '\n' || r == '\t' || unicode.IsGraphic(r):
			b.WriteString(text[:size])
		case r < utf8.RuneSelf:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		text = text[size:]
	}
	return b.String()
}
