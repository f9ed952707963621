package main

import (
	"testing"

	"github.com/alecthomas/kong"

	"draughtsman/internal/testkit/examples"
)

func TestEveryHelpHasExamples(t *testing.T) {
	count := examples.Check(t, func() *kong.Kong {
		parser, err := kong.New(&commands{}, kong.Name("checkers"))
		if err != nil {
			t.Fatal(err)
		}
		return parser
	})
	if count < 18 {
		t.Errorf("only %d commands were found", count)
	}
}
