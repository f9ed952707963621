package main

import (
	"testing"

	"github.com/alecthomas/kong"

	"draughtsman/internal/testkit/expect"
)

func TestEveryHelpHasExamples(t *testing.T) {
	if count := expect.Examples(t, func() *kong.Kong { return parser(t) }); count < 22 {
		t.Errorf("only %d commands were found", count)
	}
}

// parser parses this program's command lines.
func parser(t *testing.T) *kong.Kong {
	t.Helper()
	parser, err := kong.New(&commands{}, kong.Name("checkers"))
	if err != nil {
		t.Fatal(err)
	}
	return parser
}
