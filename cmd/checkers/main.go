// Checkers is the game without a robot: consoles, agents, leagues and tools for students, hobbyists and other
// programs.
package main

import (
	"fmt"
	"io"
	"os"

	"draughtsman/engine/checkers"
	"draughtsman/internal/cli"
)

type commands struct {
	Console consoleCommand `cmd:"" help:"Play against the computer on a board of any even size: the CSC242 console game."`
	Bot     botCommand     `cmd:"" help:"Play against the checkers bot, from a .board file or a layout of size 4 to 12."`

	League leagueCommand `cmd:"" help:"Play a tournament between programs of any kind, and people."`
	Hub    hubCommand    `cmd:"" help:"Be a Hub engine, for programs that show games and for other leagues."`
	DXP    dxpCommand    `cmd:"" name:"dxp" help:"Play against other programs over the network, by the DamExchange protocol."`

	Perft   perftCommand   `cmd:"" help:"Count the positions that can be reached, to check the rules and measure their speed."`
	PDN     pdnCommand     `cmd:"" name:"pdn" help:"Check and convert files of games."`
	Analyse analyseCommand `cmd:"" help:"Show what the engine thinks of a position, or of each move of a game."`
	Results resultsCommand `cmd:"" help:"Count how players did in files of games, and estimate how strong they are."`
	Bench   benchCommand   `cmd:"" help:"Measure the engine: how fast it counts and searches, and how deep it gets."`

	Selfplay selfplayCommand `cmd:"" help:"Let the engine play against itself, for it to learn from."`
	Tune     tuneCommand     `cmd:"" help:"Fit the engine's evaluation to games that it played, and judge it by games of people."`

	Tables tablesCommand `cmd:"" help:"Make, verify and ask endgame tables."`
	Book   bookCommand   `cmd:"" help:"Make, verify and ask opening books."`

	Referee refereeCommand `cmd:"" help:"Play two agents of the csci561 file form against each other and rule on the games."`
	Agent   agentCommand   `cmd:"" help:"Make one move as an agent of the csci561 file form."`
}

// session is what every command gets: what to read and where to write.
type session struct {
	in       io.Reader
	out, err io.Writer
}

// position is one that a person has set up; what was taken for something else is told on standard error.
func (s *session) position(fen string) (checkers.Position, error) {
	p, hint, err := checkers.ReadFEN(fen)
	if err == nil {
		s.note(hint)
	}
	return p, err
}

// note tells something on standard error that is no fault; "" is nothing.
func (s *session) note(text string) {
	if text != "" {
		fmt.Fprintf(s.err, "note: %s\n", text)
	}
}

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, in io.Reader, out, errs io.Writer) int {
	program := cli.Program{
		Name:        "checkers",
		Description: "Checkers in the terminal, between programs, and on paper. Start with: checkers bot",
	}
	begin := func(out, errs io.Writer) any { return &session{in: in, out: out, err: errs} }
	return program.Run(&commands{}, begin, args, out, errs)
}

func wrongUsage(format string, args ...any) error { return cli.WrongUsage(format, args...) }
