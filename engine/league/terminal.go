package league

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"draughtsman/engine/variant"
)

// Terminal is where a person sees the board and types moves.
type Terminal struct {
	out   io.Writer
	in    io.Reader
	lines chan string // nil until something is read; closed at the end
}

// NewTerminal is a terminal. Once a person has been asked for a move, one goroutine waits for what is typed, until in
// ends.
func NewTerminal(in io.Reader, out io.Writer) *Terminal { return &Terminal{out: out, in: in} }

// read is the next line typed; ErrLeft where no more comes, ErrLate when ctx ends first.
func (t *Terminal) read(ctx context.Context) (string, error) {
	if t.lines == nil {
		t.lines = make(chan string)
		go func() {
			defer close(t.lines)
			for scanner := bufio.NewScanner(t.in); scanner.Scan(); {
				t.lines <- scanner.Text()
			}
		}()
	}
	select {
	case line, more := <-t.lines:
		if !more {
			return "", ErrLeft
		}
		return line, nil
	case <-ctx.Done():
		return "", ErrLate
	}
}

// person types moves at a terminal.
type person struct {
	free
	name string
	seat Seat
}

func (p person) Choose(ctx context.Context, game *variant.Game, limit time.Duration) (variant.Move, error) {
	t, rules, position := p.seat.Terminal, game.Rules(), game.Position()
	notation := rules.Recorded(position.Size())
	fmt.Fprintf(t.out, "\n%s", Board(rules, position, nil))
	if moves := game.Moves(); len(moves) > 0 {
		fmt.Fprintf(t.out, "%s played %s.\n", rules.Names[position.Turn().Opponent()],
			notation.Format(position, moves[len(moves)-1]))
	}
	for {
		fmt.Fprintf(t.out, "%s, %s%s: ", p.name, rules.Names[position.Turn()], within(limit))
		line, err := t.read(ctx)
		if err != nil {
			fmt.Fprintln(t.out)
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				fmt.Fprintln(t.out, "The time is up.")
			}
			return variant.Move{}, err
		}
		switch text := strings.TrimSpace(line); text {
		case "":
		case "?", "help":
			fmt.Fprintf(t.out, "Type the squares of a move. Legal: %s\n", notation.List(position, rules.Moves(position)))
		default:
			m, err := notation.Parse(position, text)
			if err == nil {
				return m, nil
			}
			fmt.Fprintln(t.out, err)
		}
	}
}

// PlayedFor shows the move that was played for the person.
func (p person) PlayedFor(game *variant.Game, move variant.Move) {
	notation := game.Rules().Recorded(game.Position().Size())
	fmt.Fprintf(p.seat.Terminal.out, "Played for %s, at random: %s.\n", p.name, notation.Format(game.Position(), move))
}

func within(limit time.Duration) string {
	if limit == 0 {
		return ""
	}
	return fmt.Sprintf(" (%v)", limit)
}
