//go:build unix

package cli_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"
	"testing"

	"draughtsman/internal/cli"
	"draughtsman/internal/testkit/expect"
)

type ending struct {
	End endCommand `cmd:""`
}

type endCommand struct{}

// ends is how a command ends whose context has ended.
type ends func(context.Context) error

// Run ends as it is told to, when it is told to end.
func (endCommand) Run(ctx context.Context, end ends) error {
	<-ctx.Done()
	return end(ctx)
}

// What somebody has asked to end is done. Whatever goes wrong beside is a failure, and so is an end that nobody has
// asked for.
func TestAskedForEnds(t *testing.T) {
	broke := errors.New("the pencil broke")
	kept := func(ctx context.Context) error { return cli.Interrupted(ctx, "%d lines are kept", 3) }
	both := func(ctx context.Context) error { return errors.Join(kept(ctx), broke) }
	kind := func(ctx context.Context) error { return fmt.Errorf("%w: %w", broke, ctx.Err()) }
	always := func(err error) ends { return func(context.Context) error { return err } }
	plain := func(ctx context.Context) error { return fmt.Errorf("connecting: %w", ctx.Err()) }
	for name, c := range map[string]struct {
		sent   syscall.Signal
		end    ends
		status int
		says   string
	}{
		"in its own words":       {syscall.SIGTERM, kept, cli.Done, "press: 3 lines are kept\n"},
		"at once":                {syscall.SIGQUIT, kept, cli.Done, "press: 3 lines are kept\n"},
		"in a context's words":   {syscall.SIGINT, plain, cli.Done, "press: stopped\n"},
		"of a kind":              {syscall.SIGINT, kind, cli.Done, "press: stopped\n"},
		"with something else":    {syscall.SIGTERM, both, cli.Failed, "press: 3 lines are kept\nthe pencil broke\n"},
		"by something else":      {syscall.SIGTERM, always(broke), cli.Failed, "press: the pencil broke\n"},
		"by a wrong use":         {syscall.SIGTERM, always(cli.WrongUsage("no ink")), cli.Usage, "press: no ink\n"},
		"as asked in other ways": {syscall.SIGHUP, always(cli.Asked("by Enter")), cli.Done, "press: by Enter\n"},
		"with the terminal":      {syscall.SIGHUP, kept, cli.Failed, "press: 3 lines are kept\n"},
		"done":                   {syscall.SIGTERM, func(context.Context) error { return nil }, cli.Done, ""},
	} {
		var out, errs bytes.Buffer
		begin := func(_, _ io.Writer) any {
			expect.OK(t, syscall.Kill(syscall.Getpid(), c.sent))
			return c.end
		}
		status := cli.Program{Name: "press"}.Run(&ending{}, begin, []string{"end"}, &out, &errs)
		if status != c.status || errs.String() != c.says {
			t.Errorf("%s: status %d, %q; want %d, %q", name, status, &errs, c.status, c.says)
		}
	}
}
