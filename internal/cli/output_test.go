package cli_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"draughtsman/internal/cli"
	"draughtsman/internal/testkit/expect"
)

type writing struct {
	Print printCommand `cmd:"" help:"Print a line."`
	Await awaitCommand `cmd:"" help:"Print a line and wait for the end."`
}

type paper struct{ out, errs io.Writer }

type printCommand struct {
	Fail bool
}

func (c printCommand) Run(p *paper) error {
	fmt.Fprintln(p.out, "a line")
	if c.Fail {
		return errors.New("the pencil broke")
	}
	return nil
}

type awaitCommand struct {
	Progress bool
}

func (c awaitCommand) Run(ctx context.Context, p *paper) error {
	if c.Progress {
		fmt.Fprintln(p.errs, "a line")
	} else {
		fmt.Fprintln(p.out, "a line")
	}
	<-ctx.Done()
	return context.Cause(ctx)
}

// full is a disk without room.
func full(t *testing.T) *os.File {
	file, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full here")
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// A result that could not be written fails a command that knows nothing of it.
func TestResultsThatCannotBeWritten(t *testing.T) {
	for args, says := range map[string]string{
		"print":        "press: the result could not be written: write /dev/full: no space left on device\n",
		"print --fail": "press: the pencil broke\n",
		"--help":       "press: the result could not be written: write /dev/full: no space left on device\n",
	} {
		var errs bytes.Buffer
		begin := func(out, errs io.Writer) any { return &paper{out, errs} }
		status := cli.Program{Name: "press"}.Run(&writing{}, begin, strings.Fields(args), full(t), &errs)
		if status != cli.Failed || errs.String() != says {
			t.Errorf("%s: status %d, %q; want %q", args, status, &errs, says)
		}
	}
}

// What nobody reads any more ends the command, results and progress likewise. A progress that a full disk has no room
// for does not.
func TestNobodyReads(t *testing.T) {
	for _, args := range []string{"await", "await --progress"} {
		reader, writer, err := os.Pipe()
		expect.OK(t, err)
		expect.OK(t, reader.Close())
		var other bytes.Buffer
		begin := func(out, errs io.Writer) any { return &paper{out, errs} }
		out, errs := io.Writer(writer), io.Writer(&other)
		if strings.Contains(args, "progress") {
			out, errs = errs, out
		}
		status := (cli.Program{Name: "press"}).Run(&writing{}, begin, strings.Fields(args), out, errs)
		if complained := strings.Contains(other.String(), "press"); status != cli.Failed || complained {
			t.Errorf("%s: status %d, %q", args, status, &other)
		}
		_ = writer.Close()
	}
	var out bytes.Buffer
	begin := func(out, _ io.Writer) any { return &paper{out, out} }
	if status := (cli.Program{Name: "press"}).Run(&writing{}, begin, []string{"print"}, &out, full(t)); status !=
		cli.Done {
		t.Errorf("without progress: status %d", status)
	}
}
