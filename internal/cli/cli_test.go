package cli_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"draughtsman/internal/cli"
)

type commands struct {
	Add addCommand `cmd:"" help:"Add two numbers."`
}

type addCommand struct {
	A int `arg:""`
	B int `arg:""`
}

type notebook struct{ sum int }

func (c addCommand) Run(_ context.Context, n *notebook) error {
	switch {
	case c.A < 0:
		return cli.WrongUsage("%d is negative", c.A)
	case c.B < 0:
		return errors.New("the abacus broke")
	}
	n.sum = c.A + c.B
	return nil
}

func TestStatusesAndSentences(t *testing.T) {
	for _, c := range []struct {
		args        string
		status, sum int
		out, errs   string
	}{
		{"add 2 3", cli.Done, 5, "", ""},
		{"", cli.Done, 0, "Add two numbers.", ""},
		{"add --help", cli.Done, 0, "Add two numbers.", ""},
		{"--version", cli.Done, 0, cli.Version("abacus") + "\n", ""},
		{"add -- -1 3", cli.Usage, 0, "", "abacus: -1 is negative\n"},
		{"add -- 1 -3", cli.Failed, 0, "", "abacus: the abacus broke\n"},
		{"add 1", cli.Usage, 0, "", "Try: abacus --help\n"},
		{"divide 1 2", cli.Usage, 0, "", "unexpected argument divide"},
	} {
		var n notebook
		var out, errs bytes.Buffer
		status := cli.Program{Name: "abacus", Description: "Counts."}.Run(&commands{}, func(_, _ io.Writer) any { return &n },
			strings.Fields(c.args), &out, &errs)
		if status != c.status || n.sum != c.sum {
			t.Errorf("%q: status %d and sum %d, want %d and %d\n%s", c.args, status, n.sum, c.status, c.sum, &errs)
		}
		if !strings.Contains(out.String(), c.out) || !strings.Contains(errs.String(), c.errs) || c.errs == "" &&
			errs.Len() > 0 {
			t.Errorf("%q: said %q and %q, want %q and %q", c.args, &out, &errs, c.out, c.errs)
		}
	}
}
