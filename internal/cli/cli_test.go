package cli_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"draughtsman/internal/cli"
)

type commands struct {
	Add  addCommand  `cmd:"" help:"Add two numbers."`
	Wait waitCommand `cmd:"" help:"Do nothing for a while."`
	Sum  sumCommand  `cmd:"" help:"Know sums."`
}

// sumCommand is a group with a command that is meant where none is named.
type sumCommand struct {
	Of    sumOfCommand    `cmd:"" default:"withargs" hidden:"" help:"Not to be read."`
	Clear sumClearCommand `cmd:"" help:"Forget the sum."`
}

type sumOfCommand struct {
	Numbers []int `arg:"" name:"number"`
	Times   int   `default:"1" help:"How often."`
}

func (c sumOfCommand) Run(n *notebook) error {
	for _, number := range c.Numbers {
		n.sum += c.Times * number
	}
	return nil
}

type sumClearCommand struct{}

func (sumClearCommand) Run(n *notebook) error { n.sum = -1; return nil }

type waitCommand struct {
	For   time.Duration
	Seed  uint64
	Share float64
	Names []string
}

func (c waitCommand) Run() error {
	if c.For < 0 {
		return cli.WrongUsage("%v is not long", c.For)
	}
	return nil
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
		{"sum 1 2 3", cli.Done, 6, "", ""},
		{"sum --times 2 1 2 3", cli.Done, 12, "", ""},
		{"sum clear", cli.Done, -1, "", ""},
		{"--help", cli.Done, 0, "  sum          Know sums.\n  sum clear    Forget the sum.\n", ""},
		{"sum --help", cli.Done, 0, "Usage: abacus sum <number> ... [flags]\n", ""},
		{"sum --help", cli.Done, 0, "  --times=1 ", ""},
		{"sum --help", cli.Done, 0, "  sum clear    Forget the sum.\n", ""},
		{"", cli.Done, 0, "Add two numbers.", ""},
		{"add --help", cli.Done, 0, "Add two numbers.", ""},
		{"--version", cli.Done, 0, cli.Version("abacus") + "\n", ""},
		{"add -- -1 3", cli.Usage, 0, "", "abacus: -1 is negative\n"},
		{"add -- 1 -3", cli.Failed, 0, "", "abacus: the abacus broke\n"},
		{"add 1", cli.Usage, 0, "", "abacus: b is missing\nTry: abacus add --help\n"},
		{"add 1 2 3", cli.Usage, 0, "", "abacus: unexpected argument 3\nTry: abacus add --help\n"},
		{"add -1 2", cli.Usage, 0, "", "abacus: -1 is no option, and no number below 0 is wanted here\n"},
		{"add one 2", cli.Usage, 0, "", "abacus: <a>: \"one\" is not a whole number\n"},
		{"add 99999999999999999999 2", cli.Usage, 0, "",
			"<a>: 99999999999999999999 is beyond all numbers that make sense here\n"},
		{"wait --for -1.5 --seed 3", cli.Usage, 0, "", "abacus: -1.5s is not long\n"},
		{"wait --for=-200ms", cli.Usage, 0, "", "abacus: -200ms is not long\n"},
		{"wait --for 2.5 --share -.5", cli.Done, 0, "", ""},
		{"wait --for soon", cli.Usage, 0, "", "abacus: --for: \"soon\" is not a time: want seconds, as in 2.5, or a unit, " +
			"as in 500ms\nTry: abacus wait --help\n"},
		{"wait --for NaN", cli.Usage, 0, "", "--for: \"NaN\" is not a time"},
		{"wait --for 1e300", cli.Usage, 0, "", "--for: \"1e300\" is not a time"},
		{"wait --for", cli.Usage, 0, "", "abacus: --for: its value is missing\nTry: abacus wait --help\n"},
		{"wait --for --seed 1", cli.Usage, 0, "", "abacus: --for: its value is missing\n"},
		{"wait --names", cli.Usage, 0, "", "abacus: --names: its value is missing\n"},
		{"wait --seed -1", cli.Usage, 0, "", "--seed: \"-1\" is not a whole number, 0 or more\n"},
		{"wait --share Inf", cli.Usage, 0, "", "--share: \"Inf\" is not a number\n"},
		{"divide 1 2", cli.Usage, 0, "", "unexpected argument divide\nTry: abacus --help\n"},
		{"\x1b[31m\xff\u009b", cli.Usage, 0, "", `unexpected argument \x1b[31m\xff\u009b` + "\n"},
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
