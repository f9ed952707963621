package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"draughtsman/internal/cli"
)

// keyboard asks the person questions and reads the answers, a line each. What does not come from a terminal is
// written out after its question, so that a game played from a pipe reads like one that was typed.
type keyboard struct {
	out   io.Writer
	lines <-chan string
	fault func() error // why there are no more lines; nil at the end of the input
	echo  bool
}

// newKeyboard reads from in until it or ctx ends.
func newKeyboard(ctx context.Context, in io.Reader, out io.Writer) *keyboard {
	lines := make(chan string)
	scanner := bufio.NewScanner(in)
	go func() {
		defer close(lines)
		for scanner.Scan() {
			select {
			case lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return &keyboard{out: out, lines: lines, fault: scanner.Err, echo: !cli.IsScreen(in)}
}

var errTooLong = fmt.Errorf("a line of more than %d bytes is no answer", bufio.MaxScanTokenSize)

// interrupted is why there is no answer from a person who has ended the program.
func interrupted(ctx context.Context) error { return cli.Interrupted(ctx, "interrupted") }

// ask puts a question and waits for the answer, blanks around it taken away. The error is io.EOF at the end of the
// input and interrupted when ctx ends.
func (k *keyboard) ask(ctx context.Context, question string) (string, error) {
	fmt.Fprint(k.out, question)
	select {
	case line, more := <-k.lines:
		if !more {
			fmt.Fprintln(k.out)
			return "", k.end(ctx)
		}
		line = strings.TrimSpace(line)
		if k.echo {
			fmt.Fprintln(k.out, line)
		}
		return line, nil
	case <-ctx.Done():
		fmt.Fprintln(k.out)
		return "", interrupted(ctx)
	}
}

// end is why there are no more lines.
func (k *keyboard) end(ctx context.Context) error {
	if ctx.Err() != nil {
		return interrupted(ctx)
	}
	switch err := k.fault(); {
	case errors.Is(err, bufio.ErrTooLong):
		return errTooLong
	case err != nil:
		return fmt.Errorf("reading what is typed: %w", err)
	}
	return io.EOF
}

// sayEnd says so where the end of the input ends a game.
func sayEnd(out io.Writer, err error) {
	if errors.Is(err, io.EOF) {
		fmt.Fprintln(out, "There is nothing more to read: the game ends here.")
	}
}

// unlessInterrupted is interrupted where the person has ended what the program was doing, and otherwise what came
// of that.
func unlessInterrupted(ctx context.Context, out io.Writer, err error) error {
	if ctx.Err() != nil {
		fmt.Fprintln(out) // below the ^C that the terminal shows
		return interrupted(ctx)
	}
	return err
}

// insist asks until the answer can be read, and gives a hint after each that cannot.
func insist[T any](ctx context.Context, k *keyboard, question, hint string, read func(string) (T, bool)) (T, error) {
	for {
		answer, err := k.ask(ctx, question)
		if err != nil {
			var none T
			return none, err
		}
		if value, ok := read(answer); ok {
			return value, nil
		}
		fmt.Fprintln(k.out, hint)
	}
}

// choose lets the person pick a line of a list by its number, from 1.
func choose(ctx context.Context, k *keyboard, title string, lines ...string) (int, error) {
	fmt.Fprintln(k.out, title)
	for i, line := range lines {
		fmt.Fprintf(k.out, "%d. %s\n", i+1, line)
	}
	hint := fmt.Sprintf("Please type a number from 1 to %d.", len(lines))
	return insist(ctx, k, "Your choice? ", hint, func(answer string) (int, bool) {
		choice, err := strconv.Atoi(answer)
		return choice, err == nil && choice >= 1 && choice <= len(lines)
	})
}
