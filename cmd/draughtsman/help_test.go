package main

import (
	"io"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/rs/zerolog"

	"draughtsman/internal/testkit/expect"
)

func TestEveryHelpHasExamples(t *testing.T) {
	count := expect.Examples(t, func() *kong.Kong {
		quiet := &session{err: io.Discard, log: zerolog.Nop()}
		parser, err := kong.New(&commands{}, kong.Name("draughtsman"), kong.Bind(quiet))
		if err != nil {
			t.Fatal(err)
		}
		return parser
	})
	if count < 15 {
		t.Errorf("only %d commands were found", count)
	}
}
