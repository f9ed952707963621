package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"draughtsman/engine/league"
	"draughtsman/engine/pdn"
	"draughtsman/internal/cli"
)

type pdnCommand struct {
	Check   pdnCheckCommand   `cmd:"" help:"Name everything in files of games that cannot be understood."`
	Convert pdnConvertCommand `cmd:"" help:"Write games tidily, or the positions that they end in."`
}

type pdnCheckCommand struct {
	Files []string `arg:"" name:"file" help:"PDN files; - is standard input."`
}

// Help is what --help adds.
func (pdnCheckCommand) Help() string {
	return `Each fault is named with file, line, game and move; the exit status is 1 if there is
one. docs/pdn.md says what is understood.

  checkers pdn check games.pdn
  checkers pdn check *.pdn`
}

// Run prints a line for each fault and one for each file.
func (c pdnCheckCommand) Run(ctx context.Context, s *session) error {
	bad, faults := 0, 0
	for _, file := range c.Files {
		var sum pdnTally
		err := readGames(ctx, s, file, func(n int, g pdn.Game, wrong pdn.Faults) error {
			sum.add(g, wrong)
			return errors.Join(printFaults(s.out, file, wrong), printHints(s.err, file, g.Hints))
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(s.out, "%s: %v\n", file, &sum)
		faults += sum.faults
		if sum.faults > 0 {
			bad++
		}
	}
	if bad > 0 {
		return fmt.Errorf("%s in %s", howMany(faults, "fault"), howMany(bad, "file"))
	}
	return nil
}

type pdnConvertCommand struct {
	Files []string `arg:"" name:"file" help:"PDN files; - is standard input."`
	FEN   bool     `name:"fen" help:"Write the final position of each game, one a line, in place of the games."`
	From  int      `default:"1" help:"The first game to write, by its number in its file." placeholder:"N"`
	To    int      `help:"The last game to write." placeholder:"N"`
}

// Help is what --help adds.
func (pdnConvertCommand) Help() string {
	return `What cannot be read is named on standard error, and a game of which moves are missing
is left out. Comments, the clocks in them and variations are kept; a variation ends before
a move that cannot be read, which a note names.

  checkers pdn convert untidy.pdn > tidy.pdn
  checkers pdn convert --from 10 --to 20 games.pdn
  checkers pdn convert --fen games.pdn`
}

// Run writes what can be read and names on standard error what cannot. A game of which moves are missing is left out.
func (c pdnConvertCommand) Run(ctx context.Context, s *session) error {
	if c.From < 1 || c.To != 0 && c.To < c.From {
		return wrongUsage("--from %d --to %d: games are numbered from 1, the first before the last", c.From, c.To)
	}
	out := bufio.NewWriter(s.out)
	left, faults := 0, 0
	for _, file := range c.Files {
		err := readGames(ctx, s, file, func(n int, g pdn.Game, wrong pdn.Faults) error {
			if n < c.From {
				return nil
			}
			if c.To != 0 && n > c.To {
				return errEnough
			}
			faults += len(wrong)
			if err := errors.Join(printFaults(s.err, file, wrong), printHints(s.err, file, g.Hints)); err != nil {
				return err
			}
			if wrong.Cut() {
				left++
				return nil
			}
			if c.FEN {
				_, err := fmt.Fprintln(out, g.FEN())
				return err
			}
			return pdn.Write(out, g)
		})
		if err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write games: %w", err)
	}
	if faults > 0 {
		return fmt.Errorf("%s; %s left out", howMany(faults, "fault"), howMany(left, "game"))
	}
	return nil
}

// errEnough ends readGames without an error.
var errEnough = errors.New("enough games")

// readGames goes through the games of a file, or of standard input for "-", with their numbers and faults.
func readGames(ctx context.Context, s *session, file string,
	each func(n int, g pdn.Game, wrong pdn.Faults) error) error {
	in := s.in
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }() // it was only read from
		in = f
	}
	text, err := pdn.Text(file, in)
	if err != nil {
		return err
	}
	n := 0
	for g, err := range pdn.ReadWith(text, league.Variants) {
		n++
		var wrong pdn.Faults
		if err != nil && !errors.As(err, &wrong) {
			return fmt.Errorf("%s: %w", file, err)
		}
		if ctx.Err() != nil {
			return cli.Interrupted(ctx, "%s: interrupted at game %d", file, n)
		}
		if err := each(n, g, wrong); errors.Is(err, errEnough) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return nil
}

// printHints prints what was understood in another way than it is written.
func printHints(w io.Writer, file string, hints []*pdn.Error) error {
	for _, h := range hints {
		if _, err := fmt.Fprintf(w, "%s:%d: game %d: note: %v\n", file, h.Line, h.Game, h.Err); err != nil {
			return fmt.Errorf("write notes: %w", err)
		}
	}
	return nil
}

// printFaults prints faults in the form that editors jump to: file, line, what.
func printFaults(w io.Writer, file string, wrong pdn.Faults) error {
	for _, f := range wrong {
		at := ""
		if f.Move > 0 {
			at = fmt.Sprintf(", move %d", f.Move)
		}
		if _, err := fmt.Fprintf(w, "%s:%d: game %d%s: %v\n", file, f.Line, f.Game, at, f.Err); err != nil {
			return fmt.Errorf("write faults: %w", err)
		}
	}
	return nil
}

// pdnTally counts the games of a file.
type pdnTally struct {
	games, moves, faults int
	others               int // games among them that are not English draughts
	results              [pdn.Draw + 1]int
}

func (t *pdnTally) add(g pdn.Game, wrong pdn.Faults) {
	t.games++
	t.moves += g.Plies()
	if !g.English() {
		t.others++
	}
	t.faults += len(wrong)
	t.results[g.Result.In(g.Start.Set)]++
}

// String is a line for people. Other games than English draughts have other names for their sides.
func (t *pdnTally) String() string {
	first, second := "Black", "White"
	if t.others > 0 {
		first, second = "first side", "second"
	}
	return fmt.Sprintf("%s, %s (%s won %d, %s %d, drawn %d, no result %d), %s",
		howMany(t.games, "game"), howMany(t.moves, "move"),
		first, t.results[pdn.BlackWins], second, t.results[pdn.WhiteWins], t.results[pdn.Draw], t.results[pdn.Unfinished],
		howMany(t.faults, "fault"))
}

// howMany is a number of things in words: "1 game", "2 games".
func howMany(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
